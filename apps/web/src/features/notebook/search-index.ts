import { findAll, foldForSearch } from '@cuentos/epub/locator/search-text';
import type { NotebookEntry } from './entries.ts';

/** Time of folding after which the page may respond, ms. */
const SLICE_MS = 8;

/** Separates passage and note, so that no searched word spans both. */
const BETWEEN = '\n';

/**
 * Texts of entries for comparison in searches: case and accents removed, ñ kept. Each entry is folded once, in slices,
 * until it changes.
 */
export class SearchIndex {
  readonly #folded = new WeakMap<NotebookEntry, string>();

  /** Folds entries in advance of a search, in slices, so that the page stays responsive. @param signal ends it */
  async prepare(entries: readonly NotebookEntry[], signal: AbortSignal): Promise<void> {
    let began = performance.now();
    for (const entry of entries) {
      if (signal.aborted) return;
      this.#wordsOf(entry);
      if (performance.now() - began < SLICE_MS) continue;
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      began = performance.now();
    }
  }

  /** Entries that contain all words of a query, in any order; all entries for a query without words. */
  find<Entry extends NotebookEntry>(entries: readonly Entry[], query: string): readonly Entry[] {
    const words = wordsOf(query);
    if (words.length === 0) return entries;
    return entries.filter((entry) => {
      const folded = this.#wordsOf(entry);
      return words.every((word) => folded.includes(word));
    });
  }

  #wordsOf(entry: NotebookEntry): string {
    const known = this.#folded.get(entry);
    if (known !== undefined) return known;
    const { quote, note, chapter, part } = entry;
    const folded = [quote, note, chapter ?? '', part.part_name].map((text) => foldForSearch(text).text).join(BETWEEN);
    this.#folded.set(entry, folded);
    return folded;
  }
}

/** Words of a query, folded; a phrase in quotation marks is one. */
function wordsOf(query: string): string[] {
  const { text } = foldForSearch(query);
  return [...text.matchAll(/"([^"]+)"?|[^\s"]+/g)].map(([word, quoted]) => (quoted ?? word).trim()).filter(Boolean);
}

/** Splits a text into pieces, with the found ones marked. */
export function markedPieces(text: string, query: string): { readonly text: string; readonly isFound: boolean }[] {
  const folded = foldForSearch(text);
  const spans = wordsOf(query)
    .flatMap((word) => findAll(folded, word))
    .toSorted((a, b) => a.from - b.from);
  const pieces: { text: string; isFound: boolean }[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    if (from < at) continue;
    if (from > at) pieces.push({ text: text.slice(at, from), isFound: false });
    pieces.push({ text: text.slice(from, to), isFound: true });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isFound: false });
  return pieces;
}
