import type { Pocket } from '@cuentos/contract/pocket';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakePart } from '../../testing/catalogue.ts';
import { type Call, fakeApi } from '../../testing/fake-api.ts';
import { writeInTwoTabs } from '../../device/testing/stale-tab.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { NavigationContext } from '../../ui/use-navigation.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { addToPocket, loadPocket, mergePocket, PocketFull, pocketIds } from './pocket.ts';
import { PocketScreen } from './pocket-screen.tsx';

const go = vi.fn();
beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  go.mockClear();
  session.forget();
  vi.unstubAllGlobals();
});

/** Keys of the pocket on this device: account and part. */
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('pocket:'));

type Item = Pocket['items'][number];
const item = (id: string, change: Partial<Item> = {}): Item => ({
  part_id: id,
  book_id: 'faro',
  book_name: 'El faro',
  part_name: `Parte ${id}`,
  image: null,
  export_kinds: [],
  value: 1000,
  alone: 1000,
  amount: 1000,
  reduction: null,
  refusal: null,
  added_at: '2026-11-21T15:00:00.000Z',
  price_then: 1000,
  ...change,
});
const pocketOf = (...items: readonly Item[]) => ({
  items,
  total: items.reduce((sum, { refusal, amount }) => sum + (refusal === null ? amount : 0), 0),
  below_minimum: false,
  ways: [],
});
const put = (id: string) => addToPocket(fakePart({ id, name: `Parte ${id}` }), 'El faro', 1000);

async function show(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NavigationContext value={{ go, leave: go }}>
        <MemoryRouter>
          <PocketScreen />
        </MemoryRouter>
      </NavigationContext>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Tu bolsillo' });
}

const idsIn = ({ url }: Call) => new URL(url, 'https://tienda.cl').searchParams.get('part_ids');

