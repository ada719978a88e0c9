import type { ReaderSelection } from '@cuentos/epub/render/reader-types';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenedBook } from '../reading/opening/open-book.ts';
import { FakeReader } from '../../testing/fake-reader.ts';
import type { PlacedHighlight } from './book-order.ts';
import { NotesDesk } from './highlights.ts';

const list = vi.hoisted(() => ({
  /** What the device has; null while it is being restored. */
  show: (_highlights: readonly unknown[]) => {},
  create: vi.fn(),
  update: vi.fn(),
  remove: vi.fn(),
}));
vi.mock('./placed-highlights.ts', () => ({
  DRAFT_ID: 'draft',
  PartHighlights: class {
    create = list.create;
    update = list.update;
    remove = list.remove;
    constructor(_book: unknown, onChange: (highlights: readonly unknown[]) => void) {
      list.show = onChange;
    }
    open() {}
    close() {}
    showDraft() {}
  },
}));

const CFI = 'epubcfi(/6/4!/4/2,/1:0,/1:9)';
const OVERLAPPING = 'epubcfi(/6/4!/4/2,/1:4,/1:20)';

const kept = (changes: Partial<PlacedHighlight> = {}): PlacedHighlight => ({
  id: 'kept',
  cfi: CFI,
  place: CFI,
  color: 'green',
  note: '',
  quote: 'La niebla',
  prefix: '',
  suffix: ' no borra',
  created_at: '2026-11-02T15:00:00Z',
  edition_id: 'edition',
  ...changes,
});
const selection = (cfi: string, text = 'La niebla') =>
  ({ cfi, text, before: '', after: '', rect: null }) as unknown as ReaderSelection;

let phone = false;

/** A desk at its book; its highlights are restored unless told otherwise. */
function deskWith(highlights: readonly PlacedHighlight[] | null) {
  const desk = new NotesDesk({ partId: 'part', editionId: 'edition' } as unknown as OpenedBook);
  const clearSelection = vi.fn();
  const reader = Object.assign(new FakeReader({} as never), { clearSelection, rangeOf: () => null });
  const end = desk.follow(reader as never);
  if (highlights) list.show(highlights);
  return { desk, reader, clearSelection, end, open: () => desk.snapshot().open };
}

