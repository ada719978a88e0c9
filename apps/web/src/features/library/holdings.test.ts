import type { Library, UserPart } from '@cuentos/contract/library';
import type { HeldPart } from '@cuentos/contract/reading';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeOwnedPart, fakePart, fakeUserPart, NOW } from '../../testing/catalogue.ts';
import { bookOf, type DeviceHoldings, mergeHoldings, mergeParts } from './holdings.ts';

type Right = 'none' | 'owned' | 'early-access';

/** Parts of two books, two of each. */
const parts = ['a1', 'a2', 'b1', 'b2'];
const bookIdOf = (partId: string) => `book-${partId[0]}`;
const ACQUIRED = '2026-10-02T03:00:00Z';

function heldPart(partId: string, right: Right): HeldPart {
  return {
    book_id: bookIdOf(partId),
    book_name: `Libro ${partId[0]}`,
    book_image: null,
    book_part_id: partId,
    book_part_name: `Parte ${partId}`,
    image: null,
    release_date: '2026-10-01T03:00:00Z',
    edition_id: 'edition',
    edition_size: 1000,
    acquired_at: right === 'owned' ? ACQUIRED : null,
    expires_at: null,
  };
}

function listed(rights: Readonly<Record<string, Right>>): Library {
  const of = (wanted: Right) => parts.filter((partId) => rights[partId] === wanted);
  return {
    user_book_parts: of('owned').map((partId) =>
      fakeOwnedPart({ id: `row-${partId}`, book_id: bookIdOf(partId), book_part_id: partId }),
    ),
    early_access: of('early-access').map((partId) => {
      const { book_id, book_name, book_part_id, book_part_name, image } = heldPart(partId, 'early-access');
      const rest = {
        book_part_image: image,
        expires_at: null,
        edition_id: 'edition',
        edition_size: 1000,
        percentage: 0,
      };
      return { book_id, book_name, book_part_id, book_part_name, ...rest };
    }),
  };
}

function shownOf(partId: string, right: Right): UserPart {
  return fakeUserPart({
    id: partId,
    book_id: bookIdOf(partId),
    is_purchased: right === 'owned',
    acquired_at: right === 'owned' ? ACQUIRED : null,
    early_access: right === 'early-access',
  });
}

type Event =
  | { readonly kind: 'right'; readonly part: string; readonly right: Right }
  | { readonly kind: 'list' }
  /** `unlisted`: parts that the page shows only to their owners. */
  | { readonly kind: 'page'; readonly book: string; readonly unlisted: readonly string[] }
  | { readonly kind: 'file'; readonly part: string };

const anyPart = fc.constantFrom(...parts);
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constant('right' as const),
    part: anyPart,
    right: fc.constantFrom<Right>('none', 'owned', 'early-access'),
  }),
  fc.record({ kind: fc.constant('list' as const) }),
  fc.record({
    kind: fc.constant('page' as const),
    book: fc.constantFrom('book-a', 'book-b'),
    unlisted: fc.subarray(parts),
  }),
  fc.record({ kind: fc.constant('file' as const), part: anyPart }),
);

/**
 * Plays a history of answers.
 * @returns the holdings that the device keeps, and for each part the right in the last answer about it
 */
function live(events: readonly Event[]): { known: DeviceHoldings; told: Record<string, Right> } {
  const rights: Record<string, Right> = Object.fromEntries(parts.map((part) => [part, 'none']));
  const rightsByPart: Record<string, Right> = {};
  let list: DeviceHoldings['list'] = null;
  const books = new Map<string, DeviceHoldings['books'][number]>();
  const files = new Map<string, DeviceHoldings['parts'][number]>();
  for (const [index, event] of events.entries()) {
    const at = index + 1;
    if (event.kind === 'right') rights[event.part] = event.right;
    if (event.kind === 'list') {
      list = { at, value: listed(rights) };
      Object.assign(rightsByPart, rights);
    }
    if (event.kind === 'page') {
      const ofBook = parts.filter((part) => bookIdOf(part) === event.book);
      const visibleParts = ofBook.filter((part) => rights[part] !== 'none' || !event.unlisted.includes(part));
      const value = {
        bookId: event.book,
        bookName: 'Libro',
        parts: visibleParts.map((part) => shownOf(part, rights[part] ?? 'none')),
      };
      books.set(event.book, { at, value });
      for (const part of ofBook) rightsByPart[part] = rights[part] ?? 'none';
    }
    if (event.kind === 'file') {
      const right = rights[event.part] ?? 'none';
      const part = right === 'none' ? null : heldPart(event.part, right);
      files.set(event.part, { at, value: { partId: event.part, part } });
      rightsByPart[event.part] = right;
    }
  }
  return { known: { list, books: [...books.values()], parts: [...files.values()] }, told: rightsByPart };
}

