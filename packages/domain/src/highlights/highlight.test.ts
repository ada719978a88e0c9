import { describe, expect, it } from 'vitest';
import { type Highlight, applyMutation, type HighlightMutation, noteOf } from './highlight.ts';

const live: Highlight = {
  id: 'a',
  cfi: 'epubcfi(/6/2!/4/2,/1:0,/1:5)',
  color: 'yellow',
  notes: [{ mutationId: 'm1', text: 'primera' }],
  revision: 3,
  deleted: false,
  sameAs: null,
};
const create: HighlightMutation = {
  kind: 'create',
  id: 'm9',
  annotationId: 'b',
  cfi: live.cfi,
  color: 'blue',
  note: 'otra',
};

describe('applying a mutation', () => {
  it('creates a highlight, with its note if it says something', () => {
    expect(applyMutation({ ...create, note: ' \n' }, { own: null, twin: null }, 4)).toEqual([
      { id: 'b', cfi: live.cfi, color: 'blue', notes: [], revision: 4, deleted: false, sameAs: null },
    ]);
  });

  it('does not create a range twice, and loses no note', () => {
    const [alias, twin] = applyMutation(create, { own: null, twin: live }, 4);
    expect(alias).toMatchObject({ id: 'b', deleted: true, sameAs: 'a' });
    expect(noteOf(twin!)).toBe('primera\n\notra');
    expect(twin).toMatchObject({ color: 'yellow', revision: 4 });
    expect(applyMutation({ ...create, note: '' }, { own: null, twin: live }, 4)).toHaveLength(1);
  });

  it('replaces the notes the writer saw and keeps those he did not', () => {
    const update = (replaces: string[], text = 'nueva'): string =>
      noteOf(
        applyMutation(
          { kind: 'update', id: 'm2', annotationId: 'a', note: { text, replaces } },
          { own: live, twin: null },
          4,
        )[0]!,
      );
    expect(update(['m1'])).toBe('nueva');
    expect(update([])).toBe('primera\n\nnueva');
    expect(update(['m1'], '')).toBe('');
    expect(update([], '')).toBe('primera');
  });

  it('leaves what an update does not name', () => {
    const [changed] = applyMutation(
      { kind: 'update', id: 'm2', annotationId: 'a', color: 'red' },
      { own: live, twin: null },
      4,
    );
    expect(changed).toEqual({ ...live, color: 'red', revision: 4 });
  });

  it('keeps what is deleted deleted', () => {
    const [gone] = applyMutation({ kind: 'delete', id: 'm3', annotationId: 'a' }, { own: live, twin: null }, 5);
    expect(gone).toMatchObject({ deleted: true, notes: [], revision: 5 });
    for (const late of [
      create,
      { kind: 'update', id: 'm4', annotationId: 'a', color: 'red' },
      { kind: 'delete', id: 'm5', annotationId: 'a' },
    ] as HighlightMutation[]) {
      expect(applyMutation({ ...late, annotationId: 'a' }, { own: gone!, twin: null }, 6)).toEqual([]);
    }
    const [early] = applyMutation({ kind: 'delete', id: 'm3', annotationId: 'b' }, { own: null, twin: null }, 5);
    expect(applyMutation(create, { own: early!, twin: null }, 6)).toEqual([]);
  });

  it('leads an update of a duplicate to the one that stands, but not a deletion', () => {
    const [alias] = applyMutation(create, { own: null, twin: live }, 4);
    const known = { own: alias!, twin: live };
    expect(applyMutation({ kind: 'update', id: 'm2', annotationId: 'b', color: 'red' }, known, 5)).toMatchObject([
      { id: 'a', color: 'red' },
    ]);
    expect(applyMutation({ kind: 'delete', id: 'm3', annotationId: 'b' }, known, 5)).toEqual([]);
  });
});
