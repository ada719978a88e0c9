import type { Reader } from '@cuentos/epub/render/reader';
import type { Sentence } from '@cuentos/epub/render/tools/sentence';

interface PageKeyActions {
  readonly onEscape: () => void;
  /** H starts 'resaltar' with the keyboard. */
  readonly onHighlight: () => void;
}

/** Handles keys while no control around the page has the focus. */
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

  /** Whether the last input on the page was a key. */
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

/** Selects text by sentences and words with the keyboard. The engine reports the selection like any other. */
export class SentencePicker {
  readonly #reader: Reader;
  readonly #source: AsyncGenerator<Sentence, void, undefined>;
  readonly #sentences: Sentence[] = [];
  #current = -1;

  /** Starts with the first sentence of the page shown. */
  constructor(reader: Reader) {
    this.#reader = reader;
    this.#source = reader.speech();
  }

  /** Moves the selection by some sentences; false where there is none. */
  async move(by: 1 | -1): Promise<boolean> {
    const nextSentence = this.#current + by;
    while (nextSentence >= this.#sentences.length) {
      const next = await this.#source.next();
      if (next.done) return false;
      this.#sentences.push(next.value);
    }
    const sentence = this.#sentences[nextSentence];
    if (!sentence) return false;
    this.#current = nextSentence;
    await this.#select(sentence.cfi);
    return true;
  }

  async #select(cfi: string): Promise<void> {
    const foundRange = this.#reader.rangeOf(cfi);
    const isSeen = foundRange && isOnPage(foundRange.range);
    if (!isSeen) await this.#reader.goTo(cfi, { remember: false });
    const range = this.#reader.rangeOf(cfi)?.range;
    const document = range?.startContainer.ownerDocument;
    if (!range || !document) return;
    document
      .getSelection()
      ?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
    restNow(document);
  }
}

/** Steps between two words: a browser may stop several times, such as at a punctuation mark or a paragraph's end. */
const STEPS = 4;

/** Adds or removes a word at the end of the selection, which never moves before its beginning. */
export function stretchSelection(document: Document, direction: 'forward' | 'backward'): void {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return;
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  const words = wordsOf(selection);
  selection.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
  for (let step = 0; step < STEPS && wordsOf(selection) === words; step += 1) {
    selection.modify('extend', direction, 'word');
  }
  const lastRange = selection.getRangeAt(0);
  const isTurned = lastRange.startContainer !== startContainer || lastRange.startOffset !== startOffset;
  if (isTurned || wordsOf(selection) === '')
    selection.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
  restNow(document);
}

function wordsOf(selection: Selection): string {
  return selection.toString().replace(/[^\p{L}\p{N}]/gu, '');
}

function isOnPage(range: Range): boolean {
  const { innerWidth = 0, innerHeight = 0 } = range.startContainer.ownerDocument?.defaultView ?? {};
  const [first] = range.getClientRects();
  return first !== undefined && first.left >= 0 && first.left < innerWidth && first.top >= 0 && first.top < innerHeight;
}

/** No finger moves this selection, so it is final as soon as the browser reports it. */
function restNow(document: Document): void {
  document.addEventListener('selectionchange', () => document.dispatchEvent(new KeyboardEvent('keyup')), {
    once: true,
  });
}
