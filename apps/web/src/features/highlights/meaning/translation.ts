import { Store } from '../../../lib/react-store.ts';

interface LanguagePair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

interface BrowserTranslator {
  translate: (text: string, options: { readonly signal: AbortSignal }) => Promise<string>;
  destroy: () => void;
}

interface CreateOptions extends LanguagePair {
  readonly signal: AbortSignal;
  readonly monitor: (download: EventTarget) => void;
}

/** The built-in translator of some browsers; no text leaves the device. */
export interface TranslatorApi {
  availability: (pair: LanguagePair) => Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create: (options: CreateOptions) => Promise<BrowserTranslator>;
}

/** The browser's own translator, if it has one. */
export const browserTranslator = (): TranslatorApi | undefined =>
  (globalThis as { readonly Translator?: TranslatorApi }).Translator;

type Outcome =
  | { readonly status: 'translating' | 'unavailable' | 'too-long' | 'silent' | 'failed' }
  /** Downloaded share of the model, 0 to 1. */
  | { readonly status: 'downloading'; readonly part: number }
  | { readonly status: 'done'; readonly translation: string };

export interface TranslationState {
  readonly from: string;
  readonly to: string;
  readonly outcome: Outcome;
}

/**
 * Time without a sign of life after which a translation or download is given up, ms: some browsers have the API and
 * never answer.
 */
const PATIENCE_MS = 20_000;

/** The browser's translator did not answer in time. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Waits for an answer, as long as there is a sign of life now and then. */
class Patience {
  readonly #given = Promise.withResolvers<never>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @throws {NoAnswer} */
  async wait<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.renew();
    return Promise.race([answer, this.#given.promise]).finally(() => clearTimeout(this.#timer));
  }

  readonly renew = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#given.reject(new NoAnswer()), PATIENCE_MS);
  };
}

/** `es` of `es-CL`. */
const baseOf = (language: string): string => language.split('-')[0]?.toLowerCase() ?? language;

/** Languages offered besides the book's and the browser's. */
const commonLanguages = ['es', 'en', 'pt', 'fr', 'it', 'de'];

/** The languages to choose from, each once. */
export function offeredLanguages(bookLanguage: string, own: readonly string[] = navigator.languages): string[] {
  return [...new Set([bookLanguage, ...own, ...commonLanguages].map(baseOf))];
}

/** The browser's first language that is not the book's; else English. */
function targetOf(from: string, own: readonly string[]): string {
  const other = own.map(baseOf).find((language) => language !== from);
  return other ?? (from === 'en' ? 'es' : 'en');
}

function statusOf(error: unknown): 'too-long' | 'silent' | 'failed' {
  if (error instanceof NoAnswer) return 'silent';
  return error instanceof Error && error.name === 'QuotaExceededError' ? 'too-long' : 'failed';
}

/** The translation of a selection between the chosen languages. */
export class Translation extends Store<TranslationState> {
  readonly #text: string;
  readonly #api: TranslatorApi;
  #current: AbortController | null = null;

  constructor(text: string, bookLanguage: string, api: TranslatorApi, own: readonly string[] = navigator.languages) {
    const from = baseOf(bookLanguage);
    super({ from, to: targetOf(from, own), outcome: { status: 'translating' } });
    this.#text = text;
    this.#api = api;
  }

  /** Changes the languages; choosing the other side's language exchanges the two. */
  readonly choose = (change: Partial<Pick<TranslationState, 'from' | 'to'>>): void => {
    const { from, to } = this.snapshot();
    const next = { from, to, ...change };
    this.set(next.from === next.to ? { from: to, to: from } : next);
    void this.start();
  };

  /** Translates; aborts a running translation. Must follow a press: without one a browser downloads no model. */
  readonly start = async (): Promise<void> => {
    this.end();
    const attempt = new AbortController();
    this.#current = attempt;
    const tell = (outcome: Outcome) => this.#current === attempt && this.set({ outcome });
    tell({ status: 'translating' });
    try {
      tell(await this.#translate(attempt.signal, tell));
    } catch (error) {
      tell({ status: statusOf(error) });
      // A failure of an earlier attempt must not end the current one.
      if (this.#current === attempt) this.end();
    }
  };

  end(): void {
    this.#current?.abort();
    this.#current = null;
  }

  async #translate(signal: AbortSignal, tell: (outcome: Outcome) => void): Promise<Outcome> {
    const { from: sourceLanguage, to: targetLanguage } = this.snapshot();
    const pair = { sourceLanguage, targetLanguage };
    const patience = new Patience();
    if ((await patience.wait(this.#api.availability(pair))) === 'unavailable') return { status: 'unavailable' };
    const monitor = (download: EventTarget): void =>
      download.addEventListener('downloadprogress', (event) => {
        patience.renew();
        if (event instanceof ProgressEvent) tell({ status: 'downloading', part: event.loaded });
      });
    const translator = await patience.wait(this.#api.create({ ...pair, signal, monitor }));
    tell({ status: 'translating' });
    try {
      return { status: 'done', translation: await patience.wait(translator.translate(this.#text, { signal })) };
    } finally {
      translator.destroy();
    }
  }
}
