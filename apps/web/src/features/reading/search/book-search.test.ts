import type { SearchMatch, SearchResults } from '@cuentos/epub/render/tools/book-search';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addMatches, BookSearch } from './book-search.ts';

const match = (cfi: string, chapterTitle: string | null = 'Uno'): SearchMatch => ({
  cfi,
  chapterTitle,
  before: 'la ',
  match: 'niebla',
  after: ' baja',
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Makes a book whose sections have these matches; the search answers section by section. */
function bookOf(...sections: readonly SearchMatch[][]) {
  const requests: string[] = [];
  const calledOff: string[] = [];
  async function* search(query: string, { signal }: { signal?: AbortSignal } = {}): AsyncGenerator<SearchResults> {
    requests.push(query);
    for (const [sectionIndex, matches] of sections.entries()) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (signal?.aborted) {
        calledOff.push(query);
        return;
      }
      yield { sectionIndex, matches, progress: (sectionIndex + 1) / sections.length };
    }
  }
  return { asked: requests, calledOff, search: new BookSearch(search as never) };
}

describe('search in a part', () => {
  it('groups the results by chapter while they arrive, and counts them', async () => {
    const { search } = bookOf([match('a'), match('b')], [match('c'), match('d', 'Dos')]);
    search.type('niebla');
    expect(search.snapshot()).toMatchObject({ status: 'searching', count: 0 });
    await vi.advanceTimersByTimeAsync(290);
    expect(search.snapshot()).toMatchObject({ status: 'searching', count: 2 });
    await vi.advanceTimersByTimeAsync(200);
    const { status, count, groups } = search.snapshot();
    expect([status, count]).toEqual(['done', 4]);
    expect(groups.map(({ title, matches }) => [title, matches.length])).toEqual([
      ['Uno', 3],
      ['Dos', 1],
    ]);
  });

  it('cancels a search when the reader types on, and searches once for fast typing', async () => {
    const { search, asked, calledOff } = bookOf([match('a')], [match('b')]);
    for (const typed of ['ni', 'nie', 'nieb']) {
      search.type(typed);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    search.type('niebla');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['nieb', 'niebla']);
    expect(calledOff).toEqual(['nieb']);
    expect(search.snapshot()).toMatchObject({ status: 'done', count: 2 });
  });

  it('is empty for less than two letters and says when there are no results', async () => {
    const { search, asked } = bookOf([]);
    search.type(' ñ ');
    await vi.advanceTimersByTimeAsync(1000);
    expect(search.snapshot()).toMatchObject({ status: 'empty', query: ' ñ ' });
    expect(asked).toEqual([]);
    search.type('nada');
    await vi.advanceTimersByTimeAsync(1000);
    expect(search.snapshot()).toMatchObject({ status: 'done', count: 0, groups: [] });
  });

  it('reports a search that failed', async () => {
    const search = new BookSearch(() => {
      throw new TypeError('no line');
    });
    search.type('niebla');
    await vi.advanceTimersByTimeAsync(1000);
    expect(search.snapshot().status).toBe('failed');
  });

  it('starts a new group when a chapter occurs again', () => {
    const groups = addMatches(addMatches([], [match('a'), match('b', null)]), [match('c')]);
    expect(groups.map(({ title }) => title)).toEqual(['Uno', null, 'Uno']);
  });
});
