import { isSameRange, overlaps } from '@cuentos/epub/locator/cfi-text';
import type { Reader } from '@cuentos/epub/render/reader';
import type { HostRect, ReaderSelection } from '@cuentos/epub/render/reader-types';
import { appUpdates } from '../../device/app-updates.ts';
import { session } from '../../lib/api/session.ts';
import { Store } from '../../lib/react-store.ts';
import type { HighlightedBook } from './highlight-anchors.ts';
import type { ShownHighlight } from './highlight-store.ts';
import { copyText, notesAsText } from './copy-notes.ts';
import { PageKeys, SentencePicker, stretchSelection } from './keyboard-selection.ts';
import { dropDraft, type NoteDraft, readDrafts, saveDraft } from './note-drafts.ts';
import { DRAFT_ID, PlacedHighlights } from './placed-highlights.ts';
import { highlightTexts as t } from './texts.ts';
import {
  type HighlightEditorState,
  isDirty,
  isSavable,
  type OpenToolbar,
  toolbarAtDraft,
  toolbarAtHighlight,
  toolbarAtSelection,
} from './editor-state.ts';

/** Drafts of notes in a part, which outlive the page. */
class NoteDrafts {
  readonly #partId: string;
  readonly #uid: string;
  /** The draft on this page. */
  #own: NoteDraft | null = null;

  constructor({ partId, localReader }: HighlightedBook) {
    this.#partId = partId;
    this.#uid = localReader ?? session.claims()?.uid ?? '';
  }