describe('the pocket of a visitor', () => {
  it('is stored on the device, with prices of the server', async () => {
    await put('a');
    await put('b');
    const calls = fakeApi({ 'GET /api/quote': { body: pocketOf(item('a'), item('b', { amount: 500 })) } });
    await show();
    expect(await screen.findByRole('heading', { name: 'Parte b' })).toBeTruthy();
    expect(idsIn(calls[0]!)).toBe('a,b');
    expect(document.body.textContent).toContain('Queda en este dispositivo.');
    fireEvent.click(screen.getByRole('button', { name: 'Pagar $1.500' }));
    expect(go, 'an account comes first, and then this page again').toHaveBeenCalledWith('/login?next=%2Fpocket');
  });

  it('keeps both of two parts that two tabs add at the same moment', async () => {
    const added: Promise<void>[] = [];
    writeInTwoTabs(
      () => added.push(put('a')),
      () => added.push(put('b')),
    );
    await Promise.all(added);
    expect(kept()).toEqual(expect.arrayContaining(['pocket::a', 'pocket::b']));
  });

  it('says that a part is no longer for sale, without counting it', async () => {
    await put('a');
    await put('b');
    fakeApi({ 'GET /api/quote': { body: pocketOf(item('a')) } });
    await show();
    expect(await screen.findByText('Ya no se vende.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pagar $1.000' })).toBeTruthy();
  });

  it('shows the old price of a part whose price changed in the pocket', async () => {
    await put('a');
    fakeApi({ 'GET /api/quote': { body: pocketOf(item('a', { alone: 1200, amount: 1200 })) } });
    await show();
    expect(await screen.findByText('Cambió de precio: costaba $1.000 y ahora cuesta $1.200.')).toBeTruthy();
  });

  it('lets a part be removed, and restores it', async () => {
    await put('a');
    await put('b');
    fakeApi({
      'GET /api/quote': (call) => ({ body: pocketOf(...(idsIn(call) ?? '').split(',').map((id) => item(id))) }),
    });
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Quitar: Parte a' }));
    expect(await screen.findByText('Quitaste «Parte a».')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Parte a' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }));
    expect(await screen.findByRole('heading', { name: 'Parte a' })).toBeTruthy();
    expect(screen.queryByText('Quitaste «Parte a».')).toBeNull();
  });

  it('holds twenty parts, and says when it is empty', async () => {
    await show();
    expect(await screen.findByText('Tu bolsillo está vacío')).toBeTruthy();
    for (let index = 0; index < 20; index += 1) await put(String(index));
    await expect(put('more')).rejects.toThrow(PocketFull);
    await expect(put('3'), 'what is inside already').resolves.toBeUndefined();
  });

  it('says that the sum is below the minimum, and leads no further', async () => {
    await put('a');
    fakeApi({ 'GET /api/quote': { body: { ...pocketOf(item('a')), below_minimum: true } } });
    await show();
    expect(await screen.findByText(/Agrega otra parte para pagarlas juntas/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pagar $1.000' }).disabled).toBe(true);
  });
});

describe('the pocket of an account', () => {
  it('takes over the visitor’s parts, once', async () => {
    await put('a');
    signInAs('ana');
    const calls = fakeApi({
      'PUT /api/pocket': { body: pocketOf(item('a')) },
      'GET /api/pocket': { body: pocketOf(item('a'), item('b')) },
    });
    await show();
    expect(await screen.findByRole('heading', { name: 'Parte b' })).toBeTruthy();
    expect(document.body.textContent).toContain('Está en tu cuenta');
    await mergePocket();
    const puts = calls.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ body }) => body)).toEqual(['{"part_ids":["a"]}']);
    expect(kept()).toEqual([]);
  });

  it('keeps a part that another tab added while the account takes over', async () => {
    await put('a');
    signInAs('ana');
    fakeApi({
      'PUT /api/pocket': () => {
        const part = JSON.parse(localStorage.getItem('pocket:ana:a') ?? '') as object;
        localStorage.setItem('pocket:ana:b', JSON.stringify({ ...part, part_id: 'b' }));
        return { body: pocketOf(item('a')) };
      },
    });
    await mergePocket();
    expect(kept()).toEqual(['pocket:ana:b']);
  });

  it('has both of two parts that are added at once, in whichever order they are answered', async () => {
    signInAs('ana');
    const inPocket: Item[] = [];
    const waits = [20, 0];
    fakeApi({
      'PUT /api/pocket': async ({ body }) => {
        inPocket.push(...(JSON.parse(String(body)) as { part_ids: string[] }).part_ids.map((id) => item(id)));
        const answer = pocketOf(...inPocket);
        await new Promise((resolve) => setTimeout(resolve, waits.shift()));
        return { body: answer };
      },
    });
    await Promise.all([put('a'), put('b')]);
    expect([...pocketIds.snapshot()]).toEqual(['a', 'b']);
  });

  it('keeps parts on the device for which the account has no room', async () => {
    await put('a');
    signInAs('ana');
    fakeApi({ 'PUT /api/pocket': { status: 409, body: { detail: 'lleno', code: 'pocket_full' } } });
    await mergePocket();
    expect(kept()).toEqual(['pocket:ana:a']);
  });

  it('keeps those parts for that account only: neither a visitor nor another account sees them', async () => {
    await put('a');
    signInAs('ana');
    fakeApi({ 'PUT /api/pocket': { status: 409, body: { detail: 'lleno', code: 'pocket_full' } } });
    await mergePocket();
    session.forget();
    await expect(loadPocket()).resolves.toMatchObject({ items: [] });
    await put('a');
    signInAs('berta');
    const calls = fakeApi({
      'PUT /api/pocket': { body: pocketOf(item('a')) },
      'GET /api/pocket': { body: pocketOf(item('a')) },
    });
    await mergePocket();
    await mergePocket();
    expect(calls.map(({ body }) => body)).toEqual(['{"part_ids":["a"]}']);
    await expect(loadPocket()).resolves.toMatchObject({ waiting: [] });
    signInAs('ana');
    await expect(loadPocket()).resolves.toMatchObject({ waiting: [] });
    expect(calls.map(({ method }) => method)).toEqual(['PUT', 'GET', 'PUT', 'GET']);
    expect(kept()).toEqual([]);
  });

  it('keeps a part once that waits for the account and was added by a visitor since', async () => {
    fakeApi({ 'PUT /api/pocket': { status: 409, body: { detail: 'lleno', code: 'pocket_full' } } });
    for (const _ of ['first', 'second']) {
      session.forget();
      await put('a');
      signInAs('ana');
      await mergePocket();
    }
    expect(kept()).toEqual(['pocket:ana:a']);
  });

  it('names the parts bought or being paid meanwhile, and pays the others at once', async () => {
    signInAs('ana');
    const items = [
      item('a', { refusal: 'already_owned' }),
      item('b', { refusal: 'payment_pending' }),
      item('c'),
      item('d'),
    ];
    const calls = fakeApi({
      'GET /api/pocket': { body: pocketOf(...items) },
      'GET /api/seller': { body: { seller_name: null } },
      'POST /api/user_book_parts/get_preference_id/c': { status: 409, body: { detail: 'x', code: 'already_owned' } },
    });
    await show();
    expect(await screen.findByText('Ya la tienes en tu biblioteca.')).toBeTruthy();
    expect(screen.getByText('Tu pago de esta parte está pendiente.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Pagar $2.000' }));
    fireEvent.click(screen.getByRole('checkbox', { hidden: true }));
    fireEvent.click(screen.getByRole('button', { name: 'Ir a pagar', hidden: true }));
    const sentBody = () => calls.find(({ method }) => method === 'POST')?.body;
    await vi.waitFor(() => expect(sentBody()).toContain('"part_ids":["c","d"]'));
  });

  it('shows a sentence for a failure, and loads again', async () => {
    signInAs('ana');
    let isDown = true;
    fakeApi({ 'GET /api/pocket': () => (isDown ? { status: 503 } : { body: pocketOf(item('a')) }) });
    await show();
    expect(await screen.findByText('No pudimos cargar tu bolsillo.')).toBeTruthy();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Intentar nuevamente' }));
    expect(await screen.findByRole('heading', { name: 'Parte a' })).toBeTruthy();
    await expect(loadPocket()).resolves.toMatchObject({ total: 1000 });
  });
});

