import type { ReaderSelection } from '@cuentos/epub/render/reader-types';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenedBook } from '../reading/opening/open-book.ts';
import { FakeReader } from '../../testing/fake-reader.ts';
import type { ShownHighlight } from './highlight-store.ts';
import { HighlightEditor } from './highlight-editor.ts';
import { dropDraft, readDrafts, saveDraft } from './note-drafts.ts';
import { highlightTexts } from './texts.ts';

const list = vi.hoisted(() => ({
  /** Sets the highlights that the device has; null while they are being restored. */
  show: (_highlights: readonly unknown[]) => {},
  /** Called when the device's highlights are painted. */
  onRestored: async () => {},
  showDraft: vi.fn(),
  create: vi.fn(),
  update: vi.fn(),
  remove: vi.fn(),
}));
vi.mock('./placed-highlights.ts', () => ({
  DRAFT_ID: 'draft',
  PlacedHighlights: class {
    create = list.create;
    update = list.update;
    remove = list.remove;
    constructor(_book: unknown, onChange: (highlights: readonly unknown[]) => void) {
      list.show = onChange;
    }
    showDraft = list.showDraft;
    open(_reader: unknown, onRestored: () => Promise<void>) {
      list.onRestored = onRestored;
    }
    close() {}
  },
}));

const CFI = 'epubcfi(/6/4!/4/2,/1:0,/1:9)';
const OVERLAPPING = 'epubcfi(/6/4!/4/2,/1:4,/1:20)';