const rightsIn = (library: Library | null): Record<string, Right> => ({
  ...Object.fromEntries((library?.user_book_parts ?? []).map((row) => [row.book_part_id, 'owned' as const])),
  ...Object.fromEntries((library?.early_access ?? []).map((row) => [row.book_part_id, 'early-access' as const])),
});
const heldRights = (told: Readonly<Record<string, Right>>) =>
  Object.fromEntries(Object.entries(told).filter(([, right]) => right !== 'none'));

describe('the holdings, out of all answers', () => {
  it('have the last right of each part, whatever was requested and in whatever order the answers are kept', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 14 }), fc.boolean(), (events, turned) => {
        const { known, told } = live(events);
        const holdings = turned
          ? { ...known, books: known.books.toReversed(), parts: known.parts.toReversed() }
          : known;
        expect(rightsIn(mergeHoldings(holdings, NOW))).toEqual(heldRights(told));
      }),
      { numRuns: 2000 },
    );
  });

  it('are empty only where no answer ever named a part', () => {
    expect(mergeHoldings({ list: null, books: [], parts: [] }, NOW)).toBeNull();
    const empty = { at: 1, value: { user_book_parts: [], early_access: [] } };
    expect(mergeHoldings({ list: empty, books: [], parts: [] }, NOW)).toEqual({ ...empty.value, awaited: [] });
  });

  it('have a stored part without any list, with all facts of its card', () => {
    const { known } = live([
      { kind: 'right', part: 'a1', right: 'owned' },
      { kind: 'file', part: 'a1' },
    ]);
    expect(mergeHoldings(known, NOW)?.user_book_parts).toEqual([
      expect.objectContaining({
        book_part_id: 'a1',
        book_name: 'Libro a',
        book_part_name: 'Parte a1',
        acquired_at: ACQUIRED,
      }),
    ]);
  });

  it('have a part that was bought after the last list', () => {
    const { known } = live([
      { kind: 'list' },
      { kind: 'right', part: 'b1', right: 'owned' },
      { kind: 'page', book: 'book-b', unlisted: [] },
    ]);
    expect(rightsIn(mergeHoldings(known, NOW))).toEqual({ b1: 'owned' });
  });

  it('keep the other parts of an older list', () => {
    const library = listed({ a1: 'owned' });
    const [row] = library.user_book_parts;
    const list = { at: 1, value: { ...library, user_book_parts: [{ ...row!, percentage: 37, read_at: ACQUIRED }] } };
    const parts = [{ at: 2, value: { partId: 'a1', part: heldPart('a1', 'owned') } }];
    const merged = mergeHoldings({ list, books: [], parts }, NOW);
    expect(merged?.user_book_parts[0]).toMatchObject({ id: 'row-a1', percentage: 37, read_at: ACQUIRED });
  });

  it('leave out early access that has ended', () => {
    const part = { ...heldPart('a1', 'early-access'), expires_at: new Date(NOW).toISOString() };
    const holdings = { list: null, books: [], parts: [{ at: 1, value: { partId: 'a1', part } }] };
    expect(mergeHoldings(holdings, NOW - 1)?.early_access).toHaveLength(1);
    expect(mergeHoldings(holdings, NOW)?.early_access).toEqual([]);
  });
});

describe('the page of a book', () => {
  const { known } = live([
    { kind: 'right', part: 'a1', right: 'owned' },
    { kind: 'file', part: 'a1' },
  ]);
  const library = mergeHoldings(known, NOW);

  it('shows the parts that came with their file, when no page was ever requested', () => {
    expect(mergeParts('book-a', library, null, [])).toEqual([
      expect.objectContaining({ id: 'a1', name: 'Parte a1', is_purchased: true, acquired_at: ACQUIRED, ebook: true }),
    ]);
    expect(
      bookOf(
        'book-a',
        library,
        known.parts.map(({ value }) => value),
      )?.name,
    ).toBe('Libro a');
  });

  it('shows the other parts as the shop lists them, and none of them as owned', () => {
    const catalogue = [fakePart({ id: 'a1', book_id: 'book-a' }), fakePart({ id: 'a2', book_id: 'book-a' })];
    const mergedParts = mergeParts('book-a', library, null, catalogue);
    expect(mergedParts?.map(({ id, is_purchased }) => [id, is_purchased])).toEqual([
      ['a1', true],
      ['a2', false],
    ]);
  });

  it('is unknown where no answer named the book', () => {
    expect(mergeParts('book-b', library, null, [])).toBeNull();
    expect(bookOf('book-b', library, [])).toBeNull();
  });
});

it('an entry noted by a clock that was years ahead does not outlive a newer answer of the server', () => {
  const [past, future] = [NOW - 1000, NOW + 3 * 8766 * 3_600_000];
  const list = { at: past, value: listed({ a1: 'owned' }) };
  const part = (at: number) => ({ at, value: { partId: 'a1', part: null } });
  const ids = (known: DeviceHoldings) => mergeHoldings(known, NOW)?.user_book_parts.map((row) => row.book_part_id);
  expect(ids({ list, books: [], parts: [part(future)] })).toEqual(['a1']);
  expect(ids({ list, books: [], parts: [part(NOW)] })).toEqual([]);
});
