import type { SearchMatch } from '@cuentos/epub/render/tools/book-search';
import type { Reader } from '@cuentos/epub/render/reader';
import { Store } from '../../../lib/react-store.ts';

/** Matches of one chapter, in the order of the book. */
export interface SearchGroup {
  readonly title: string | null;
  readonly matches: readonly SearchMatch[];
}

interface SearchState {
  /** The query, as typed. */
  readonly query: string;
  readonly status: 'empty' | 'searching' | 'done' | 'failed';
  readonly groups: readonly SearchGroup[];
  readonly count: number;
  /** CFI of the last opened result. */
  readonly chosenMatch: string | null;
}

/** Shortest query, letters: a single letter would match nearly every line. */
const LEAST = 2;
/** Largest number of listed results; the search ends there. */
export const MOST = 300;
/** Pause in typing before the search starts, ms. */
const REST_MS = 180;
/** Shortest time between two updates of the results, ms. */
const SHOW_EVERY_MS = 80;

/** Adds a section's matches to the groups; a chapter that continues in the next file is one group. */
export function addMatches(groups: readonly SearchGroup[], matches: readonly SearchMatch[]): readonly SearchGroup[] {
  const next = [...groups];
  for (const match of matches) {
    const last = next.at(-1);
    if (last && last.title === match.chapterTitle)
      next[next.length - 1] = { ...last, matches: [...last.matches, match] };
    else next.push({ title: match.chapterTitle, matches: [match] });
  }
  return next;
}

/** Searches during typing; each new letter cancels the search before. */
export class BookSearch extends Store<SearchState> {
  readonly #search: Reader['search'];
  #running: AbortController | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(search: Reader['search']) {
    super({ query: '', status: 'empty', groups: [], count: 0, chosenMatch: null });
    this.#search = search;
  }

  /** Called when the field has changed. */
  type(query: string): void {
    this.cancel();
    const needle = query.trim();
    if (needle.length < LEAST) {
      this.set({ query, status: 'empty', groups: [], count: 0, chosenMatch: null });
      return;
    }
    this.set({ query, status: 'searching', groups: [], count: 0, chosenMatch: null });
    this.#rest = setTimeout(() => {
      this.#run(needle).catch(() => this.set({ status: 'failed' }));
    }, REST_MS);
  }

  choose(cfi: string): void {
    this.set({ chosenMatch: cfi });
  }

  /** Cancels a running search. */
  cancel(): void {
    clearTimeout(this.#rest);
    this.#running?.abort();
    this.#running = null;
  }

  async #run(query: string): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    let groups: readonly SearchGroup[] = [];
    let [count, lastShownAt] = [0, performance.now()];
    for await (const { matches } of this.#search(query, { signal: running.signal, limit: MOST })) {
      if (running.signal.aborted) return;
      groups = addMatches(groups, matches);
      count += matches.length;
      if (performance.now() - lastShownAt < SHOW_EVERY_MS) continue;
      lastShownAt = performance.now();
      this.set({ groups, count });
    }
    if (!running.signal.aborted) this.set({ groups, count, status: 'done' });
  }
}