beforeEach(() => {
  phone = false;
  vi.stubGlobal('matchMedia', () => ({ matches: phone }));
  for (const call of [list.create, list.update, list.remove]) call.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

describe('create mode', () => {
  it('makes the highlight at once when a colour is picked, with an empty note', () => {
    const { desk, reader, open } = deskWith([]);
    reader.tell('select', selection(CFI));
    expect(open()).toMatchObject({ id: null, cfi: CFI, note: null });
    expect(list.create).not.toHaveBeenCalled();
    desk.pickColour('blue');
    expect(list.create).toHaveBeenCalledWith(expect.objectContaining({ cfi: CFI, color: 'blue', note: '' }));
    expect(open()).toBeNull();
  });

  it('makes it with the chosen colour and note when a note is saved', () => {
    const { desk, reader, open } = deskWith([]);
    reader.tell('select', selection(CFI));
    desk.openNote();
    desk.pickColour('red');
    expect(list.create).not.toHaveBeenCalled();
    desk.writeNote('  El mismo nudo ');
    desk.saveNote();
    expect(list.create).toHaveBeenCalledWith(expect.objectContaining({ color: 'red', note: 'El mismo nudo' }));
    expect(open()).toBeNull();
  });

  it('discards the temporary selection when it is cancelled', () => {
    const { desk, reader, clearSelection, open } = deskWith([]);
    reader.tell('select', selection(CFI));
    desk.close();
    expect(open()).toBeNull();
    expect(clearSelection).toHaveBeenCalledOnce();
    expect(list.create).not.toHaveBeenCalled();
  });

  it('is skipped while highlights are being restored; what is selected by then gets its toolbar', () => {
    const { reader, open } = deskWith(null);
    reader.tell('select', selection(CFI));
    expect(open()).toBeNull();
    reader.selection = () => selection(CFI);
    list.show([]);
    expect(open()).toMatchObject({ id: null, cfi: CFI });
  });

  it('deletes nothing that was not painted yet when it was selected', () => {
    phone = true;
    const { reader, open, clearSelection } = deskWith(null);
    reader.selection = () => selection(OVERLAPPING, 'ebla no borra');
    list.show([kept()]);
    expect(list.remove).not.toHaveBeenCalled();
    expect(clearSelection).toHaveBeenCalledOnce();
    expect(open()).toBeNull();
  });

  it('is not opened again by highlights that come later', () => {
    const { desk, reader, open } = deskWith([]);
    reader.selection = () => selection(CFI);
    list.show([kept()]);
    expect(open()).toBeNull();
    expect(desk.snapshot().highlights).toHaveLength(1);
  });

  it('is skipped for a selection of white space', () => {
    const { reader, open } = deskWith([]);
    reader.tell('select', selection(CFI, ' \n '));
    expect(open()).toBeNull();
  });

  it('does not make a range twice: the same one opens the highlight that has it', () => {
    const { reader, open } = deskWith([kept()]);
    reader.tell('select', selection('epubcfi(/6/4[c1]!/4/2[p],/1:0,/1:9)'));
    expect(open()).toMatchObject({ id: 'kept', color: 'green' });
  });
});

describe('edit mode', () => {
  it('opens for a tap on a highlight or its note mark, with the note when it says something', () => {
    const { desk, reader, open } = deskWith([kept({ note: 'Ojo' }), kept({ id: 'blank', note: ' \n' })]);
    reader.tell('highlight-tap', { id: 'kept', rect: { x: 0, y: 0, width: 1, height: 1 } });
    expect(open()).toMatchObject({ id: 'kept', note: 'Ojo' });
    desk.close();
    reader.tell('highlight-tap', { id: 'blank', rect: { x: 0, y: 0, width: 1, height: 1 } });
    expect(open()).toMatchObject({ id: 'blank', note: null });
  });

  it('changes the colour and keeps the note', () => {
    const { desk, open } = deskWith([kept({ note: 'Ojo' })]);
    desk.edit('kept');
    desk.pickColour('pink');
    expect(list.update).toHaveBeenCalledWith('kept', { color: 'pink' });
    expect(open()).toMatchObject({ color: 'pink', note: 'Ojo' });
  });

  it('updates the note when one is saved, and closing changes nothing', () => {
    const { desk, open } = deskWith([kept({ note: 'Ojo' })]);
    desk.edit('kept');
    desk.close();
    expect(open()).toBeNull();
    expect(list.update).not.toHaveBeenCalled();
    desk.edit('kept');
    desk.writeNote('Ojo aquí');
    desk.saveNote();
    expect(list.update).toHaveBeenCalledWith('kept', { note: 'Ojo aquí' });
  });

  it('deletes after a yes, and brings back what was deleted', () => {
    const { desk } = deskWith([kept({ note: 'Ojo' })]);
    desk.edit('kept');
    desk.askRemoval('kept');
    desk.answerRemoval(false);
    expect(list.remove).not.toHaveBeenCalled();
    desk.askRemoval('kept');
    desk.answerRemoval(true);
    expect(list.remove).toHaveBeenCalledWith('kept');
    desk.undoRemoval();
    expect(list.create).toHaveBeenCalledWith(expect.objectContaining({ cfi: CFI, color: 'green', note: 'Ojo' }));
    expect(desk.snapshot().undo).toEqual([]);
  });
});

describe('a selection that overlaps a highlight', () => {
  it('removes it on a phone instead of opening the toolbar, with a way to take that back', () => {
    phone = true;
    const { desk, reader, open } = deskWith([kept()]);
    reader.tell('select', selection(OVERLAPPING, 'ebla no borra'));
    expect(list.remove).toHaveBeenCalledWith('kept');
    expect(open()).toBeNull();
    expect(desk.snapshot().undo).toHaveLength(1);
  });

  it('opens the toolbar on a wide screen', () => {
    const { reader, open } = deskWith([kept()]);
    reader.tell('select', selection(OVERLAPPING, 'ebla no borra'));
    expect(list.remove).not.toHaveBeenCalled();
    expect(open()).toMatchObject({ id: null, cfi: OVERLAPPING });
  });
});

it('asks before words that are not saved would be lost', () => {
  const { desk, reader, open } = deskWith([]);
  reader.tell('select', selection(CFI));
  desk.openNote();
  desk.writeNote('a medias');
  reader.tell('tap', {} as never);
  desk.close();
  expect(desk.snapshot().discarding).toBe(true);
  desk.answerDiscard(false);
  expect(open()?.note).toBe('a medias');
  desk.close();
  desk.answerDiscard(true);
  expect(open()).toBeNull();
});
