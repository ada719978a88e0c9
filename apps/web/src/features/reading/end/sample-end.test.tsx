import type { PublicPart } from '@cuentos/contract/books';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverReach } from '../../../lib/api/api-events.ts';
import { session as account } from '../../../lib/api/session.ts';
import { addressAfterLogin } from '../../../lib/login-address.ts';
import { createStore } from '../../../lib/store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { fakeBook, fakePart } from '../../../testing/catalogue.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { codeAsked } from '../../auth/carried-email.ts';
import type { Sample } from '../opening/open-book.ts';
import type { ReadingSession } from '../reading-session.ts';
import type { ReadingTools } from '../tools/reading-tools.ts';
import { SampleEnd } from './sample-end.tsx';

const turn = vi.fn<ReadingSession['turn']>();
const whole: Sample = { kind: 'whole', end: 100, charactersLeft: 0 };
const beginning: Sample = { kind: 'beginning', end: 10.4, charactersLeft: 142_500 };

interface Given {
  readonly parts?: readonly PublicPart[];
  readonly sample?: Sample;
  readonly marks?: number;
  readonly answer?: () => Promise<never>;
  readonly answers?: Parameters<typeof fakeApi>[0];
}

/** Shows the page after the last line of 'part-1'. */
function showEnd({ parts = [fakePart()], sample = beginning, marks = 0, answer, answers = {} }: Given = {}) {
  const calls = fakeApi({ 'GET /api/books/book-1': answer ?? { body: fakeBook({ parts: [...parts] }) }, ...answers });
  const book = { partId: 'part-1', bookId: 'book-1', partName: 'Primera parte', sample };
  const session = { book, turn, ...createStore({ pastEnd: true }) } as unknown as ReadingSession;
  const tools = {
    notes: createStore({ highlights: Array.from({ length: marks }) }),
    bookmarks: createStore({ list: [] }),
  } as unknown as ReadingTools;
  render(<SampleEnd session={session} tools={tools} />);
  return calls;
}

beforeEach(() => {
  account.forget();
  turn.mockReset();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('names the sample and the remaining part, says what becomes of the marks, and shows the price', async () => {
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

it('shows the day of an unreleased part and offers a notice by mail', async () => {
  showEnd({ parts: [fakePart({ release_date: '2099-12-12T03:00:00Z' })] });
  expect(await screen.findByRole('button', { name: /^Avísame cuando salga/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Comprar y seguir leyendo' })).toBeNull();
});

it('names the next part with its price at the end of a sample', async () => {
  const next = fakePart({ id: 'part-2', name: 'La valija', value: 1990, release_date: '2099-12-12T03:00:00Z' });
  showEnd({ parts: [fakePart(), next] });
  expect((await screen.findByText(/La valija/)).textContent).toBe('Lo que sigue: La valija, $1.990 CLP');
  cleanup();
  showEnd({ sample: whole, parts: [fakePart(), { ...next, sample: 'beginning' }] });
  expect(await screen.findByText('Sale el 12/12/2099 · $1.990 CLP')).toBeTruthy();
});

it('keeps the discount code of its address', () => {
  history.replaceState(null, '', '/sample/book-1/part-1?codigo=LLAVES20');
  showEnd();
  expect(sessionStorage.getItem('discount-code')).toBe('LLAVES20');
  history.replaceState(null, '', '/');
  sessionStorage.clear();
});

it('leads from a whole part to the next one', async () => {
  showEnd({
    sample: whole,
    parts: [fakePart(), fakePart({ id: 'part-2', name: 'La valija', sample: 'beginning' })],
  });
  expect(screen.getByRole('heading', { name: 'Fin' })).toBe(document.activeElement);
  const link = await screen.findByRole('link', { name: 'Lee el comienzo de La valija' });
  expect(link.getAttribute('href')).toBe('/sample/book-1/part-2');
});

it('sells the next part after a whole one, with its price', async () => {
  showEnd({
    sample: whole,
    parts: [fakePart({ value: 0 }), fakePart({ id: 'part-2', name: 'La valija', sample: 'beginning', value: 1490 })],
  });
  const buy = await screen.findByRole('link', { name: '¡Compra ahora!: La valija' });
  expect(buy.getAttribute('href')).toBe('/register/book-1?part=part-2');
  expect(screen.getByText(/\$1\.490/)).toBeTruthy();
});

describe('keeping the sample', () => {
  const gone: string[] = [];
  const keep = (label: string) => {
    fireEvent.change(screen.getByLabelText(label), { target: { value: ' ana@correo.cl ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  };
  beforeEach(() => {
    gone.length = 0;
    localStorage.clear();
    sessionStorage.clear();
    vi.spyOn(location, 'assign').mockImplementation((to) => void gone.push(String(to)));
  });
  const codes = {
    'GET /api/captcha': { body: { provider: 'none', site_key: null } },
    'POST /api/auth/entry_code': { body: { detail: '' } },
  };

  it('a free part is added to the library of a visitor who types one address', async () => {
    const calls = showEnd({ sample: whole, parts: [fakePart({ value: 0 })], answers: codes });
    await screen.findByLabelText('Guárdala con tu correo');
    expect(screen.getByRole('link', { name: 'términos y condiciones' })).toBeTruthy();
    keep('Guárdala con tu correo');
    await vi.waitFor(() => expect(gone).toEqual(['/enter-code/book-1?part=part-1']));
    expect(calls.filter(({ url }) => url === '/api/auth/entry_code')).toHaveLength(1);
    expect(codeAsked()?.email).toBe('ana@correo.cl');
  });

  it('the sample of a paid part is put into the pocket, from where the account takes it', async () => {
    showEnd({ answers: codes });
    await screen.findByLabelText('Guárdala con tu correo');
    keep('Guárdala con tu correo');
    await vi.waitFor(() => expect(gone).toEqual(['/enter-code/book-1?part=part-1&next=%2Fpocket']));
    expect(addressAfterLogin('?part=part-1&next=%2Fpocket', 'book-1')).toBe('/pocket');
    expect(JSON.parse(localStorage.getItem('pocket::part-1') ?? '')).toMatchObject({ price: 1490 });
  });

  it('requires no address of a signed-in reader', async () => {
    signInAs('ana');
    showEnd({ sample: whole, parts: [fakePart({ value: 0 })] });
    const link = await screen.findByRole('link', { name: 'Guardarla en mi biblioteca' });
    expect(link.getAttribute('href')).toBe('/user-library/book-1?part=part-1');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is not offered for an unreleased part', async () => {
    showEnd({ parts: [fakePart({ release_date: '2099-12-12T03:00:00Z' })] });
    await screen.findByRole('button', { name: /^Avísame cuando salga/ });
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

it('without a connection the screen says so, and asks again when it is back', async () => {
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
