import 'fake-indexeddb/auto';
import type { Reader } from '@cuentos/epub/render/reader';
import type { Relocation } from '@cuentos/epub/render/reader-types';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetUser } from '../../device/forget-rows.ts';
import { bookmarkStore } from './bookmark-store.ts';
import type { OpenedBook } from '../reading/opening/open-book.ts';
import { freshDevice } from '../../device/testing/fresh-device.ts';
import { placeAt } from '../../testing/place-at.ts';
import { bookmarkOn, Bookmarks } from './bookmarks.ts';

const publication = {
  sections: [
    { start: 0, characters: 4000 },
    { start: 4000, characters: 6000 },
  ],
  characters: 10_000,
} as unknown as OpenedBook['publication'];
const book = (changes: Partial<OpenedBook> = {}) =>
  ({ partId: 'part', editionId: 'edition', preview: false, localReader: null, publication, ...changes }) as OpenedBook;

/** An engine at a position, on a page of these words; `search` finds the quote at one place. */
function engine(position: Relocation, pageText = '') {
  const searchResult = { sectionIndex: 1, matches: [{ cfi: 'found', before: 'antes ' }], progress: 1 };
  return {
    position,
    pageText: async () => pageText,
    on: () => () => {},
    rangeOf: () => null,
    search: async function* () {
      yield searchResult;
    },
  } as unknown as Reader;
}
/** Position of a page of 500 characters that begins at 10 %, in the first section. */
const here = placeAt({ cfi: 'here', percentage: 10, charactersLeftInSection: 2500, chapterTitle: 'Uno' });
const stored = () => bookmarkStore.of('ana', 'part');

beforeEach(async () => {
  await freshDevice();
});
afterEach(() => vi.unstubAllGlobals());

describe('bookmarks', () => {
  it('mark the page shown, and are restored at the next opening', async () => {
    const bookmarks = new Bookmarks(book());
    bookmarks.follow(engine(here));
    await bookmarks.toggle();
    expect(bookmarks.snapshot()).toMatchObject({ list: [{ cfi: 'here', chapter: 'Uno' }], here: { cfi: 'here' } });
    const later = new Bookmarks(book());
    later.follow(engine(here));
    await vi.waitFor(() => expect(later.snapshot().here).toMatchObject({ cfi: 'here' }));
    await later.toggle();
    expect(later.snapshot()).toEqual({ list: [], here: null });
    expect(await stored()).toEqual([]);
  });

  it('can be restored after they were removed', async () => {
    const bookmarks = new Bookmarks(book());
    bookmarks.follow(engine(here));
    await bookmarks.toggle();
    const [mark] = bookmarks.snapshot().list;
    if (!mark) throw new Error('no bookmark was made');
    await bookmarks.remove(mark);
    expect(await stored()).toEqual([]);
    await bookmarks.restore(mark);
    expect(await stored()).toEqual([{ ...mark, id: expect.any(String) }]);
    // A deleted id stays deleted on each device, so a restored bookmark gets a new id.
    expect((await stored())[0]?.id).not.toBe(mark.id);
  });

  it('belong to one reader, and are deleted by a voluntary logout', async () => {
    const bookmarks = new Bookmarks(book());
    bookmarks.follow(engine(here));
    await bookmarks.toggle();
    expect(await bookmarkStore.of('berta', 'part')).toEqual([]);
    await forgetUser('berta');
    expect(await stored()).toHaveLength(1);
    await forgetUser('ana');
    expect(await stored()).toEqual([]);
  });

  it('are not stored in a preview', async () => {
    const bookmarks = new Bookmarks(book({ preview: true }));
    bookmarks.follow(engine(here));
    await bookmarks.toggle();
    expect(bookmarks.snapshot().list).toHaveLength(1);
    expect(await stored()).toEqual([]);
  });

  it('lead to their words in another edition, else to the same percentage', async () => {
    const bookmarks = new Bookmarks(book());
    bookmarks.follow(engine(here));
    await bookmarks.toggle();
    const [mark] = bookmarks.snapshot().list;
    if (!mark) throw new Error('no bookmark was made');
    expect(await bookmarks.targetOf(mark)).toBe('here');
    const older = { ...mark, edition_id: 'older' };
    expect(await bookmarks.targetOf(older)).toEqual({ fraction: 0.1 });
    expect(await bookmarks.targetOf({ ...older, quote: { text: 'La niebla llegó', before: '' } })).toBe('found');
  });
});

describe('the mark of a page', () => {
  const mark = {
    uid: 'ana',
    part_id: 'part',
    id: '1',
    cfi: 'x',
    percentage: 12,
    edition_id: 'edition',
    chapter: null,
  } as const;
  const list = [{ ...mark, quote: null, created_at: 0 }];

  it('stays with its text when another text size moves the pages', () => {
    expect(bookmarkOn(list, here, book())?.id).toBe('1');
    const larger = placeAt({ percentage: 11.5, charactersLeftInSection: 2600 });
    expect(bookmarkOn(list, larger, book())?.id).toBe('1');
  });

  it('is that of the edition that is open: another one has other text at the same place', async () => {
    const older = { ...mark, cfi: 'here', edition_id: 'older', quote: { text: 'La niebla llegó', before: '' } };
    expect(bookmarkOn([{ ...older, created_at: 0 }], here, book())).toBeNull();
    await bookmarkStore.put({ ...older, created_at: 0 }, null);
    const bookmarks = new Bookmarks(book());
    bookmarks.follow(engine(here, 'Otra página.'));
    await vi.waitFor(() => expect(bookmarks.snapshot().list).toHaveLength(1));
    await bookmarks.toggle();
    expect((await stored()).map(({ edition_id }) => edition_id).toSorted()).toEqual(['edition', 'older']);
    await bookmarks.toggle();
    expect(await stored()).toMatchObject([{ id: '1', edition_id: 'older' }]);
  });

  it('of another edition is on the page that has its words', async () => {
    const older = { ...mark, percentage: 70, edition_id: 'older', created_at: 0 };
    await bookmarkStore.put({ ...older, quote: { text: 'La niebla llegó', before: '' } }, null);
    const bookmarks = new Bookmarks(book());
    bookmarks.follow(engine(here, 'Por fin.\nLa nie\u00ADbla\nllegó al puerto.'));
    await vi.waitFor(() => expect(bookmarks.snapshot().here?.id).toBe('1'));
    await bookmarks.toggle();
    expect(await stored()).toEqual([]);
  });

  it('is on neither the page before nor the page after', () => {
    expect(bookmarkOn(list, placeAt({ percentage: 5, charactersLeftInSection: 3000 }), book())).toBeNull();
    expect(bookmarkOn(list, placeAt({ percentage: 15, charactersLeftInSection: 2000 }), book())).toBeNull();
  });
});
