import { unzipSync } from 'fflate';
import { readNotes } from './formats/read-notes.ts';
import { describe, expect, it } from 'vitest';
import { notebookEntry, notebookPart } from '../notebook/testing/entries.ts';
import { makeArchive, makeFile } from './make-files.ts';
import { toPortable } from '../notebook/transfer/export-notes.ts';

const NOW = '2026-11-20T15:00:00.000Z';
const other = notebookPart({ part_id: 'otra', part_name: 'Ñandú: 2/3', book_name: 'Ñandú: 2/3' });
const notes = [
  notebookEntry({ note: 'Mi nota', prefix: 'a ', suffix: ' b', color: 'red' }),
  notebookEntry({ id: 'dos', part: other }),
].map((entry) => toPortable(entry, 'Ana Ruiz'));
const unzipped = async (file: Blob) => unzipSync(new Uint8Array(await file.arrayBuffer()));
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe('the notes file for a reader', () => {
  it('is an archive with one annotation set for one part, and an archive of those for several', async () => {
    const one = makeFile('annotations', notes.slice(1), NOW);
    expect(one.name).toBe('mis-notas-nandu-2-3.annotations');
    const files = await unzipped(one);
    expect(Object.keys(files)).toEqual(['annotations.json']);
    expect(JSON.parse(textOf(files['annotations.json']))).toMatchObject({
      '@context': 'https://www.w3.org/ns/epub-anno.jsonld',
      type: 'AnnotationSet',
      about: { 'dc:identifier': ['urn:uuid:otra'], 'dc:title': 'Ñandú: 2/3', 'dc:creator': ['Ana Ruiz'] },
      items: [{ id: 'urn:uuid:dos', type: 'Annotation', motivation: 'highlighting' }],
    });
    const all = makeFile('annotations', notes, NOW);
    expect(all.name).toBe('mis-notas.zip');
    expect(Object.keys(await unzipped(all))).toHaveLength(2);
  });

  it('has each format in the archive of all formats', async () => {
    const files = await unzipped(makeArchive(notes, NOW));
    expect(Object.keys(files)).toEqual([
      'mis-notas.md',
      'mis-notas.csv',
      'mis-notas.json',
      'epub/mis-notas-el-faro-que-aprendio-a-silbar-segunda-parte.annotations',
      'epub/mis-notas-nandu-2-3.annotations',
    ]);
    for (const name of ['md', 'csv', 'json'])
      expect(readNotes(textOf(files[`mis-notas.${name}`]))).toEqual({ notes, unreadable: 0 });
  });
});