  /** Null when there is no text to save. */
  save(open: OpenToolbar | null): void {
    if (open) {
      const { id: highlight_id, cfi, color, note, fresh } = open;
      this.#own = { uid: this.#uid, part_id: this.#partId, highlight_id, cfi, color, text: note ?? '', ...fresh };
      saveDraft(this.#own);
    } else if (this.#own) {
      const own = this.#own;
      this.#own = null;
      void dropDraft(this.#uid, this.#partId, own);
    }
  }

  /** The newest draft. */
  async read(): Promise<NoteDraft | null> {
    return (await readDrafts(this.#uid, this.#partId).catch(() => [])).at(-1) ?? null;
  }

  /** Called when the draft is shown again. */
  take(draft: NoteDraft): void {
    this.#own = draft;
  }
}

/** 'Mobile breakpoint'. */
const PHONE = '(width < 768px)';

/** Editor of the open book's highlights and notes: turns selections, taps and keys into changes, and shows changes. */
export class HighlightEditor extends Store<HighlightEditorState> {
  readonly #book: HighlightedBook;
  readonly #list: PlacedHighlights;
  readonly #drafts: NoteDrafts;
  #reader: Reader | null = null;
  #picker: SentencePicker | null = null;
  #lastColour = 'yellow';
  #releaseUpdates: (() => void) | null = null;
  #keys: PageKeys | null = null;
  /** Element that had the focus before the keyboard opened the toolbar. */
  #focusBefore: HTMLElement | null = null;

  constructor(book: HighlightedBook) {
    super({ highlights: null, open: null, removing: [], discarding: false, undo: [] });
    this.#book = book;
    this.#drafts = new NoteDrafts(book);
    this.#list = new PlacedHighlights(book, (highlights) => this.#onHighlights(highlights));
  }

  /** Follows an engine while it shows the book; @returns ends it. */
  readonly follow = (reader: Reader): (() => void) => {
    this.#reader = reader;
    this.#list.open(reader, async () => this.#restoreDraft());
    reader.on('select', (selection) => this.#onSelect(selection));
    reader.on('deselect', () => this.#onDeselect());
    reader.on('highlight-tap', ({ id, rect }) => id !== DRAFT_ID && this.edit(id, { rect }));
    reader.on('tap', () => this.#onTap());
    reader.on('relocate', ({ reason }) => reason === 'layout' && this.#findRect());
    this.#keys = new PageKeys(reader, {
      onEscape: this.close,
      onHighlight: () => this.snapshot().open === null && void this.pickSentence(),
    });
    return () => {
      this.#keys?.end();
      this.#reader = null;
      this.#list.close();
      this.#put(null);
    };
  };

  /** Opens the toolbar at a highlight. */
  edit(id: string, { rect = null, byKeyboard = false }: { rect?: HostRect | null; byKeyboard?: boolean } = {}): void {
    const own = this.#find(id);
    const { open } = this.snapshot();
    if (!own || (open && isDirty(open))) return;
    const where = rect ?? this.#rectOf(own.place ?? own.cfi);
    const { editionId } = this.#book;
    this.#put(toolbarAtHighlight(own, { rect: where, byKeyboard, choosing: this.#picker !== null, editionId }));
  }

  /** Goes to a highlight in the book and opens its toolbar there. */
  async editAt(id: string): Promise<void> {
    await this.jump(id);
    this.edit(id, { byKeyboard: true });
  }

  async jump(id: string): Promise<void> {
    const place = this.#find(id)?.place;
    if (place) await this.#reader?.goTo(place);
  }

  /** In create mode makes the highlight at once; in edit mode changes its colour and keeps its note. */
  pickColour(color: string): void {
    const { open } = this.snapshot();
    if (!open) return;
    this.#lastColour = color;
    if (open.id !== null) {
      this.#list.update(open.id, { color });
      this.#put({ ...open, color });
    } else if (open.note === null) {
      this.#create({ ...open, color }, '');
    } else {
      this.#put({ ...open, color });
    }
  }

  openNote(): void {
    const { open } = this.snapshot();
    if (open && open.note === null) this.#put({ ...open, note: open.saved });
  }

  writeNote(note: string): void {
    const { open } = this.snapshot();
    if (!open) return;
    const next = { ...open, note };
    this.#put(next);
    this.#drafts.save(isDirty(next) ? next : null);
  }

  saveNote(): void {
    const { open } = this.snapshot();
    const note = open?.note?.trim().normalize('NFC') ?? '';
    if (!open || !isSavable(note)) return;
    this.#drafts.save(null);
    // Another device may have deleted the highlight of the note: saving the note restores it.
    if (open.id === null || !this.#find(open.id)) {
      if (note !== '') this.#create(open, note);
      else this.#put(null);
      return;
    }
    if (note !== open.saved.trim()) this.#list.update(open.id, { note });
    this.#put(null);
  }

  /** Closes the toolbar; asks first when text would be lost. */
  readonly close = (): void => {
    const { open } = this.snapshot();
    if (!open) return;
    if (isDirty(open)) this.set({ discarding: true });
    else this.#put(null);
  };

  answerDiscard(discard: boolean): void {
    this.set({ discarding: false });
    if (!discard) return;
    this.#drafts.save(null);
    this.#put(null);
  }

  askRemoval(id: string): void {
    const own = this.#find(id);
    if (own) this.set({ removing: [own] });
  }

  answerRemoval(remove: boolean): void {
    const { removing } = this.snapshot();
    const now = removing.flatMap(({ id }) => this.#find(id) ?? []);
    // Does not delete highlights that arrived after the question.
    const isNews = now.some(({ id, note }) => note !== removing.find((each) => each.id === id)?.note);
    this.set({ removing: remove && isNews ? now : [] });
    if (!remove || isNews || now.length === 0) return;
    const { open } = this.snapshot();
    this.#remove(now);
    // Keeps the draft of a note about another highlight.
    if (open && !now.some(({ id }) => id === open.id)) return;
    this.#drafts.save(null);
    this.#put(null);
  }

  /** Restores the last deleted highlights. */
  undoRemoval(): void {
    for (const { id: _id, place: _place, created_at: _date, ...highlight } of this.snapshot().undo) {
      this.#list.create(highlight);
    }
    this.forgetRemoval();
  }

  readonly forgetRemoval = (): void => this.set({ undo: [] });

  /** Selects a sentence of the page with the keyboard. */
  async pickSentence(by: 1 | -1 = 1): Promise<void> {
    const reader = this.#reader;
    const { open, highlights } = this.snapshot();
    if (!reader || !highlights || (open && isDirty(open))) return;
    if (!open) this.#focusBefore = document.activeElement as HTMLElement | null;
    this.#picker ??= new SentencePicker(reader);
    await this.#picker.move(by);
  }

  /** Extends or reduces the selection by a word. */
  stretch(direction: 'forward' | 'backward'): void {
    const { open } = this.snapshot();
    const range = open && !isDirty(open) ? this.#reader?.rangeOf(open.cfi)?.range : undefined;
    if (range?.startContainer.ownerDocument) stretchSelection(range.startContainer.ownerDocument, direction);
  }

  async copyOpenText(): Promise<void> {
    const { open } = this.snapshot();
    if (open) await copyText(open.fresh.quote, t.textCopied);
  }

  async copyNotes(): Promise<void> {
    const { bookName, partName } = this.#book;
    await copyText(notesAsText(bookName, partName, this.snapshot().highlights ?? []), t.notesCopied);
  }

  #onHighlights(highlights: readonly ShownHighlight[]): void {
    const isRestored = this.snapshot().highlights === null;
    this.set({ highlights });
    // Makes no highlight until the stored ones are painted; a selection of that time waits.
    const selection = isRestored ? (this.#reader?.selection() ?? null) : null;
    if (selection) this.#onSelect(selection, { hasWaited: true });
  }

  #onSelect(selection: ReaderSelection, { hasWaited = false } = {}): void {
    const { highlights, open } = this.snapshot();
    // Keeps the note that is being written.
    if (!highlights || selection.text.trim() === '' || (open && isDirty(open))) return;
    const { cfi, rect } = selection;
    const byKeyboard = this.#picker !== null || this.#keys?.isLast === true;
    const overlapped = highlights.filter(({ place }) => place !== null && overlaps(place, cfi));
    if (!this.#picker && overlapped.length > 0 && matchMedia(PHONE).matches) {
      this.#reader?.clearSelection();
      // Deletes no highlight painted after the press, since the reader had not seen it. Asks first about a note.
      if (hasWaited) return;
      if (overlapped.some(({ note }) => note.trim() !== '')) this.set({ removing: overlapped });
      else this.#remove(overlapped);
      return;
    }
    const same = overlapped.find(({ place }) => place !== null && isSameRange(place, cfi));
    if (same) this.edit(same.id, { rect, byKeyboard });
    else {
      const { editionId } = this.#book;
      this.#put(toolbarAtSelection(selection, { color: this.#lastColour, editionId }, byKeyboard));
    }
  }

  #onDeselect(): void {
    const { open } = this.snapshot();
    if (open && open.id === null && open.note === null) this.#put(null);
  }

  #onTap(): void {
    const { open } = this.snapshot();
    if (open && !isDirty(open)) this.#put(null);
  }

  #create({ cfi, fresh, color }: OpenToolbar, note: string): void {
    this.#list.create({ ...fresh, cfi, color, note });
    this.#put(null);
  }

  #remove(highlights: readonly ShownHighlight[]): void {
    for (const { id } of highlights) this.#list.remove(id);
    this.set({ undo: highlights });
  }

  #find(id: string): ShownHighlight | undefined {
    return this.snapshot().highlights?.find((each) => each.id === id);
  }

  #rectOf(cfi: string): HostRect | null {
    const host = document.querySelector('[data-book-host]');
    return this.#reader && host ? visibleRect(this.#reader, host, cfi) : null;
  }