const keptHighlight = (changes: Partial<ShownHighlight> = {}): ShownHighlight => ({
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

/** Makes an editor for a book whose highlights are restored; null: not yet. */
function editorWith(highlights: readonly ShownHighlight[] | null) {
  const editor = new HighlightEditor({ partId: 'part', editionId: 'edition' } as unknown as OpenedBook);
  const clearSelection = vi.fn();
  const reader = Object.assign(new FakeReader({} as never), { clearSelection, rangeOf: () => null });
  const end = editor.follow(reader as never);
  if (highlights) list.show(highlights);
  return { editor, reader, clearSelection, end, open: () => editor.snapshot().open };
}

beforeEach(() => {
  phone = false;
  vi.stubGlobal('matchMedia', () => ({ matches: phone }));
  for (const call of [list.create, list.update, list.remove]) call.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

describe('the unfinished note of a page that ended', () => {
  const draft = { ...{ uid: '', part_id: 'part', highlight_id: null, cfi: CFI }, color: 'pink', text: 'a medias' };
  const words = { quote: 'La niebla', prefix: '', suffix: '' };

  it.each([
    ['on the page', 'edition', expect.objectContaining({ cfi: CFI })],
    ['beside the page, since its range is another place there, in another edition', 'earlier edition', null],
  ])('is restored %s', async (_, edition_id, painted) => {
    saveDraft({ ...draft, ...words, edition_id });
    const { editor, open } = editorWith([]);
    await list.onRestored();
    expect(open()).toMatchObject({ note: 'a medias', color: 'pink' });
    expect(list.showDraft.mock.lastCall).toEqual([painted]);
    editor.saveNote();
    expect(list.create).toHaveBeenCalledWith(expect.objectContaining({ cfi: CFI, edition_id, note: 'a medias' }));
    await dropDraft('', 'part');
  });

  it('does not replace one at the same range of another edition', async () => {
    for (const edition_id of ['edition', 'earlier edition']) saveDraft({ ...draft, ...words, edition_id });
    expect(await readDrafts('', 'part')).toHaveLength(2);
    await dropDraft('', 'part', { ...draft, edition_id: 'edition' });
    expect(await readDrafts('', 'part')).toMatchObject([{ edition_id: 'earlier edition' }]);
    await dropDraft('', 'part');
  });
});

describe('create mode', () => {
  it('makes the highlight at once when a colour is chosen, with an empty note', () => {
    const { editor, reader, open } = editorWith([]);
    reader.tell('select', selection(CFI));
    expect(open()).toMatchObject({ id: null, cfi: CFI, note: null });
    expect(list.create).not.toHaveBeenCalled();
    editor.pickColour('blue');
    expect(list.create).toHaveBeenCalledWith(expect.objectContaining({ cfi: CFI, color: 'blue', note: '' }));
    expect(open()).toBeNull();
  });

  it('makes it with the chosen colour and note when a note is saved', () => {
    const { editor, reader, open } = editorWith([]);
    reader.tell('select', selection(CFI));
    editor.openNote();
    editor.pickColour('red');
    expect(list.create).not.toHaveBeenCalled();
    editor.writeNote('  El mismo nudo ');
    editor.saveNote();
    expect(list.create).toHaveBeenCalledWith(expect.objectContaining({ color: 'red', note: 'El mismo nudo' }));
    expect(open()).toBeNull();
  });

  it('discards the temporary selection when it is cancelled', () => {
    const { editor, reader, clearSelection, open } = editorWith([]);
    reader.tell('select', selection(CFI));
    editor.close();
    expect(open()).toBeNull();
    expect(clearSelection).toHaveBeenCalledOnce();
    expect(list.create).not.toHaveBeenCalled();
  });

  it('is skipped while highlights are being restored; a selection of that time gets its toolbar afterwards', () => {
    const { reader, open } = editorWith(null);
    reader.tell('select', selection(CFI));
    expect(open()).toBeNull();
    reader.selection = () => selection(CFI);
    list.show([]);
    expect(open()).toMatchObject({ id: null, cfi: CFI });
  });

  it('deletes no highlight that was not painted yet at the selection', () => {
    phone = true;
    const { reader, open, clearSelection } = editorWith(null);
    reader.selection = () => selection(OVERLAPPING, 'ebla no borra');
    list.show([keptHighlight()]);
    expect(list.remove).not.toHaveBeenCalled();
    expect(clearSelection).toHaveBeenCalledOnce();
    expect(open()).toBeNull();
  });

  it('is not reopened by highlights that arrive later', () => {
    const { editor, reader, open } = editorWith([]);
    reader.selection = () => selection(CFI);
    list.show([keptHighlight()]);
    expect(open()).toBeNull();
    expect(editor.snapshot().highlights).toHaveLength(1);
  });

  it('is skipped for a selection of white space', () => {
    const { reader, open } = editorWith([]);
    reader.tell('select', selection(CFI, ' \n '));
    expect(open()).toBeNull();
  });

  it('does not make a second highlight of a range: the range opens its existing highlight', () => {
    const { reader, open } = editorWith([keptHighlight()]);
    reader.tell('select', selection('epubcfi(/6/4[c1]!/4/2[p],/1:0,/1:9)'));
    expect(open()).toMatchObject({ id: 'kept', color: 'green' });
  });
});

describe('edit mode', () => {
  it('opens for a tap on a highlight or its note mark, with the note when it has text', () => {
    const { editor, reader, open } = editorWith([
      keptHighlight({ note: 'Ojo' }),
      keptHighlight({ id: 'blank', note: ' \n' }),
    ]);
    reader.tell('highlight-tap', { id: 'kept', rect: { x: 0, y: 0, width: 1, height: 1 } });
    expect(open()).toMatchObject({ id: 'kept', note: 'Ojo' });
    editor.close();
    reader.tell('highlight-tap', { id: 'blank', rect: { x: 0, y: 0, width: 1, height: 1 } });
    expect(open()).toMatchObject({ id: 'blank', note: null });
  });

  it('changes the colour and keeps the note', () => {
    const { editor, open } = editorWith([keptHighlight({ note: 'Ojo' })]);
    editor.edit('kept');
    editor.pickColour('pink');
    expect(list.update).toHaveBeenCalledWith('kept', { color: 'pink' });
    expect(open()).toMatchObject({ color: 'pink', note: 'Ojo' });
  });

  it('updates the note when a note is saved, and closing changes nothing', () => {
    const { editor, open } = editorWith([keptHighlight({ note: 'Ojo' })]);
    editor.edit('kept');
    editor.close();
    expect(open()).toBeNull();
    expect(list.update).not.toHaveBeenCalled();
    editor.edit('kept');
    editor.writeNote('Ojo aquí');
    editor.saveNote();
    expect(list.update).toHaveBeenCalledWith('kept', { note: 'Ojo aquí' });
  });

  it('deletes after a yes, and the undo restores the highlight', () => {
    const { editor } = editorWith([keptHighlight({ note: 'Ojo' })]);
    editor.edit('kept');
    editor.askRemoval('kept');
    editor.answerRemoval(false);
    expect(list.remove).not.toHaveBeenCalled();
    editor.askRemoval('kept');
    editor.answerRemoval(true);
    expect(list.remove).toHaveBeenCalledWith('kept');
    editor.undoRemoval();
    expect(list.create).toHaveBeenCalledWith(expect.objectContaining({ cfi: CFI, color: 'green', note: 'Ojo' }));
    expect(editor.snapshot().undo).toEqual([]);
  });
});

it('keeps the note that is being written when another highlight is deleted', () => {
  const { editor, open } = editorWith([keptHighlight(), keptHighlight({ id: 'other', note: 'Otra' })]);
  editor.edit('kept');
  editor.writeNote('A medio escribir');
  editor.askRemoval('other');
  editor.answerRemoval(true);
  expect(list.remove.mock.calls).toEqual([['other']]);
  expect(open()).toMatchObject({ id: 'kept', note: 'A medio escribir' });
});

describe('a change of another device during an edit', () => {
  it('to the note makes the deletion ask again', () => {
    const { editor } = editorWith([keptHighlight()]);
    editor.askRemoval('kept');
    list.show([keptHighlight({ note: 'de lejos' })]);
    editor.answerRemoval(true);
    expect(list.remove).not.toHaveBeenCalled();
    expect(editor.snapshot().removing).toMatchObject([{ id: 'kept', note: 'de lejos' }]);
    editor.answerRemoval(true);
    expect(list.remove).toHaveBeenCalledWith('kept');
  });

  it('that deletes the highlight: saving its note makes the highlight anew', () => {
    const { editor, open } = editorWith([keptHighlight({ note: 'Ojo' })]);
    editor.edit('kept');
    editor.writeNote('Ojo aquí');
    list.show([]);
    editor.saveNote();
    expect(list.create).toHaveBeenCalledWith(
      expect.objectContaining({ cfi: CFI, color: 'green', note: 'Ojo aquí', quote: 'La niebla' }),
    );
    expect(open()).toBeNull();
  });
});

describe('a selection that overlaps a highlight', () => {
  it('removes it on a phone instead of opening the toolbar, with an undo', () => {
    phone = true;
    const { editor, reader, open } = editorWith([keptHighlight()]);
    reader.tell('select', selection(OVERLAPPING, 'ebla no borra'));
    expect(list.remove).toHaveBeenCalledWith('kept');
    expect(open()).toBeNull();
    expect(editor.snapshot().undo).toHaveLength(1);
  });

  it('asks on a phone before it removes a highlight with a note', () => {
    phone = true;
    const { editor, reader } = editorWith([keptHighlight({ note: 'Ojo' }), keptHighlight({ id: 'other' })]);
    reader.tell('select', selection(OVERLAPPING, 'ebla no borra'));
    expect(list.remove).not.toHaveBeenCalled();
    const { removing } = editor.snapshot();
    expect(highlightTexts.removeQuestion(removing)).toBe('¿Desea eliminar 2 resaltados? También se elimina su nota.');
    editor.answerRemoval(false);
    expect(list.remove).not.toHaveBeenCalled();
    reader.tell('select', selection(OVERLAPPING, 'ebla no borra'));
    editor.answerRemoval(true);
    expect(list.remove.mock.calls).toEqual([['kept'], ['other']]);
    expect(editor.snapshot()).toMatchObject({ removing: [], undo: [{ id: 'kept' }, { id: 'other' }] });
  });

  it('opens the toolbar on a wide screen', () => {
    const { reader, open } = editorWith([keptHighlight()]);
    reader.tell('select', selection(OVERLAPPING, 'ebla no borra'));
    expect(list.remove).not.toHaveBeenCalled();
    expect(open()).toMatchObject({ id: null, cfi: OVERLAPPING });
  });
});

it('asks before unsaved words are lost', () => {
  const { editor, reader, open } = editorWith([]);
  reader.tell('select', selection(CFI));
  editor.openNote();
  editor.writeNote('a medias');
  reader.tell('tap', {} as never);
  editor.close();
  expect(editor.snapshot().discarding).toBe(true);
  editor.answerDiscard(false);
  expect(open()?.note).toBe('a medias');
  editor.close();
  editor.answerDiscard(true);
  expect(open()).toBeNull();
});
