import { describe, expect, it } from 'vitest';
import type { Highlight } from './highlight.ts';
import { offerAgain, type RestoredHighlight } from './offer-again.ts';

const base: Highlight = {
  id: 'h',
  cfi: 'epubcfi(/6/2!/4/2,/1:0,/1:5)',
  editionId: 'edition',
  color: 'yellow',
  notes: [],
  revision: 7,
  deleted: false,
  sameAs: null,
};
const notes = (...texts: string[]) => texts.map((text) => ({ mutationId: `m-${text}`, text }));
const offered = (local: Partial<Highlight>, restored: Partial<RestoredHighlight> | null) => {
  let made = 0;
  const newId = () => `n${(made += 1)}`;
  return offerAgain({ ...base, ...local }, restored && { ...base, revision: 3, isOfBackup: true, ...restored }, newId);
};

describe('mutations that a device offers again after a backup was restored', () => {
  it('create a highlight that was made since, with its note and its id', () => {
    const [created] = offered({ notes: notes('hoy') }, null);
    expect(created).toEqual({
      kind: 'create',
      id: 'm-hoy',
      annotationId: 'h',
      cfi: base.cfi,
      editionId: 'edition',
      color: 'yellow',
      note: 'hoy',
    });
    expect(offered({ deleted: true }, null)).toEqual([]);
  });

  it('update a colour and a note that were changed since; the earlier note is replaced, as the reader had done', () => {
    expect(offered({ color: 'green', notes: notes('hoy') }, { notes: notes('ayer') })).toEqual([
      { kind: 'update', id: 'm-hoy', annotationId: 'h', color: 'green', note: { text: 'hoy', replaces: ['m-ayer'] } },
    ]);
    expect(offered({ notes: [] }, { notes: notes('ayer') })).toMatchObject([
      { note: { text: '', replaces: ['m-ayer'] } },
    ]);
  });

  it('delete a highlight with the notes that the deletion had seen', () => {
    expect(offered({ deleted: true }, { notes: notes('ayer') })).toEqual([
      { kind: 'delete', id: 'n1', annotationId: 'h', seen: ['m-ayer'] },
    ]);
    expect(offered({ deleted: true }, { deleted: true })).toEqual([]);
  });

  it('are none when device and shop agree, or the shop has a later revision', () => {
    expect(offered({ notes: notes('x') }, { notes: notes('x') })).toEqual([]);
    expect(offered({ color: 'green' }, { isOfBackup: false })).toEqual([]);
    expect(offered({ deleted: true }, { isOfBackup: false })).toEqual([]);
    expect(offered({ revision: 3 }, { deleted: true })).toEqual([]);
  });

  it('add a note beside one that was written since the backup, and do not replace it', () => {
    expect(offered({ notes: notes('hoy') }, { notes: notes('otra'), isOfBackup: false })).toEqual([
      { kind: 'update', id: 'm-hoy', annotationId: 'h', note: { text: 'hoy', replaces: [] } },
    ]);
  });

  it('create anew, under another id, a highlight that the backup has as deleted', () => {
    expect(offered({ notes: notes('hoy') }, { deleted: true })).toMatchObject([
      { kind: 'create', annotationId: 'n1', note: 'hoy' },
    ]);
  });
});
