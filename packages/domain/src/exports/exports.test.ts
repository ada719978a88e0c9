import { describe, expect, it } from 'vitest';
import { allowedKinds, permissionOf } from './export-permission.ts';
import { type ExportedNote, inertJson, mergeNotes } from './exported-book.ts';

const note = (change: Partial<ExportedNote>): ExportedNote => ({
  id: 'a',
  cfi: 'epubcfi(/6/4!/4/2,/1:0,/1:5)',
  color: 'yellow',
  note: '',
  quote: 'Había',
  revision: 1,
  ...change,
});

describe('permission to take a part out of the shop', () => {
  it('is the setting of the book, else that of the shop', () => {
    expect(permissionOf(null, 'page')).toBe('page');
    expect(permissionOf('not-at-all', 'epub')).toBe('not-at-all');
    expect(permissionOf('epub', 'not-at-all')).toBe('epub');
  });

  it('allows exactly the kinds that the setting names', () => {
    expect([allowedKinds('not-at-all'), allowedKinds('page'), allowedKinds('epub')]).toEqual([
      [],
      ['page'],
      ['page', 'epub'],
    ]);
  });
});

describe('notes of an exported single file', () => {
  it('are escaped, so that they cannot end their script element', () => {
    const text = '</script><script>alert(1)</script><!--\u2028';
    const json = inertJson({ text });
    expect(json).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(json)).toEqual({ text });
  });

  it('of the file and the browser are merged: each note once, with its later revision', () => {
    const file = [note({ note: 'antes' }), note({ id: 'b', note: 'del archivo' })];
    const browser = [note({ note: 'después', revision: 2 }), note({ id: 'c', note: 'del navegador' })];
    for (const merged of [mergeNotes(file, browser), mergeNotes(browser, file)])
      expect(merged.map(({ note: text }) => text).toSorted()).toEqual(['del archivo', 'del navegador', 'después']);
  });

  it('edited on both sides keep both texts, in either order', () => {
    const [one, other] = [note({ note: 'uno', revision: 2 }), note({ note: 'otro', revision: 2 })];
    expect(mergeNotes([one], [other])[0]?.note).toBe('otro\n\nuno');
    expect(mergeNotes([other], [one])[0]?.note).toBe('otro\n\nuno');
  });

  it('deleted on one side do not return from an older revision, and a later edit wins over the deletion', () => {
    const gone = note({ isDeleted: true, revision: 2 });
    expect(mergeNotes([gone], [note({ note: 'vieja' })])).toEqual([gone]);
    const [kept] = mergeNotes([gone], [note({ note: 'nueva', revision: 3 })]);
    expect(kept?.note).toBe('nueva');
  });
});
