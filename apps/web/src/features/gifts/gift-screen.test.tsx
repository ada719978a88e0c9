import type { Gift } from '@cuentos/contract/gifts';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { type Call, fakeApi } from '../../testing/fake-api.ts';
import { inRouter } from '../../testing/in-router.tsx';
import { fakeTokens } from '../../testing/tokens.ts';
import { GiftScreen } from './gift-screen.tsx';

const item: Gift['items'][number] = {
  part_id: 'p',
  book_id: 'llaves',
  book_name: 'Siete llaves',
  part_name: 'Las tres primeras',
  image: null,
  characters: 135_000,
  is_owned: false,
};
const gift: Gift = {
  state: 'open',
  giver_name: 'Elisa',
  message: 'Para tus viajes.',
  expires_at: '2027-11-24T02:59:59.999Z',
  items: [item],
  is_own: false,
  is_mine: false,
};
const mine: Gift = { ...gift, state: 'claimed', is_mine: true };
const refused = (status: number, code: string) => ({ status, body: { detail: 'Se dijo.', code, request_id: 'x' } });

function open(answers: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi(answers);
  const elsewhere = () => <p>en otra página</p>;
  const router = createMemoryRouter(
    [
      { path: '/gift/:token', Component: inRouter(GiftScreen), loader: () => ({ books: [] }) },
      { path: '*', Component: elsewhere },
    ],
    { initialEntries: ['/gift/tok.en'] },
  );
  render(<RouterProvider router={router} />);
  return { calls, router };
}
const giftApi = (body: Gift) => ({ 'POST /api/gifts/open': { body } });
const bodies = (calls: readonly Call[], path: string) =>
  calls.filter(({ url }) => url === path).map(({ body }) => JSON.parse(String(body)) as unknown);

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  session.forget();
  vi.unstubAllGlobals();
});

/** Signs a person in. @returns the answer that renews the session */
const enter = () => {
  session.store(fakeTokens('a'));
  return { 'POST /api/auth/refresh': { body: fakeTokens('b') } };
};

it('shows a visitor content, giver and end, and leads through an account back to the gift', async () => {
  const { router, calls } = open(giftApi(gift));
  await screen.findByRole('heading', { name: 'Te regalaron un libro' });
  expect(document.body.textContent).toContain('De parte de Elisa.');
  expect(document.body.textContent).toContain('«Para tus viajes.»');
  expect(document.body.textContent).toContain('≈ 1 h 30 min');
  expect(document.body.textContent).toContain('hasta el 23/11/2027');
  // The gift's token must not be in the address of a call, which logs keep.
  expect(calls.every(({ url }) => !url.includes('tok.en'))).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Abrir mi regalo' }));
  await screen.findByText('en otra página');
  const { pathname, search } = router.state.location;
  expect(pathname).toBe('/register/llaves');
  expect(new URLSearchParams(search).get('next')).toBe('/gift/tok.en');
  expect(bodies(calls, '/api/gifts/claim')).toEqual([]);
});

it('opens the gift by itself only for a reader who comes back from signing in', async () => {
  const answers = { ...enter(), ...giftApi(gift), 'POST /api/gifts/claim': { body: mine } };
  const { calls } = open(answers);
  await screen.findByRole('button', { name: 'Abrir mi regalo' });
  expect(bodies(calls, '/api/gifts/claim')).toEqual([]);
  cleanup();
  sessionStorage.setItem('gift-opening', 'tok.en');
  const again = open({ ...enter(), ...answers });
  await screen.findByRole('heading', { name: 'Tu regalo ya es tuyo' });
  expect(bodies(again.calls, '/api/gifts/claim')).toEqual([{ token: 'tok.en' }]);
  expect(sessionStorage.getItem('gift-opening')).toBeNull();
  expect(screen.getByRole('link', { name: 'Leer ahora' }).getAttribute('href')).toBe('/reader/llaves/p');
});

it('does not open by itself for the giver, or for a reader who owns a part of it', async () => {
  sessionStorage.setItem('gift-opening', 'tok.en');
  const own = open({ ...enter(), ...giftApi({ ...gift, is_own: true }) });
  await screen.findByRole('heading', { name: 'Este regalo lo diste tú' });
  expect(bodies(own.calls, '/api/gifts/claim')).toEqual([]);
  cleanup();
  sessionStorage.setItem('gift-opening', 'tok.en');
  const items = [
    { ...item, is_owned: true },
    { ...item, part_id: 'q', part_name: 'Otra' },
  ];
  const part = open({ ...enter(), ...giftApi({ ...gift, items }), 'POST /api/gifts/claim': { body: mine } });
  await screen.findByText('Ya la tienes');
  expect(bodies(part.calls, '/api/gifts/claim')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Recibir lo que me falta' }));
  await screen.findByRole('heading', { name: 'Tu regalo ya es tuyo' });
  expect(bodies(part.calls, '/api/gifts/claim')).toEqual([{ token: 'tok.en', accepts_owned: true }]);
});

it('lets a reader who owns all of it pass it on, and its giver take it only after a second confirmation', async () => {
  open({ ...enter(), ...giftApi({ ...gift, items: [{ ...item, is_owned: true }] }) });
  await screen.findByRole('heading', { name: 'Ya tienes este libro' });
  expect(screen.getByRole('button', { name: 'Copiar enlace' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Abrir mi regalo' })).toBeNull();
  cleanup();
  const answers = { ...giftApi({ ...gift, is_own: true }), 'POST /api/gifts/claim': { body: mine } };
  const { calls } = open({ ...enter(), ...answers });
  fireEvent.click(await screen.findByRole('button', { name: 'Quedarme con él' }));
  expect(bodies(calls, '/api/gifts/claim')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Sí, abrirlo para mí' }));
  await waitFor(() =>
    expect(bodies(calls, '/api/gifts/claim')).toEqual([{ token: 'tok.en', accepts_owned: true, accepts_own: true }]),
  );
});

it.each([
  ['claimed', 'Este regalo ya se abrió'],
  ['expired', 'Este regalo venció'],
  ['withdrawn', 'Este regalo ya no está'],
  ['paused', 'Este regalo está en pausa'],
] as const)('says that a gift is %s, and what comes next', async (state, title) => {
  open(giftApi({ ...gift, state, message: null, giver_name: null }));
  await screen.findByRole('heading', { name: title });
  expect(screen.queryByRole('button', { name: 'Abrir mi regalo' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Ver el libro' }).getAttribute('href')).toBe('/book-detail/llaves');
});

it('says that a link is invalid, and tries again after a lost connection', async () => {
  open({ 'POST /api/gifts/open': refused(404, 'gift_not_found') });
  expect(await screen.findByRole('heading', { name: 'No encontramos este regalo' })).toBeTruthy();
  cleanup();
  let isBack = false;
  open({ 'POST /api/gifts/open': () => (isBack ? { body: gift } : refused(503, 'unavailable')) });
  await screen.findByRole('heading', { name: 'No pudimos buscar tu regalo' });
  isBack = true;
  fireEvent.click(screen.getByRole('button', { name: 'Intentar nuevamente' }));
  await screen.findByRole('heading', { name: 'Te regalaron un libro' });
});
