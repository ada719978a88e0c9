import { limits } from '@cuentos/contract/limits';
import type { ExportedNote } from '@cuentos/domain/exports/exported-book';
import type { ReaderSelection } from '@cuentos/epub/render/reader-types';
import { offeredColours } from '../features/highlights/texts.ts';
import { button, element, icon } from './element.ts';
import type { NoteStore } from './note-store.ts';
import { exportedTexts as texts } from './texts.ts';

export interface NoteCard {
  readonly isOpen: boolean;
  /** Offers to highlight what was selected. */
  offer(selection: ReaderSelection): void;
  /** Shows a highlight, to be changed. */
  edit(id: string, withNote: boolean): void;
  close(): void;
}

interface Deps {
  readonly store: NoteStore;
  readonly onMade: () => void;
  readonly onClosed: () => void;
}

/** The card at the foot of the page with colours, note and deletion of a highlight. */
export function createNoteCard({ store, onMade, onClosed }: Deps): NoteCard {
  const card = element('section', { class: 'note-card', hidden: true, 'aria-label': texts.highlight });
  document.body.append(card);

  const close = (): void => {
    if (card.hidden) return;
    const hadFocus = card.contains(document.activeElement);
    card.hidden = true;
    if (hadFocus) onClosed();
  };
  const show = (...content: (Node | null)[]): void => {
    const cross = button(texts.close, close, { class: 'icon' }, icon('M6 6l12 12', 'M18 6L6 18'));
    const row = element('div', { class: 'note-row' }, ...content, cross);
    card.replaceChildren(row);
    card.hidden = false;
  };
  const edit = (id: string, withNote: boolean): void => {
    const note = store.note(id);
    if (!note) return;
    const paint = (color: string): void => {
      store.change(id, { color });
      edit(id, false);
    };
    const remove = (): void => {
      store.remove(id);
      close();
    };
    show(
      swatches(note.color, paint),
      withNote
        ? null
        : button(note.note === '' ? texts.addNote : texts.editNote, () => edit(id, true), { class: 'quiet' }),
      button(texts.remove, remove, { class: 'quiet' }),
    );
    if (withNote) card.append(noteForm(note, store, close));
    if (withNote) card.querySelector('textarea')?.focus();
  };
  card.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Escape') close();
  });
  return {
    get isOpen() {
      return !card.hidden;
    },
    offer({ cfi, text }) {
      const make = (color: string): string => {
        const { id } = store.add({ cfi, color, quote: text });
        onMade();
        return id;
      };
      show(
        swatches(null, (color) => edit(make(color), false)),
        button(texts.addNote, () => edit(make(offeredColours[0].id), true), { class: 'quiet' }),
      );
    },
    edit,
    close,
  };
}

function swatches(current: string | null, onChoose: (color: string) => void): HTMLElement {
  const each = offeredColours.map(({ id, label }) =>
    button(label, () => onChoose(id), {
      class: 'swatch',
      'data-color': id,
      'aria-label': label,
      'aria-pressed': current === null ? null : String(current === id),
    }),
  );
  return element('div', { class: 'swatches', role: 'group', 'aria-label': texts.highlight }, ...each);
}

function noteForm(note: ExportedNote, store: NoteStore, close: () => void): HTMLElement {
  const field = element('textarea', {
    'aria-label': texts.noteLabel,
    placeholder: texts.notePlaceholder,
    maxlength: String(limits.noteMax),
    rows: '4',
  });
  field.value = note.note;
  const form = element('form', {}, field, element('button', { class: 'filled' }, texts.keepNote));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    store.change(note.id, { note: field.value.trim() });
    close();
  });
  return form;
}
