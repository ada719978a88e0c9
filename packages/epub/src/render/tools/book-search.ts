import type { Publication, Section } from '../../container/publication.ts';
import { findAll, foldForSearch, type FoldedText, snippetOf, type Snippet } from '../../locator/search-text.ts';
import type { SectionText } from '../../locator/section-text.ts';
import { cfiOfText } from '../../locator/text-range.ts';
import type { BookTexts } from './book-texts.ts';
import type { ContentsIndex } from '../contents-index.ts';

export interface SearchOptions {
  /** Ends the search; the results found so far stay. */
  readonly signal?: AbortSignal;
  /** Largest number of matches; default 1000. */
  readonly limit?: number;
}

/** The matches in one section, and the progress of the search. */
export interface SearchResults {
  readonly sectionIndex: number;
  readonly matches: readonly SearchMatch[];
  /** Part of the book that has been searched, 0 to 1. */
  readonly progress: number;
}

/** A match with its snippet of at most 150 characters. */
export interface SearchMatch extends Snippet {
  /** A range CFI in three parts. */
  readonly cfi: string;
  readonly chapterTitle: string | null;
}

/** Matches of a search that sets no limit. */
const DEFAULT_LIMIT = 1000;
/** Longest work before the browser may paint, ms. */
const WORK_SLICE_MS = 12;

const foldedTexts = new WeakMap<SectionText, FoldedText>();

/** Searches section by section in reading order, linear sections only. Sections without a match give empty results. */
export async function* searchBook(
  query: string,
  publication: Publication,
  texts: BookTexts,
  contents: ContentsIndex,
  { signal, limit = DEFAULT_LIMIT }: SearchOptions,
): AsyncGenerator<SearchResults, void, undefined> {
  const needle = foldForSearch(query).text.trim();
  if (needle === '') return;
  const linear = publication.sections.filter((section) => section.linear);
  let remainingMatches = limit;
  let since = performance.now();
  for (const [searchedCount, section] of linear.entries()) {
    if (signal?.aborted || remainingMatches <= 0) return;
    const text = await texts.text(section.index);
    if (performance.now() - since > WORK_SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
    if (signal?.aborted) return;
    const matches = text ? matchesIn(section, text, needle, remainingMatches, contents) : [];
    remainingMatches -= matches.length;
    yield { sectionIndex: section.index, matches, progress: (searchedCount + 1) / linear.length };
  }
}

function matchesIn(
  section: Section,
  text: SectionText,
  needle: string,
  limit: number,
  contents: ContentsIndex,
): SearchMatch[] {
  const haystack = foldedTexts.get(text) ?? foldForSearch(text.text);
  foldedTexts.set(text, haystack);
  const matches: SearchMatch[] = [];
  for (const span of findAll(haystack, needle, limit)) {
    const cfi = cfiOfText(section.cfi, text, span);
    if (cfi === null) continue;
    const chapterTitle = contents.titleAt(section.index, span.from, (id) => text.anchors.get(id) ?? 0);
    matches.push({ cfi, chapterTitle, ...snippetOf(text.text, span) });
  }
  return matches;
}
