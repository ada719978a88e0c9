import { noteMax } from '@cuentos/contract/limits';
import type { ExportedNote } from '@cuentos/domain/exports/exported-book';
import type { ReaderSelection } from '@cuentos/epub/render/reader-types';
import { offeredColours } from '../features/highlights/texts.ts';
import { button, element, icon } from './element.ts';
import type { NoteStore } from './note-store.ts';
import { exportedTexts as texts } from './texts.ts';

interface Deps {
  readonly store: NoteStore;
  readonly onMade: () => void;
  readonly onClosed: () => void;
}

/** The card at the foot of the page with colours, note and deletion of a highlight. */
export class NoteCard {
  readonly #deps: Deps;
  readonly #card = element('section', { class: 'note-card', hidden: true, 'aria-label': texts.highlight });
  #isOffering = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    // Keys pressed in the card do not reach the page.
    this.#card.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') this.close();
    });
    document.body.append(this.#card);
  }

  /** Offers to highlight the selection. */
  offer({ cfi, text }: ReaderSelection): void {
    const { store, onMade } = this.#deps;
    const make = (color: string): string => {
      const { id } = store.add({ cfi, color, quote: text });
      this.#isOffering = false;
      onMade();
      return id;
    };
    this.#show(
      swatches(null, (color) => this.edit(make(color), false)),
      button(texts.addNote, () => this.edit(make(offeredColours[0].id), true), { class: 'quiet' }),
    );
    this.#isOffering = true;
  }

  /** Withdraws the offer; a highlight that is being edited stays open. */
  endOffer(): void {
    if (this.#isOffering) this.close();
  }

  /** Shows a highlight for editing. */
  edit(id: string, withNote: boolean): void {
    const { store } = this.#deps;
    const note = store.note(id);
    if (!note) return;
    const paint = (color: string): void => {
      store.change(id, { color });
      this.edit(id, false);
    };
    const remove = (): void => {
      store.remove(id);
      this.close();
    };
    const label = note.note === '' ? texts.addNote : texts.editNote;
    this.#show(
      swatches(note.color, paint),
      withNote ? null : button(label, () => this.edit(id, true), { class: 'quiet' }),
      button(texts.remove, remove, { class: 'quiet' }),
    );
    if (!withNote) return;
    this.#card.append(noteForm(note, store, () => this.close()));
    this.#card.querySelector('textarea')?.focus();
  }

  close(): void {
    if (this.#card.hidden) return;
    const hadFocus = this.#card.contains(document.activeElement);
    this.#card.hidden = true;
    this.#isOffering = false;
    if (hadFocus) this.#deps.onClosed();
  }

  #show(...content: readonly (Node | null)[]): void {
    const cross = button(texts.close, () => this.close(), { class: 'icon' }, icon('M6 6l12 12', 'M18 6L6 18'));
    this.#card.replaceChildren(element('div', { class: 'note-row' }, ...content, cross));
    this.#card.hidden = false;
    this.#isOffering = false;
  }
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
    maxlength: String(noteMax),
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
