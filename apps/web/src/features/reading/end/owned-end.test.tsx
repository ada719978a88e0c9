import type { UserPart } from '@cuentos/contract/library';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from '../../../lib/store.ts';
import { fakeBook, fakePart } from '../../../testing/catalogue.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
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

const jump = vi.fn<ReadingSession['jump']>();
let count = 0;

/** The page after the last line of 'part-1', of a book of its own, as the parts of a book are asked for once. */
function showEnd({ own = [], parts = [fakePart()], highlights = [] as object[] } = {}) {
  const bookId = `book-${(count += 1)}`;
  fakeApi({
    [`GET /api/books/${bookId}`]: { body: fakeBook({ id: bookId, parts: [...parts] }) },
    [`GET /api/user_book_parts/${bookId}`]: { body: own },
    'GET /api/shop': { body: { identity: { quote: 'Escribo de noche.', author_name: 'Ana Lector' } } },
    'GET /api/books/': { body: [fakeBook({ id: 'other', name: 'El pozo', parts: [fakePart()] })] },
  });
  const book = { partId: 'part-1', bookId, partName: 'Primera parte', sample: null, preview: false };
  const session = { book, turn: vi.fn(), jump, ...createStore({ pastEnd: true }) } as unknown as ReadingSession;
  const tools = { notes: createStore({ highlights }) } as unknown as ReadingTools;
  render(<OwnedEnd session={session} tools={tools} />);
}

beforeEach(() => {
  signInAs('ana');
  setFinished.mockClear();
  jump.mockReset();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const next = fakePart({ id: 'part-2', name: 'La valija', value: 1990 });

it('marks the part as finished, says so, and takes it back', async () => {
  showEnd();
  expect(screen.getByRole('heading', { name: 'Fin' })).toBe(document.activeElement);
  expect(setFinished).toHaveBeenCalledWith('part-1', true, null);
  expect(screen.getByText('Terminada: así queda en tu biblioteca.')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Todavía no la termino' }));
  expect(setFinished).toHaveBeenLastCalledWith('part-1', false, null);
});

it('leads on to the next part that is one’s own', async () => {
  const own = { ...next, is_purchased: true, edition_id: 'e' } as unknown as UserPart;
  showEnd({ parts: [fakePart(), next], own: [own] as never });
  const link = await screen.findByRole('link', { name: 'Leer: La valija' });
  expect(link.getAttribute('href')).toBe(`/reader/book-${count}/part-2`);
});

it('offers the next part with its price where it is not', async () => {
  showEnd({ parts: [fakePart(), next] });
  expect(await screen.findByText(/\$1\.990/)).toBeTruthy();
});

it('offers to write before the next part is out', async () => {
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
