import type { Reader } from '@cuentos/epub/render/reader';

interface PageKeyActions {
  readonly onEscape: () => void;
  /** H, for 'resaltar' with the keyboard alone. */
  readonly onHighlight: () => void;
}

/** Keys pressed on the page itself, while nothing of the screen around it has the focus. */
export class PageKeys {
  readonly #actions: PageKeyActions;
  #isLast = false;

  constructor(reader: Reader, actions: PageKeyActions) {
    this.#actions = actions;
    const listen = (page: Document) => {
      page.addEventListener('keydown', this.#onKey);
      page.addEventListener('pointerdown', () => (this.#isLast = false));
    };
    reader.documents().forEach(listen);
    reader.on('load', ({ document: page }) => listen(page));
    document.addEventListener('keydown', this.#onScreenKey);
  }

  /** Whether the last thing that touched the page was a key. */
  get isLast(): boolean {
    return this.#isLast;
  }

  end(): void {
    document.removeEventListener('keydown', this.#onScreenKey);
  }

  readonly #onScreenKey = (event: KeyboardEvent): void => {
    const { target } = event;
    if (target === document.body || target === document.documentElement) this.#onKey(event);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    this.#isLast = true;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') this.#actions.onEscape();
    else if (event.key.toLowerCase() === 'h') this.#actions.onHighlight();
  };
}
