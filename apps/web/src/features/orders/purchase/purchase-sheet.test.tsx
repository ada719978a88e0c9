import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { GiftDetails } from '@cuentos/contract/gifts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Call, fakeApi } from '../../../testing/fake-api.ts';
import { session } from '../../../lib/api/session.ts';
import { forgetGift } from '../../gifts/sheet-gift.ts';
import { type NextOffer, type Offer, type OfferItem, PurchaseSheet } from './purchase-sheet.tsx';
import { useCheckout, type PurchaseRequest } from './use-checkout.ts';

beforeEach(() => {
  fakeApi({ 'GET /api/seller': { body: { seller_name: null, seller_tax_id: null, seller_address: null } } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const part: OfferItem = {
  part_id: 'p',
  book_id: 'faro',
  book_name: 'El faro',
  part_name: 'Segunda parte',
  image: null,
  value: 983,
  amount: 983,
  reduction: null,
};

function sheet(busy: boolean, offer: Offer = [part], next?: NextOffer) {
  return (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <PurchaseSheet open busy={busy} offer={offer} next={next} onClose={() => {}} onConfirm={async () => false} />
      </MemoryRouter>
    </QueryClientProvider>
  );
}

it('says within three seconds that it waits for the provider, later that the provider is slow, and nothing after the answer', () => {
  vi.useFakeTimers();
  const { rerender } = render(sheet(false));
  const words = () => screen.getByRole('status', { hidden: true });
  expect(words().getAttribute('aria-live')).toBe('polite');
  expect(words().textContent).toBe('');
  rerender(sheet(true));
  act(() => void vi.advanceTimersByTime(3000));
  expect(words().textContent).toBe('Conectando con el medio de pago…');
  act(() => void vi.advanceTimersByTime(3000));
  expect(words().textContent).toMatch(/^El medio de pago está tardando/);
  rerender(sheet(false));
  expect(words().textContent).toBe('');
  rerender(sheet(true));
  expect(words().textContent).toBe('');
  vi.useRealTimers();
});

it('names the seller, and the right to return with its end, before the payment', async () => {
  const seller = {
    store_name: 'Cuentos de Bolsillo',
    seller_name: 'Rosa Pizarro',
    seller_tax_id: '12.345.678-5',
    seller_address: 'Calle del Ejemplo 123',
    contact_email: 'hola@ejemplo.cl',
    sales_open: true,
  };
  fakeApi({ 'GET /api/seller': { body: seller } });
  render(sheet(false));
  const facts = 'Vende Rosa Pizarro, RUT 12.345.678-5, Calle del Ejemplo 123, hola@ejemplo.cl.';
  expect(await screen.findByText(new RegExp(`^${facts}`))).toBeTruthy();
  const right =
    'puedo arrepentirme por 10 días en «Mis compras», y que ese derecho termina al abrir o descargar la parte.';
  expect(screen.getByRole('checkbox', { hidden: true, name: `Entiendo que ${right}` })).toBeTruthy();
  expect(document.body.textContent.split('arrepentir'), 'it is said once').toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Términos y condiciones', hidden: true }).getAttribute('href')).toBe(
    '/terms-and-conditions',
  );
});

it('shows each part’s price, its discount, and the resulting sum', () => {
  const offer: Offer = [
    { ...part, value: 1490, amount: 1341, reduction: 'completion' },
    { ...part, part_id: 'q', part_name: 'Cuaderno', value: 490, amount: 441, reduction: 'completion' },
    {
      ...part,
      part_id: 'r',
      part_name: 'Otra',
      book_name: 'Siete llaves',
      value: 1000,
      amount: 600,
      reduction: 'presale',
    },
  ];
  render(sheet(false, offer));
  const lines = screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'El faroSegunda parteCompleta el libro$1.490$1.341',
    'El faroCuadernoCompleta el libro$490$441',
    'Siete llavesOtraPreventa$1.000$600',
  ]);
  const sums = screen.getAllByRole('definition', { hidden: true }).map(({ textContent }) => textContent);
  expect(sums).toEqual(['$2.980', '−$400', '−$198', '$2.382 CLP']);
  expect(screen.getByRole('checkbox', { hidden: true, name: /arrepentirme de cada parte por 10 días/ })).toBeTruthy();
});

it('names the ways to pay with a higher minimum, by the provider’s figures, and offers the next part with it', async () => {
  const ways = [
    { kind: 'card', min: 1000, takes: false },
    { kind: 'wallet', min: 50, takes: true },
  ];
  fakeApi({ 'GET /api/quote': { body: { items: [], total: 490, below_minimum: false, ways } } });
  const onChoose = vi.fn();
  render(sheet(false, [{ ...part, amount: 490 }], { partName: 'Tercera', total: 1980, onChoose }));
  await screen.findByText(/Este total se paga con billetera digital\./);
  expect(document.body.textContent).toContain('Con tarjeta desde $1.000.');
  fireEvent.click(screen.getByRole('button', { name: 'Pagar junto con «Tercera»: $1.980', hidden: true }));
  expect(onChoose).toHaveBeenCalledOnce();
});

it('offers no payment of an amount below the minimum of each way to pay', async () => {
  const ways = [{ kind: 'card', min: 1000, takes: false }];
  fakeApi({ 'GET /api/quote': { body: { items: [], total: 490, below_minimum: true, ways } } });
  render(sheet(false));
  await screen.findByText(/El medio de pago no acepta montos tan bajos\./);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ir a pagar', hidden: true }).disabled).toBe(true);
});

it('focuses the box that must be ticked before paying, with a message there', () => {
  const onConfirm = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <PurchaseSheet open busy={false} offer={[part]} onClose={() => {}} onConfirm={onConfirm} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const box = screen.getByRole('checkbox', { hidden: true });
  const pay = screen.getByRole('button', { name: 'Ir a pagar', hidden: true });
  fireEvent.click(pay);
  expect(onConfirm).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(box);
  const message = document.getElementById(box.getAttribute('aria-describedby') ?? '');
  expect(message?.textContent).toBe('Marca la casilla para continuar.');
  fireEvent.click(box);
  fireEvent.click(pay);
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('is busy until the provider’s page is shown, and requests it once', async () => {
  const calls = fakeApi({
    'GET /api/checkout/seller': { body: { seller_name: null, seller_tax_id: null, seller_address: null } },
    'POST /api/user_book_parts/get_preference_id/p': { body: { id: 'pref-1', init_point: 'https://pagos.example/1' } },
  });
  const goTo = vi.fn();
  function Buying() {
    const { busyParts, start } = useCheckout({ onGranted: () => {}, onLeave: () => {}, goTo });
    return (
      <PurchaseSheet
        open
        busy={busyParts.length > 0}
        offer={[part]}
        onClose={() => {}}
        onConfirm={async (accepted) => start({ partIds: ['p'], ...accepted })}
      />
    );
  }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Buying />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const pay = screen.getByRole('button', { name: 'Ir a pagar', hidden: true });
  fireEvent.click(screen.getByRole('checkbox', { hidden: true }));
  fireEvent.click(pay);
  fireEvent.click(pay);
  await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith('https://pagos.example/1'));
  // The answer has arrived, and the page is still being left for the provider's address.
  await act(async () => Promise.resolve());
  expect(pay.getAttribute('aria-busy')).toBe('true');
  fireEvent.click(pay);
  expect(calls.filter(({ url }) => url.includes('get_preference_id'))).toHaveLength(1);
  // The browser restores the page from its back-forward cache.
  const pageShow = new Event('pageshow');
  Object.assign(pageShow, { persisted: true });
  act(() => void dispatchEvent(pageShow));
  expect(pay.getAttribute('aria-busy')).not.toBe('true');
});

it('asks again at the current prices when they changed while it was open', async () => {
  const quote = {
    items: [{ ...part, export_kinds: [], amount: 1490, value: 1490, alone: 1490, refusal: null }],
    total: 1490,
  };
  fakeApi({ 'GET /api/quote': { body: { ...quote, below_minimum: false, ways: [] } } });
  const confirm = vi.fn(async ({ total }: { readonly total: number }) => total === 983);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <PurchaseSheet open busy={false} offer={[part]} onClose={() => {}} onConfirm={confirm} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const box = screen.getByRole<HTMLInputElement>('checkbox', { hidden: true });
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Ir a pagar', hidden: true }));
  fireEvent.click(box);
  press();
  expect(await screen.findByText(/1\.490/)).toBeTruthy();
  expect([box.checked, document.body.textContent?.includes('$983')], 'what was accepted is no more').toEqual([
    false,
    false,
  ]);
  press();
  expect(confirm).toHaveBeenCalledTimes(1);
  fireEvent.click(box);
  press();
  expect(confirm.mock.calls).toEqual([
    [{ acknowledged: true, total: 983, gift: null }],
    [{ acknowledged: true, total: 1490, gift: null }],
  ]);
});

describe('the sheet of a gift', () => {
  afterEach(() => {
    forgetGift();
    vi.restoreAllMocks();
  });
  const quoted = { ...part, export_kinds: [], alone: 983, refusal: null };
  const quote = (amount: number) => ({
    items: [{ ...quoted, amount }],
    total: amount,
    below_minimum: false,
    ways: [],
    code: null,
  });
  const asks = ({ url }: Call) => ({ body: quote(url.includes('gift=1') ? 1500 : 983) });

  function open(offer: Offer = [part]) {
    const confirmed: [number, GiftDetails | null | undefined][] = [];
    const calls = fakeApi({ 'GET /api/seller': { body: {} }, 'GET /api/quote': asks });
    const onConfirm = async ({ total, gift }: Omit<PurchaseRequest, 'partIds'>) => {
      confirmed.push([total, gift]);
      return false;
    };
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <PurchaseSheet open busy={false} offer={offer} onClose={() => {}} onConfirm={onConfirm} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    return { calls, confirmed };
  }
  const turn = () => fireEvent.click(screen.getByRole('switch', { name: 'Es un regalo', hidden: true }));
  const pay = () => fireEvent.click(screen.getByRole('button', { name: 'Ir a pagar', hidden: true }));
  const fill = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it('requests its own price, says who gets the right, and sends the giver’s texts', async () => {
    const { confirmed } = open();
    turn();
    await screen.findByText('$1.500');
    expect(
      screen.getByRole('checkbox', { hidden: true, name: /termina cuando alguien reciba el regalo/ }),
    ).toBeTruthy();
    fill(/^De parte de/, 'Elisa');
    fill(/^Correo de quien/, 'ana@ejemplo.cl');
    fill(/^Mensaje/, 'Para ti.');
    fireEvent.click(screen.getByRole('checkbox', { hidden: true }));
    pay();
    await waitFor(() => expect(confirmed).toHaveLength(1));
    const giftFields = { giver_name: 'Elisa', recipient_email: 'ana@ejemplo.cl', message: 'Para ti.', send_on: null };
    expect(confirmed).toEqual([[1500, giftFields]]);
  });

  it('starts with the name of the giver’s account, which is optional', async () => {
    vi.spyOn(session, 'claims').mockReturnValue({ name: 'Amanda Pérez' });
    const { confirmed } = open();
    turn();
    await screen.findByText('$1.500');
    const name = screen.getByLabelText<HTMLInputElement>(/^De parte de/);
    expect(name.value).toBe('Amanda Pérez');
    fill(/^De parte de/, '');
    fireEvent.click(screen.getByRole('checkbox', { hidden: true }));
    pay();
    await waitFor(() => expect(confirmed).toHaveLength(1));
    expect(confirmed[0]?.[1]?.giver_name).toBe('');
  });

  it.each([
    ['may not bear', 'mira.cl'],
    ['may not bear', 'a'.repeat(200)],
    ['would tell the address by', 'amanda1972'],
  ])('starts without a name that a gift %s: %.8s', (_, name) => {
    vi.spyOn(session, 'claims').mockReturnValue({ name, sub: 'amanda1972@ejemplo.cl' });
    open();
    turn();
    expect(screen.getByLabelText<HTMLInputElement>(/^De parte de/).value).toBe('');
  });

  it('shows each error at its field, and pays nothing', async () => {
    const { confirmed } = open();
    turn();
    await screen.findByText('$1.500');
    fill(/^Correo de quien/, 'ana@');
    fireEvent.click(screen.getByRole('checkbox', { hidden: true }));
    pay();
    expect(await screen.findByText('Revisa este correo.')).toBeTruthy();
    expect(confirmed).toEqual([]);
  });

  it('keeps the texts while the sheet is closed, and is not offered for free parts', async () => {
    open();
    turn();
    await screen.findByText('$1.500');
    fill(/^Mensaje/, 'Hola');
    cleanup();
    open();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Mensaje/).value).toBe('Hola');
    cleanup();
    open([part, { ...part, part_id: 'q', amount: 0, value: 0 }]);
    expect(screen.queryByRole('switch', { hidden: true })).toBeNull();
  });

  it('says that its price is unknown, and asks again', async () => {
    open();
    fakeApi({ 'GET /api/seller': { body: {} }, 'GET /api/quote': { status: 503, body: { detail: 'x', code: 'x' } } });
    turn();
    const again = await screen.findByRole('button', { name: 'Intentar nuevamente', hidden: true });
    expect(screen.getByText(/^No pudimos calcular el precio del regalo/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ir a pagar', hidden: true }).disabled).toBe(true);
    fakeApi({ 'GET /api/seller': { body: {} }, 'GET /api/quote': asks });
    fireEvent.click(again);
    await screen.findByText('$1.500');
    expect(screen.queryByText(/el precio del regalo/)).toBeNull();
  });

  it('shows the sum of several parts after all discounts', () => {
    open([part, { ...part, part_id: 'q' }]);
    const text = document.body.textContent;
    const places = ['Segunda parte', 'Tengo un código', 'Es un regalo', '$1.966', 'Pagas en', 'Entiendo'];
    const positions = places.map((words) => text.indexOf(words));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(positions).not.toContain(-1);
  });

  it('an owned part cannot be paid again for oneself', async () => {
    fakeApi({});
    const { confirmed } = open();
    fakeApi({
      'GET /api/seller': { body: {} },
      'GET /api/quote': { body: { ...quote(983), items: [{ ...quoted, refusal: 'already_owned' }] } },
    });
    cleanup();
    render(sheet(false));
    expect(await screen.findByText('Ya la tienes en tu biblioteca.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ir a pagar', hidden: true }).disabled).toBe(true);
    expect(confirmed).toEqual([]);
  });
});
