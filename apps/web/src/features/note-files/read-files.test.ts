import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { writeNotebookJson } from './formats/notebook-json.ts';
import { portableNote } from './formats/portable-note.ts';
import { makeArchive, makeFile } from './make-files.ts';
import { FILE_MAX, readFiles } from './read-files.ts';

const NOW = '2026-11-20T15:00:00.000Z';
const notes = ['uno', 'dos'].map((quote) =>
  portableNote({ quote, book: { title: quote, part: quote, author: '', ids: [quote] } }),
);
const fileOf = (bytes: Uint8Array, name = 'a.zip') => new File([new Uint8Array(bytes)], name);
const reasonOf = async (...files: File[]) => (await readFiles(files)).refused.map(({ reason }) => reason);

describe('chosen files', () => {
  it('are read together, also from archives, and a note in several formats is read once', async () => {
    expect((await readFiles([makeArchive(notes, NOW)])).notes).toEqual(notes);
    const sets = await readFiles([makeFile('annotations', notes, NOW)]);
    expect(sets.notes.map(({ quote }) => quote)).toEqual(['uno', 'dos']);
    const both = await readFiles([
      makeFile('markdown', notes, NOW),
      makeFile('csv', notes, NOW),
      new File(['x'], 'x.txt'),
    ]);
    expect(both.notes).toHaveLength(4);
    expect(both.refused).toEqual([{ name: 'x.txt', reason: 'unknown' }]);
  });

  it('are refused whole when they are damaged, too large, ZIP bombs or without notes', async () => {
    const big = new File([new Uint8Array(FILE_MAX + 1)], 'grande.json');
    expect(await reasonOf(big)).toEqual(['too-large']);
    const good = zipSync({ 'annotations.json': strToU8(writeNotebookJson(notes, NOW)) });
    expect(await reasonOf(fileOf(good.subarray(0, good.length - 30)))).toEqual(['broken']);
    const bomb = zipSync({ 'a.json': new Uint8Array(40 * 1024 * 1024), 'b.json': new Uint8Array(40 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(FILE_MAX);
    expect(await reasonOf(fileOf(bomb))).toEqual(['too-large']);
    const nested = zipSync({ 'a.annotations': zipSync({ 'b.annotations': zipSync({ 'c.annotations': good }) }) });
    expect(await reasonOf(fileOf(nested))).toEqual(['unknown']);
    expect(await reasonOf(fileOf(zipSync({ 'foto.png': strToU8('x') })))).toEqual(['unknown']);
    const many = zipSync(Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`${at}.md`, strToU8('> a')])));
    expect(await reasonOf(fileOf(many))).toEqual(['too-large']);
  });

  it('get no more memory than their archive declares', async () => {
    const archive = zipSync({ 'a.json': new Uint8Array(4 * 1024 * 1024) });
    // Writes a false size of a hundred bytes into the ZIP's directory.
    const view = new DataView(archive.buffer);
    for (let at = 0; at + 4 <= archive.length; at += 1) {
      const signature = view.getUint32(at, true);
      if (signature === 0x04034b50) view.setUint32(at + 22, 100, true);
      if (signature === 0x02014b50) view.setUint32(at + 24, 100, true);
    }
    const [reason] = await reasonOf(fileOf(archive));
    expect(['broken', 'unknown']).toContain(reason);
  });
});
