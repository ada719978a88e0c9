import type { Relocation } from '@cuentos/epub/render/reader-types';
import { button, element } from './element.ts';
import type { NoteStore } from './note-store.ts';
import { exportedTexts as texts } from './texts.ts';

/** Elements around the page of the book. */
export interface Screen {
  /** The element that the engine draws the book into. */
  readonly host: HTMLElement;
  readonly tools: HTMLElement;
  readonly turns: HTMLElement;
  /** Undoes a jump; hidden while there is none. */
  readonly back: HTMLButtonElement;
  /** Shows the reader's position. */
  tell(position: Relocation): void;
  focusPage(): void;
}

/** Renders bar, page and foot in place of the static front page. */
export function drawScreen(store: NoteStore): Screen {
  const { book, part } = store.state;
  const chapter = element('span', {}, part.name);
  const place = element('output', {});
  const percentage = element('span', { class: 'percentage' });
  const screen: Screen = {
    host: element('main', { id: 'page', tabindex: '-1', 'data-book-host': true }),
    tools: element('div', { class: 'tools', role: 'toolbar', 'aria-label': book.name }),
    turns: element('div', { class: 'turns' }),
    back: button(texts.wayBack, () => {}, { class: 'quiet', hidden: true }),
    tell(position) {
      chapter.textContent = position.chapterTitle ?? part.name;
      place.textContent = texts.pageOf(position.page + 1, position.pages, position.exact);
      percentage.textContent = texts.percentage(position.percentage);
    },
    focusPage: () => screen.host.focus({ preventScroll: true }),
  };
  document.getElementById('front')?.remove();
  document.body.append(
    element('header', { class: 'bar' }, element('h1', {}, element('small', {}, book.name), chapter), screen.tools),
    screen.host,
    element('footer', { class: 'foot' }, screen.turns, place, screen.back, percentage),
  );
  return screen;
}
