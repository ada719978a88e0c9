import { describe, expect, it } from 'vitest';
import { type Highlight, applyMutation, type HighlightMutation, type ExistingHighlights, noteOf } from './highlight.ts';

const live: Highlight = {
  id: 'a',
  cfi: 'epubcfi(/6/2!/4/2,/1:0,/1:5)',
  editionId: 'edition',
  color: 'yellow',
  notes: [{ mutationId: 'm1', text: 'primera' }],
  revision: 3,
  deleted: false,
  sameAs: null,
};
const NOTHING: ExistingHighlights = { own: null, standing: null, live: null };
const create: HighlightMutation = {
  kind: 'create',
  id: 'm9',
  annotationId: 'b',
  cfi: live.cfi,
  editionId: 'edition',
  color: 'blue',
  note: 'otra',
};

describe('applying a mutation', () => {
  it('creates a highlight, with its note unless that is blank', () => {
    expect(applyMutation({ ...create, note: ' \n' }, NOTHING, 4)).toEqual([
      { ...live, id: 'b', color: 'blue', notes: [], revision: 4 },
    ]);
  });

  it('merges a second highlight of the same range into the first, and keeps both notes', () => {
    const [alias, twin] = applyMutation(create, { ...NOTHING, live }, 4);
    expect(alias).toMatchObject({ id: 'b', deleted: true, sameAs: 'a' });
    expect(noteOf(twin!)).toBe('primera\n\notra');
    expect(twin).toMatchObject({ color: 'yellow', revision: 4 });
    expect(applyMutation({ ...create, note: '' }, { ...NOTHING, live }, 4)).toHaveLength(1);
  });

  it('replaces the notes that the writer saw and keeps the others', () => {
    const update = (replaces: string[], text = 'nueva'): string =>
      noteOf(
        applyMutation(
          { kind: 'update', id: 'm2', annotationId: 'a', note: { text, replaces } },
          { own: live, standing: live, live: null },
          4,
        )[0]!,
      );
    expect(update(['m1'])).toBe('nueva');
    expect(update([])).toBe('primera\n\nnueva');
    expect(update(['m1'], '')).toBe('');
    expect(update([], '')).toBe('primera');
  });

  it('keeps the fields that an update does not name', () => {
    const [changed] = applyMutation(
      { kind: 'update', id: 'm2', annotationId: 'a', color: 'red' },
      { own: live, standing: live, live: null },
      4,
    );
    expect(changed).toEqual({ ...live, color: 'red', revision: 4 });
  });

  it('keeps a deleted highlight deleted', () => {
    const remove: HighlightMutation = { kind: 'delete', id: 'm3', annotationId: 'a', seen: ['m1'] };
    const [gone] = applyMutation(remove, { own: live, standing: live, live: null }, 5);
    expect(gone).toMatchObject({ deleted: true, notes: [], revision: 5 });
    for (const late of [
      create,
      { kind: 'update', id: 'm4', annotationId: 'a', color: 'red' },
      { kind: 'update', id: 'm4', annotationId: 'a', note: { text: ' ', replaces: ['m1'] } },
      { kind: 'delete', id: 'm5', annotationId: 'a' },
    ] as HighlightMutation[]) {
      expect(applyMutation({ ...late, annotationId: 'a' }, { own: gone!, standing: gone!, live: null }, 6)).toEqual([]);
    }
    const [early] = applyMutation({ kind: 'delete', id: 'm3', annotationId: 'b' }, NOTHING, 5);
    expect(applyMutation(create, { own: early!, standing: early!, live: null }, 6)).toEqual([]);
  });

  it('applies an update of a duplicate to the original highlight, but not a deletion', () => {
    const [alias] = applyMutation(create, { ...NOTHING, live }, 4);
    const existing = { own: alias!, standing: live, live: null };
    expect(applyMutation({ kind: 'update', id: 'm2', annotationId: 'b', color: 'red' }, existing, 5)).toMatchObject([
      { id: 'a', color: 'red' },
    ]);
    expect(applyMutation({ kind: 'delete', id: 'm3', annotationId: 'b' }, existing, 5)).toEqual([]);
  });
});

describe('a deletion and a note that were made independently', () => {
  const remove: HighlightMutation = { kind: 'delete', id: 'm3', annotationId: 'a', seen: ['m1'] };
  const write: HighlightMutation = {
    kind: 'update',
    id: 'm2',
    annotationId: 'a',
    note: { text: 'nueva', replaces: ['m1'] },
  };
  const existingOf = (own: Highlight, other: Highlight | null = null): ExistingHighlights => ({
    own,
    standing: own,
    live: other,
  });

  it('keep the note, in either order', () => {
    const [noted] = applyMutation(write, existingOf(live), 4);
    expect(applyMutation(remove, existingOf(noted!), 5)).toEqual([]);
    const [gone] = applyMutation(remove, existingOf(live), 4);
    const [back] = applyMutation(write, existingOf(gone!), 5);
    expect(back).toEqual({ ...noted, revision: 5 });
  });

  it('delete the note that the deletion saw, and keep the other', () => {
    const [both] = applyMutation({ ...write, note: { text: 'nueva', replaces: [] } }, existingOf(live), 4);
    const [left] = applyMutation(remove, existingOf(both!), 5);
    expect(noteOf(left!)).toBe('nueva');
    // The same deletion is sent again after its answer was lost.
    expect(applyMutation(remove, existingOf(left!), 6)).toEqual([]);
    expect(applyMutation({ ...remove, id: 'm4', seen: ['m2'] }, existingOf(left!), 6)).toMatchObject([
      { deleted: true },
    ]);
  });

  it('move the note to the highlight that has the range by then', () => {
    const [gone] = applyMutation(remove, existingOf(live), 4);
    const other = { ...live, id: 'c', notes: [{ mutationId: 'm7', text: 'de nuevo' }], revision: 5 };
    const [alias, joined] = applyMutation(write, existingOf(gone!, other), 6);
    expect(alias).toMatchObject({ id: 'a', deleted: true, sameAs: 'c' });
    expect(joined).toMatchObject({ id: 'c', deleted: false, revision: 6 });
    expect(noteOf(joined!)).toBe('de nuevo\n\nnueva');
  });

  it('delete every note when the sender does not say which notes it saw', () => {
    const [noted] = applyMutation(write, existingOf(live), 4);
    const deletion = { kind: 'delete', id: 'm3', annotationId: 'a' } as const;
    expect(applyMutation(deletion, existingOf(noted!), 5)).toMatchObject([{ deleted: true, notes: [] }]);
  });

  it('ignore a note of a highlight that was deleted before it was created', () => {
    const [early] = applyMutation(remove, NOTHING, 4);
    expect(applyMutation(write, existingOf(early!), 5)).toEqual([]);
  });
});
