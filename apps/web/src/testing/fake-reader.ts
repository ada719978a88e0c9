import type { ReaderEvents, ReaderOptions, ReaderSelection } from '@cuentos/epub/render/reader-types';
import type { SearchResults } from '@cuentos/epub/render/tools/book-search';
import { vi } from 'vitest';

/** All engines made, the newest last. */
export const fakeReaders: FakeReader[] = [];

/** Stands in for the engine, which needs a browser's layout. It reports only when the test calls `tell`. */
export class FakeReader {
  readonly ready = new Promise<void>((resolve) => setTimeout(resolve));
  readonly goTo = vi.fn(async () => true);
  readonly next = vi.fn(async () => true);
  readonly prev = vi.fn(async () => true);
  readonly setTheme = vi.fn((_value: unknown) => {});
  readonly markFound = vi.fn((_value: unknown) => {});
  readonly reportNow = vi.fn(() => {});
  readonly destroy = vi.fn(() => {});
  readonly clearSelection = vi.fn(() => {});
  readonly highlights = { add: vi.fn((_look: unknown) => {}), remove: vi.fn((_id: string) => {}) };
  readonly rangeOf = () => null;
  selection = (): ReaderSelection | null => null;
  readonly documents = () => [];
  readonly canGoBack = () => false;
  readonly #options: ReaderOptions;
  readonly #listeners = new Map<string, Set<(detail: never) => void>>();

  constructor(options: ReaderOptions) {
    this.#options = options;
    fakeReaders.push(this);
  }

  async *search(): AsyncGenerator<SearchResults, void, undefined> {}

  /** Asks whether a key may turn the page, as the engine does. */
  mayTurn(): boolean {
    return this.#options.onTurnRequest?.('next', 'key') ?? true;
  }

  on<Name extends keyof ReaderEvents>(name: Name, listener: (detail: ReaderEvents[Name]) => void): () => void {
    const all = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, all.add(listener));
    return () => all.delete(listener);
  }

  tell<Name extends keyof ReaderEvents>(name: Name, detail: ReaderEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(detail as never);
  }
}
