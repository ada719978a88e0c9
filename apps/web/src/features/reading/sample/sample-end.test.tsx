import type { PublicPart } from '@cuentos/contract/books';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverReach } from '../../../lib/api/api-events.ts';
import { session as account } from '../../../lib/api/session.ts';
import { createStore } from '../../../lib/store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { fakeBook, fakePart } from '../../../testing/catalogue.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import type { Sample } from '../opening/open-book.ts';
import type { ReadingSession } from '../reading-session.ts';
import type { ReadingTools } from '../tools/reading-tools.ts';
import { SampleEnd } from './sample-end.tsx';

const turn = vi.fn<ReadingSession['turn']>();
const beginning: Sample = { kind: 'beginning', end: 10.4, charactersLeft: 142_500 };

interface Given {
  readonly parts?: readonly PublicPart[];
  readonly sample?: Sample;
  readonly marks?: number;
  readonly answer?: () => Promise<never>;
}

/** The page after the last line of 'part-1'. */
function showEnd({ parts = [fakePart()], sample = beginning, marks = 0, answer }: Given = {}) {
  fakeApi({ 'GET /api/books/book-1': answer ?? { body: fakeBook({ parts: [...parts] }) } });
  const book = { partId: 'part-1', bookId: 'book-1', partName: 'Primera parte', sample };
  const session = { book, turn, ...createStore({ pastEnd: true }) } as unknown as ReadingSession;
  const tools = {
    notes: createStore({ highlights: Array.from({ length: marks }) }),
    bookmarks: createStore({ list: [] }),
  } as unknown as ReadingTools;
  render(<SampleEnd session={session} sample={sample} tools={tools} />);
}

beforeEach(() => {
  account.forget();
  turn.mockReset();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says what was read, what is left, what happens to the marks, and the price', async () => {
  showEnd({ marks: 2 });
  expect(screen.getByRole('heading', { name: 'Hasta aquí llega el comienzo' })).toBe(document.activeElement);
  expect(screen.getByText(/Leíste el 10.% de esta parte\. Quedan ≈.1.h.35.min\./)).toBeTruthy();
  expect(screen.getByText('Al comprarla se abre en esta misma frase, con tus 2 marcas puestas.')).toBeTruthy();
  expect(await screen.findByText(/\$1\.490/)).toBeTruthy();
});

it.each([
  ['through an account for who has none', false, '/register/book-1?part=part-1'],
  ['straight for who is signed in', true, '/user-library/book-1?part=part-1'],
])('buying leads to the part, %s', async (_, isSignedIn, href) => {
  if (isSignedIn) signInAs('ana');
  showEnd();
  const link = await screen.findByRole('link', { name: 'Comprar y seguir leyendo' });
  expect(link.getAttribute('href')).toBe(href);
});

it('of a part that is not out tells its day and offers to write', async () => {
  showEnd({ parts: [fakePart({ release_date: '2099-12-12T03:00:00Z' })] });
  expect(await screen.findByRole('button', { name: /^Avísame cuando salga/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Comprar y seguir leyendo' })).toBeNull();
});

it('of a whole part leads on to the next one', async () => {
  showEnd({
    sample: { kind: 'whole', end: 100, charactersLeft: 0 },
    parts: [fakePart(), fakePart({ id: 'part-2', name: 'La valija', sample: 'beginning' })],
  });
  expect(screen.getByRole('heading', { name: 'Fin' })).toBe(document.activeElement);
  const link = await screen.findByRole('link', { name: 'Lee el comienzo de La valija' });
  expect(link.getAttribute('href')).toBe('/sample/book-1/part-2');
});

it('without a line says so, and asks again when it is back', async () => {
  showEnd({ answer: () => Promise.reject(new TypeError('no line')) });
  expect(await screen.findByText(/^Sin conexión no podemos decirte el precio/)).toBeTruthy();
  fakeApi({ 'GET /api/books/book-1': { body: fakeBook({ parts: [fakePart()] }) } });
  serverReach.note(200);
  expect(await screen.findByRole('link', { name: 'Comprar y seguir leyendo' })).toBeTruthy();
});

it('leads back to the text by key and by button', () => {
  showEnd();
  fireEvent.keyDown(screen.getByRole('heading', { level: 2 }), { key: 'ArrowLeft' });
  fireEvent.click(screen.getByRole('button', { name: 'Volver a la última página' }));
  expect(turn.mock.calls).toEqual([['prev'], ['prev']]);
});
