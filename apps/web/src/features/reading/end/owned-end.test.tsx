import type { PublicPart } from '@cuentos/contract/books';
import type { UserPart } from '@cuentos/contract/library';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../lib/store.ts';
import { fakeBook, fakePart } from '../../../testing/catalogue.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { serverReach } from '../../../lib/api/api-events.ts';
import { offlineCache } from '../../books/offline-cache.ts';
import type { ReadingSession } from '../reading-session.ts';
import type { ReadingTools } from '../tools/reading-tools.ts';
import { OwnedEnd } from './owned-end.tsx';

const setFinished = vi.hoisted(() => vi.fn(() => Promise.resolve()));
const marks = vi.hoisted(() => ({ finished: true }));
vi.mock('../../library/finished/finished-parts.ts', () => ({
  setFinished,
  onFinishedChange: () => () => {},
  finishedHere: () => Promise.resolve(new Map([['part-1', { ...marks, baseRevision: 1, pending: false }]])),
}));

const turn = vi.fn<ReadingSession['turn']>();
const jump = vi.fn<ReadingSession['jump']>();
let count = 0;

interface EndOptions {
  readonly isRightToLeft?: boolean;
  /** Answer of the server to the query for the reader's own parts. */
  readonly own?: Parameters<typeof fakeApi>[0][string];
  readonly parts?: readonly PublicPart[];
  readonly highlights?: readonly object[];
}

/**
 * Shows the page after the last line of 'part-1'. Each call has a book of its own, since a book's parts are requested
 * once.
 */
function showEnd({
  isRightToLeft = false,
  own = { body: [] },
  parts = [fakePart()],
  highlights = [],
}: EndOptions = {}) {
  const bookId = `book-${(count += 1)}`;
  fakeApi({
    [`GET /api/books/${bookId}`]: { body: fakeBook({ id: bookId, parts: [...parts] }) },
    [`GET /api/user_book_parts/${bookId}`]: own,
    'GET /api/shop': { body: { identity: { quote: 'Escribo de noche.', author_name: 'Ana Lector' } } },
    'GET /api/books/': { body: [fakeBook({ id: 'other', name: 'El pozo', parts: [fakePart()] })] },
  });
  const book = { partId: 'part-1', bookId, partName: 'Primera parte', sample: null, preview: false };
  const session = { book, isRightToLeft, turn, jump, ...createStore({ pastEnd: true }) } as unknown as ReadingSession;
  const tools = { notes: createStore({ highlights }) } as unknown as ReadingTools;
  render(<OwnedEnd session={session} tools={tools} />);
}

beforeEach(() => {
  signInAs('ana');
  setFinished.mockClear();
  jump.mockReset();
  turn.mockReset();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const next = fakePart({ id: 'part-2', name: 'La valija', value: 1990 });

it('marks the part as finished, says so, and offers to remove the mark', async () => {
  showEnd();
  expect(screen.getByRole('heading', { name: 'Fin' })).toBe(document.activeElement);
  expect(setFinished).toHaveBeenCalledWith('part-1', true, null);
  expect(screen.getByText('Terminada: así queda en tu biblioteca.')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Todavía no la termino' }));
  expect(setFinished).toHaveBeenLastCalledWith('part-1', false, null);
});

it.each([
  [false, 'ArrowLeft', 'ArrowRight', 60],
  [true, 'ArrowRight', 'ArrowLeft', -60],
])(
  'leads back to the text by the key and the finger of the book’s direction (right to left: %s)',
  (isRightToLeft, back, on, dx) => {
    showEnd({ isRightToLeft });
    const heading = screen.getByRole('heading', { name: 'Fin' });
    const swipe = (way: number) => {
      fireEvent.touchStart(heading, { touches: [{ screenX: 200, screenY: 200 }] });
      fireEvent.touchEnd(heading, { changedTouches: [{ screenX: 200 + way, screenY: 205 }] });
    };
    fireEvent.keyDown(heading, { key: on });
    swipe(-dx);
    expect(turn).not.toHaveBeenCalled();
    fireEvent.keyDown(heading, { key: back });
    swipe(dx);
    expect(turn.mock.calls).toEqual([['prev'], ['prev']]);
  },
);

it('leads on to the next part when it is owned', async () => {
  const own = { ...next, is_purchased: true, edition_id: 'e' } as unknown as UserPart;
  showEnd({ parts: [fakePart(), next], own: { body: [own] } });
  const link = await screen.findByRole('link', { name: 'Leer: La valija' });
  expect(link.getAttribute('href')).toBe(`/reader/book-${count}/part-2`);
});

it('offers the next part with its price when it is not owned', async () => {
  showEnd({ parts: [fakePart(), next] });
  expect(await screen.findByText(/\$1\.990/)).toBeTruthy();
});

describe('while the owned parts are unknown', () => {
  const owned = { ...next, is_purchased: true, edition_id: 'e' } as unknown as UserPart;
  const cache = offlineCache.current();
  afterEach(() => offlineCache.install(cache));

  it('offers nothing for sale, and names the next part', async () => {
    const answer = Promise.withResolvers<{ body: unknown }>();
    showEnd({ parts: [fakePart(), next], own: () => answer.promise });
    expect(await screen.findByText('La valija')).toBeTruthy();
    expect(screen.queryByText(/\$1\.990/)).toBeNull();
    expect(screen.queryByRole('link', { name: /La valija/ })).toBeNull();
    answer.resolve({ body: [] });
    expect(await screen.findByText(/\$1\.990/)).toBeTruthy();
  });

  it('trusts the device’s list where the server is out of reach, and asks again', async () => {
    let isAway = true;
    offlineCache.install({ ...cache, readUserParts: async () => [owned] });
    showEnd({
      parts: [fakePart(), next],
      own: () => {
        if (isAway) throw new TypeError('no line');
        return { body: [{ ...owned, is_purchased: false, edition_id: null }] };
      },
    });
    expect(await screen.findByRole('link', { name: 'Leer: La valija' })).toBeTruthy();
    isAway = false;
    serverReach.note(200);
    expect(await screen.findByText(/\$1\.990/)).toBeTruthy();
  });
});

it('does not call a part the last one of a book that lists no parts', async () => {
  showEnd({ parts: [] });
  // The screen stops looking for the other part when the book has loaded.
  await screen.findByRole('button', { name: 'Todavía no la termino' });
  expect(screen.queryByText('Es la última parte de este libro.')).toBeNull();
});

it('offers a notice by mail before the next part is released', async () => {
  showEnd({ parts: [fakePart(), { ...next, release_date: '2099-12-12T03:00:00Z', sample: 'none' as const }] });
  expect(await screen.findByRole('button', { name: /^Avísame cuando salga/ })).toBeTruthy();
});

it('after the last part shows the author’s words and other books', async () => {
  showEnd();
  expect(await screen.findByText('«Escribo de noche.»')).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'El pozo' })).getAttribute('href')).toBe('/user-library/other');
});

it('leads to each highlight of the part', () => {
  showEnd({ highlights: [{ id: 'h', cfi: 'epubcfi(/6/2)', quote: 'tres vueltas', note: 'la llave' }] });
  expect(screen.getByText('En esta parte dejaste 1 resaltado, 1 con nota.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Ir a «tres vueltas»', hidden: true }));
  expect(jump).toHaveBeenCalledWith('epubcfi(/6/2)');
});