  #findRect(): void {
    const { open } = this.snapshot();
    if (open) this.set({ open: { ...open, rect: this.#rectOf(open.cfi) } });
  }

  /** Shows or closes the toolbar, with its side effects. */
  #put(open: OpenToolbar | null): void {
    const was = this.snapshot().open;
    this.set({ open, discarding: false });
    const isNew = open?.id === null && open.note !== null;
    this.#list.showDraft(isNew && this.#isHere(open) ? open : null);
    // An open note keeps its toolbar.
    if (open && open.note !== null) this.#releaseUpdates ??= appUpdates.hold();
    else {
      this.#releaseUpdates?.();
      this.#releaseUpdates = null;
    }
    if (open || !was) return;
    this.#picker = null;
    // Clears the selection, which would otherwise receive the next tap.
    this.#reader?.clearSelection();
    if (was.byKeyboard) this.#giveFocusBack();
  }

  #giveFocusBack(): void {
    const before = this.#focusBefore;
    this.#focusBefore = null;
    (document.activeElement as HTMLElement | null)?.blur();
    if (before?.isConnected && before.checkVisibility()) before.focus({ preventScroll: true });
  }

  async #restoreDraft(): Promise<void> {
    const draft = await this.#drafts.read();
    const { open } = this.snapshot();
    if (!draft || open) return;
    this.#drafts.take(draft);
    const own = draft.highlight_id === null ? undefined : this.#find(draft.highlight_id);
    const toolbar = toolbarAtDraft(draft, own, this.#book.editionId);
    if (toolbar.cfi === '') return;
    this.#put({ ...toolbar, rect: this.#isHere(toolbar) ? this.#rectOf(toolbar.cfi) : null });
  }

  /** Whether the toolbar's range stands in the open edition: in another one it is another place. */
  #isHere({ fresh }: OpenToolbar): boolean {
    return fresh.edition_id === this.#book.editionId;
  }
}

/** Bounds of the visible part of a range, px from the host's top left corner; null when it is on another page. */
function visibleRect(reader: Reader, host: Element, cfi: string): HostRect | null {
  const range = reader.rangeOf(cfi)?.range;
  const frame = range?.startContainer.ownerDocument?.defaultView?.frameElement;
  if (!range || !frame || frame.closest('[inert]')) return null;
  const box = host.getBoundingClientRect();
  const page = frame.getBoundingClientRect();
  let [left, top, right, bottom] = [box.width, box.height, 0, 0];
  for (const rect of range.getClientRects()) {
    const x = rect.left + page.left - box.left;
    const y = rect.top + page.top - box.top;
    if (x >= box.width || y >= box.height || x + rect.width <= 0 || y + rect.height <= 0) continue;
    [left, top] = [Math.min(left, Math.max(0, x)), Math.min(top, Math.max(0, y))];
    right = Math.max(right, Math.min(box.width, x + rect.width));
    bottom = Math.max(bottom, Math.min(box.height, y + rect.height));
  }
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}