it('free parts are taken without an acknowledgement, at the price shown', async () => {
  signInAs('ana');
  const answer = { id: 'free-o', init_point: null, order_id: 'o' };
  const free = { value: 0, alone: 0, amount: 0, price_then: 0 };
  const calls = fakeApi({
    'GET /api/pocket': { body: pocketOf(...['a', 'b'].map((id) => item(id, free))) },
    'POST /api/user_book_parts/get_preference_id/a': { body: answer },
  });
  await show();
  fireEvent.click(await screen.findByRole('button', { name: /^Pagar/ }));
  await vi.waitFor(() => expect(calls.some(({ url }) => url.includes('get_preference_id'))).toBe(true));
  const { body } = calls.find(({ url }) => url.includes('get_preference_id'))!;
  expect(JSON.parse(String(body))).toMatchObject({ withdrawal_acknowledged: false, total: 0 });
  const toasts = () => toastStore.all().map(({ text }) => text);
  await vi.waitFor(() => expect(toasts()).toContain('Las partes ya están en tu biblioteca'));
});

it('moves a visitor’s parts into the account as far as they fit, keeps the others and says so', async () => {
  for (const id of ['a', 'b', 'c']) await put(id);
  signInAs('ana');
  let room = 1;
  const inside: Item[] = [item('old')];
  const full = { status: 409, body: { code: 'pocket_full', detail: 'En tu bolsillo caben 20 partes.' } };
  fakeApi({
    'GET /api/pocket': () => ({ body: pocketOf(...inside) }),
    'PUT /api/pocket': ({ body }) => {
      const { part_ids: ids } = JSON.parse(String(body)) as { part_ids: string[] };
      if (ids.length > room) return full;
      room -= ids.length;
      inside.push(...ids.map((id) => item(id)));
      return { body: pocketOf(...inside) };
    },
    'DELETE /api/pocket/old': () => {
      inside.shift();
      room += 1;
      return { body: pocketOf(...inside) };
    },
  });
  await show();
  await screen.findByText(/^Estas partes no cupieron/);
  const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names()).toEqual(['Parte old', 'Parte a', 'Parte b', 'Parte c']);
  expect(inside.map(({ part_id: id }) => id)).toEqual(['old', 'a']);
  fireEvent.click(screen.getByRole('button', { name: 'Quitar: Parte old' }));
  await vi.waitFor(() =>
    expect(
      inside.map(({ part_id: id }) => id),
      'it fits now',
    ).toEqual(['a', 'b']),
  );
  await vi.waitFor(() => expect(names()).toEqual(['Parte a', 'Parte b', 'Parte c']));
});
