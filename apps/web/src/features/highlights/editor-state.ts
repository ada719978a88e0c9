import { limits } from '@cuentos/contract/limits';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import type { HostRect, ReaderSelection } from '@cuentos/epub/render/reader-types';
import type { HighlightDraft, ShownHighlight } from './highlight-store.ts';
import type { NoteDraft } from './note-drafts.ts';

/** Share of the limit from which on the reader sees the remaining length. */
const NEAR = limits.noteMax * 0.9;

/** Length of a note in characters as a person counts them, once it is near the limit; null before. */
export function shownLength(note: string): number | null {
  if (note.length < NEAR) return null;
  const length = graphemeCount(note.trim());
  return length < NEAR ? null : length;
}

/** Whether a note is within the limit. */
export function isSavable(note: string): boolean {
  return (shownLength(note) ?? 0) <= limits.noteMax;
}

/** The toolbar at a selection or a highlight. */
export interface OpenToolbar {
  /** The edited highlight; null while a new one is made. */
  readonly id: string | null;
  /** Range in the open edition; in its own edition when its text is missing in the open one, or was not looked for. */
  readonly cfi: string;
  /** Facts of a new highlight, with the edition of the range. */
  readonly fresh: Omit<HighlightDraft, 'cfi' | 'color' | 'note'>;
  readonly color: string;
  /** The note being written; null while its field is closed. */
  readonly note: string | null;
  /** Text of the note before the change. */
  readonly saved: string;
  /** Where the range is visible, px from the page's top left corner; null when it is on another page. */
  readonly rect: HostRect | null;
  /** Whether the keyboard opened the toolbar, which then takes the focus. */
  readonly byKeyboard: boolean;
  /** Whether the selection can move to another sentence or grow by words. */
  readonly choosing: boolean;
}

export interface HighlightEditorState {
  /** Highlights in the order of the book; null while they are restored. */
  readonly highlights: readonly ShownHighlight[] | null;
  readonly open: OpenToolbar | null;
  /** Highlights whose deletion is being asked about, as they were then; usually empty. */
  readonly removing: readonly ShownHighlight[];
  /** Whether a note with unsaved text was about to be closed. */
  readonly discarding: boolean;
  /** Deleted highlights that can still be restored. */
  readonly undo: readonly ShownHighlight[];
}

/** How a toolbar was opened and where it is, with the open edition. */
type Opening = Pick<OpenToolbar, 'rect' | 'byKeyboard' | 'choosing'> & { readonly editionId: string };

/** Whether text would be lost if the toolbar closed now. */
export function isDirty({ note, saved }: OpenToolbar): boolean {
  return note !== null && note.trim() !== saved.trim();
}

/** Create mode at a selection. */
export function toolbarAtSelection(
  { cfi, text: quote, before: prefix, after: suffix, rect }: ReaderSelection,
  { color, editionId: edition_id }: { readonly color: string; readonly editionId: string },
  byKeyboard: boolean,
): OpenToolbar {
  const fresh = { quote, prefix, suffix, edition_id };
  return { id: null, cfi, fresh, color, note: null, saved: '', rect, byKeyboard, choosing: byKeyboard };
}

/** Edit mode at a highlight. */
export function toolbarAtHighlight(highlight: ShownHighlight, { editionId, ...opening }: Opening): OpenToolbar {
  const { id, quote, prefix, suffix, color, note, place } = highlight;
  const fresh = { quote, prefix, suffix, edition_id: place === null ? highlight.edition_id : editionId };
  const saved = note.trim() === '' ? '' : note;
  // A note without text does not count as one.
  const open = { note: saved === '' ? null : saved, saved };
  return { id, cfi: place ?? highlight.cfi, fresh, color, ...open, ...opening };
}

/** The toolbar of an unfinished note, without its place. @param own the edited highlight, if it still exists */
export function toolbarAtDraft(draft: NoteDraft, own: ShownHighlight | undefined, editionId: string): OpenToolbar {
  const { quote, prefix, suffix, color, text: note } = draft;
  const opening = { rect: null, byKeyboard: false, choosing: false };
  const { id, cfi, fresh, saved } = own
    ? toolbarAtHighlight(own, { ...opening, editionId })
    : { id: null, cfi: draft.cfi, fresh: { edition_id: draft.edition_id ?? '' }, saved: '' };
  return { id, cfi, fresh: { quote, prefix, suffix, edition_id: fresh.edition_id }, color, note, saved, ...opening };
}
