import { moneyWords } from '@cuentos/contract/money-words';
import type { OwnOrder, Receipt } from '@cuentos/contract/orders';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { type Call, fakeApi } from '../../testing/fake-api.ts';
import { fakeTokens } from '../../testing/tokens.ts';
import { OrdersScreen } from './orders-screen.tsx';
import { ReceiptScreen } from './receipt-screen.tsx';
import { orderTexts } from './texts.ts';

const ID = '01900000-0000-7000-8000-0000000000aa';
const item: OwnOrder['items'][number] = {
  part_id: '01900000-0000-7000-8000-000000000001',
  book_id: 'faro',
  book_name: 'El faro',
  part_name: 'El muelle',
  image: null,
  value: 1490,
  amount: 1490,
  reduction: null,
  returned: null,
  can_read: true,
  is_recalled: false,
  opened_at: null,
  withdrawal: { refusal: null, amount: 1490, until: '2026-12-01T02:59:59.999Z' },
};
const paid: OwnOrder = {
  id: ID,
  state: 'paid',
  in_review: false,
  total: 1490,
  discount_code: null,
  created_at: '2026-11-20T12:15:00Z',
  paid_at: '2026-11-20T12:16:00Z',
  until: null,
  resume_url: null,
  payment_number: '870001',
  method: 'visa',
  items: [item],
  returned: null,
  gift: null,
  sent_back: [],
  documents: [],
};
const withdrawn: OwnOrder = {
  ...paid,
  state: 'returning',
  items: [{ ...item, can_read: false, withdrawal: { refusal: 'returned', amount: 0, until: null } }],
  returned: { amount: 1490, requested_at: '2026-11-21T12:00:00Z', done_at: null, is_withdrawal: true },
};

function open(orders: readonly OwnOrder[], more: Parameters<typeof fakeApi>[0] = {}, path = '/user-settings/orders') {
  let shownOrders = orders;
  const calls = fakeApi({
    'GET /api/orders': ({ url }) => {
      const offset = Number(new URL(url, 'http://shop.test').searchParams.get('offset'));
      return { body: shownOrders.slice(offset, offset + 20) };
    },
    [`POST /api/orders/${ID}/withdraw`]: () => {
      shownOrders = [withdrawn];
      return { body: withdrawn };
    },
    ...more,
  });
  const router = createMemoryRouter(
    [
      { path: '/user-settings/orders', Component: OrdersScreen },
      { path: '/user-settings/orders/:order_id/receipt', Component: ReceiptScreen },
      { path: '*', Component: () => null },
    ],
    { initialEntries: [path] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return calls;
}

beforeEach(() => {
  session.store(fakeTokens('a'));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  session.forget();
  vi.unstubAllGlobals();
});

const button = (name: RegExp | string) => screen.getByRole('button', { name, hidden: true });

it('shows a paid order: when, number, state, the possible actions and their terms', async () => {
  open([paid]);
  const entry = (await screen.findByText('Pagada')).closest('li');
  expect(entry?.textContent).toContain('20/11/2026, 09:15');
  expect(entry?.textContent).toContain('Compra 01900000-0000');
  expect(entry?.textContent).toContain('Sin abrir');
  expect(entry?.textContent).toContain('Pago 870001');
  expect(entry?.textContent).toContain('Puedes arrepentirte de «El muelle» hasta el 30/11/2026, mientras no la abras.');
  expect(screen.getByRole('link', { name: 'Leer: El muelle' }).getAttribute('href')).toBe(
    `/reader/faro/${item.part_id}`,
  );
  expect(screen.getByRole('link', { name: 'Comprobante: El muelle' }).getAttribute('href')).toBe(
    `/user-settings/orders/${ID}/receipt`,
  );
});

it('names money and documents as the panel does', () => {
  const { boleta, credit_note } = moneyWords.documents;
  expect([orderTexts.net, orderTexts.documentNames]).toEqual([moneyWords.figures.net, { boleta, credit_note }]);
  expect(orderTexts.documentInternal('Boleta', 3).toLowerCase()).toContain(
    moneyWords.documentStates.prepared.toLowerCase(),
  );
});

it('shows the tax documents of an order: the voucher, or boleta and notes with their files', async () => {
  const document = { total: 1490, at: '2026-11-20T12:15:00Z', has_file: true } as const;
  const documents = [
    { ...document, kind: 'boleta', id: 'd1', folio: '4711', number: 3 },
    { ...document, kind: 'credit_note', id: 'd2', folio: null, number: 1, total: 490 },
    { ...document, kind: 'credit_note', id: 'd3', folio: null, number: null, total: 100, has_file: false },
  ] as const;
  const voucher = { kind: 'voucher', id: null, folio: null, number: null, total: null, at: null } as const;
  open([
    { ...paid, documents: [...documents] },
    { ...paid, id: `${ID.slice(0, -1)}7`, documents: [{ ...voucher, has_file: false }] },
  ]);
  expect(await screen.findByText('Boleta N.º 4711, por $1.490')).toBeDefined();
  expect(screen.getByText('Nota de crédito: preparada, falta emitirla (n.º interno 1), por $490')).toBeDefined();
  expect(screen.getByText('Nota de crédito en preparación, por $100')).toBeDefined();
  expect(screen.getByText('El comprobante de Mercado Pago es tu boleta')).toBeDefined();
  expect(screen.getAllByRole('button', { name: /^Descargar/ }).map((each) => each.getAttribute('aria-label'))).toEqual([
    'Descargar: Boleta N.º 4711',
    'Descargar: Nota de crédito: preparada, falta emitirla (n.º interno 1)',
  ]);
});

it('offers help with every order, opened, returned or never paid', async () => {
  const states = ['paid', 'returned', 'rejected', 'expired', 'disputed', 'pending'] as const;
  open(states.map((state, place) => ({ ...paid, id: `${ID.slice(0, -1)}${place}`, state })));
  const links = await screen.findAllByRole('link', { name: 'Pedir ayuda con esta compra: El muelle' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    states.map((_, place) => `/user-settings/messages/new?order=${ID.slice(0, -1)}${place}`),
  );
});

it('advises against paying again while a person reviews a payment, and offers neither to go on nor to cancel', async () => {
  open([{ ...paid, state: 'pending', in_review: true, paid_at: null, until: '2026-12-20T12:15:00Z' }]);
  expect(await screen.findByText(/No pagues de nuevo/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Cancelar/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Seguir con el pago/ })).toBeNull();
});

it.each<[string, Partial<OwnOrder>, string, string[]]>([
  [
    'a payment to finish',
    { state: 'pending', paid_at: null, until: '2026-12-20T12:15:00Z', resume_url: 'https://pago.cl/1' },
    'Pendiente',
    ['Lo esperamos hasta el 20/12/2026.', 'Seguir con el pago', 'Cancelar'],
  ],
  [
    'a payment that is reviewed',
    { state: 'pending', paid_at: null, until: '2026-12-20T12:15:00Z' },
    'Pendiente',
    ['no tienes que hacer nada', 'Cancelar'],
  ],
  [
    'an order to be paid',
    { state: 'unpaid', paid_at: null, until: '2026-11-20T12:45:00Z', resume_url: 'https://pago.cl/1' },
    'Por pagar',
    ['hasta el 20/11/2026 a las 09:45', 'Seguir con el pago'],
  ],
  ['a rejected one', { state: 'rejected', paid_at: null }, 'Rechazada', ['no se cobró nada', 'Comprar de nuevo']],
  ['one that is over', { state: 'expired', paid_at: null }, 'Vencida', ['No se pagó a tiempo', 'Comprar de nuevo']],
  ['one in dispute', { state: 'disputed' }, 'En reclamo', ['nadie mueve ese dinero']],
  [
    'money on its way',
    { state: 'returning', returned: withdrawn.returned },
    'Devolución en camino',
    ['Te arrepentiste el 21/11/2026.', 'Los $1.490 van en camino'],
  ],
  [
    'money that went back',
    {
      state: 'returned',
      returned: {
        amount: 1490,
        requested_at: '2026-11-21T12:00:00Z',
        done_at: '2026-11-22T12:00:00Z',
        is_withdrawal: false,
      },
    },
    'Devuelta',
    ['La devolución se pidió el 21/11/2026.', 'Los $1.490 se devolvieron el 22/11/2026'],
  ],
])('explains %s', async (_, change, state, words) => {
  const items = [{ ...item, can_read: false, withdrawal: { refusal: 'not_paid' as const, amount: 0, until: null } }];
  open([{ ...paid, items, ...change }]);
  const entry = (await screen.findByText(state)).closest('li');
  for (const each of words) expect(entry?.textContent).toContain(each);
  expect(screen.queryByRole('button', { name: /^Arrepentirme/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Leer/ })).toBeNull();
});

it('returns a purchase in two steps, which say what happens', async () => {
  const calls = open([paid]);
  fireEvent.click(await screen.findByRole('button', { name: 'Arrepentirme: El muelle' }));
  await screen.findByText('¿Qué quieres devolver?', { selector: 'h2' });
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  fireEvent.click(button('Seguir'));
  const dialog = (await screen.findByText('Confirma la devolución', { selector: 'h2' })).closest('dialog');
  expect(dialog?.textContent).toContain('el mismo medio con que pagaste');
  expect(dialog?.textContent).toContain('La parte sale de tu biblioteca enseguida y no podrás leerla.');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  // The reader taps twice.
  fireEvent.click(button('Devolver y recibir $1.490'));
  fireEvent.click(button('Devolver y recibir $1.490'));
  await screen.findByText('Tu dinero va en camino');
  const sentCalls = calls.filter(({ method }) => method === 'POST');
  expect(sentCalls).toHaveLength(1);
  expect(screen.getByText(/^Pedimos la devolución de \$1\.490 el 21\/11\/2026 a las 09:00\.$/)).toBeTruthy();
  await screen.findByText('Devolución en camino');
});

it('shows the server’s reason why it cannot be returned', async () => {
  open([paid], {
    [`POST /api/orders/${ID}/withdraw`]: {
      status: 409,
      body: { detail: 'Esta parte ya se abrió.', code: 'withdrawal_opened', request_id: 'x' },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Arrepentirme/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Seguir', hidden: true }));
  fireEvent.click(await screen.findByRole('button', { name: /^Devolver y recibir/, hidden: true }));
  const alert = await screen.findByRole('alert', { hidden: true });
  expect(alert.textContent).toContain('Esta parte ya se abrió.');
});

it('preselects none of several parts, and names returned parts beside the failure', async () => {
  const other = { ...item, part_id: 'b', part_name: 'Cuaderno' };
  const requests: string[] = [];
  open([{ ...paid, items: [item, other] }], {
    [`POST /api/orders/${ID}/withdraw`]: ({ body }: Call) => {
      requests.push((JSON.parse(String(body)) as { part_id: string }).part_id);
      return requests.at(-1) === 'b'
        ? { status: 409, body: { detail: 'Esta parte ya se abrió.', code: 'withdrawal_opened', request_id: 'x' } }
        : { body: paid };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Arrepentirme/ }));
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox', { hidden: true });
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false]);
  for (const box of boxes) fireEvent.click(box);
  fireEvent.click(button('Seguir'));
  fireEvent.click(await screen.findByRole('button', { name: /^Devolver y recibir/, hidden: true }));
  const alert = await screen.findByRole('alert', { hidden: true });
  expect(alert.textContent).toContain('No pudimos pedir la devolución de «Cuaderno»');
  expect(screen.getByText('Ya pedimos la devolución de «El muelle»: $1.490 van en camino.')).toBeTruthy();
  fireEvent.click(button('Devolver y recibir $1.490'));
  await vi.waitFor(() => expect(requests, 'each once, and again only what failed').toEqual([item.part_id, 'b', 'b']));
});

it('offers a refund of a recalled part, without a term and although it was opened', async () => {
  const recalled = {
    ...item,
    can_read: false,
    is_recalled: true,
    opened_at: '2026-11-20T15:00:00Z',
    withdrawal: { refusal: null, amount: 1490, until: null },
  };
  open([{ ...paid, items: [recalled] }]);
  await screen.findByText('Pagada');
  expect(document.body.textContent).toContain('Retirada por la tienda · Abierta el 20/11/2026');
  expect(document.body.textContent).toContain('Tuvimos que retirar «El muelle»: puedes pedir de vuelta lo que pagaste');
  fireEvent.click(button('Arrepentirme: El muelle'));
  expect(await screen.findByText(/Puedes devolver lo que tuvimos que retirar, aunque esté abierto/)).toBeTruthy();
});

it('shows the parts that cannot be returned with their reasons', async () => {
  const opened = {
    ...item,
    part_id: 'b',
    part_name: 'Cuaderno',
    opened_at: '2026-11-20T15:00:00Z',
    withdrawal: { refusal: 'opened' as const, amount: 0, until: null },
  };
  open([{ ...paid, items: [item, opened] }]);
  fireEvent.click(await screen.findByRole('button', { name: /^Arrepentirme/ }));
  const boxes = await screen.findAllByRole('checkbox', { hidden: true });
  expect(boxes.map((box) => (box as HTMLInputElement).disabled)).toEqual([false, true]);
  expect(screen.getByText(/Cuaderno\. Ya está abierta: el derecho terminó ese día\./)).toBeTruthy();
  fireEvent.click(boxes[0]!);
  expect((button('Seguir') as HTMLButtonElement).disabled).toBe(true);
});

it('continues to earlier orders only while there may be any', async () => {
  const many = Array.from({ length: 21 }, (_, place) => ({ ...paid, id: `${place}-${ID}` }));
  open(many);
  await waitFor(() => expect(screen.getAllByText('Pagada')).toHaveLength(20));
  fireEvent.click(screen.getByRole('button', { name: 'Ver compras anteriores' }));
  await waitFor(() => expect(screen.getAllByText('Pagada')).toHaveLength(21));
  expect(screen.queryByRole('button', { name: 'Ver compras anteriores' })).toBeNull();
});

it('says that there are no orders yet, and that they could not be loaded', async () => {
  open([]);
  expect(await screen.findByText('Todavía no compras nada')).toBeTruthy();
  cleanup();
  open([paid], { 'GET /api/orders': { status: 503, body: {} } });
  expect(await screen.findByText('No pudimos cargar tus compras.')).toBeTruthy();
});

it('says that it needs a connection, and keeps the known orders', async () => {
  open([paid]);
  await screen.findByText('Pagada');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  expect(await screen.findByText('Sin conexión. Esto es lo último que supimos.')).toBeTruthy();
  expect(screen.getByText('Pagada')).toBeTruthy();
  vi.restoreAllMocks();
  act(() => void dispatchEvent(new Event('online')));
});

it('names the code of an order', async () => {
  const coded = { ...item, value: 1490, amount: 1192, reduction: 'code' as const };
  open([{ ...paid, total: 1192, discount_code: 'LLAVES20', items: [coded] }]);
  expect(await screen.findByText('Código LLAVES20')).toBeTruthy();
});

const receipt: Receipt = {
  order_id: ID,
  paid_at: '2026-11-20T12:16:00Z',
  buyer_name: 'Lucía Reyes',
  items: [{ book_name: 'El faro', part_name: 'El muelle', amount: 1490 }],
  discount: { code: 'LLAVES20', amount: 298 },
  total: 1490,
  net: 1252,
  vat: 238,
  payment: { number: '870001', method: 'visa' },
  acknowledged_at: '2026-11-20T12:15:00Z',
  is_gift: false,
  returned: 0,
  documents: [],
  seller: {
    store_name: 'Cuentos de Bolsillo',
    seller_name: 'Rosa Pizarro',
    seller_tax_id: '12.345.678-5',
    seller_address: 'Calle del Ejemplo 123',
    contact_email: 'hola@ejemplo.cl',
    sales_open: true,
  },
};

it('prints a receipt with the seller, the buyer, the order, the tax and the number of the payment', async () => {
  open([], { [`GET /api/orders/${ID}/receipt`]: { body: receipt } }, `/user-settings/orders/${ID}/receipt`);
  const paper = (await screen.findByRole('heading', { name: 'Comprobante de compra' })).closest('article')!;
  for (const words of [
    ID,
    '20/11/2026, 09:16',
    'Lucía Reyes',
    'Rosa Pizarro, RUT 12.345.678-5, Calle del Ejemplo 123, hola@ejemplo.cl',
    '870001',
    'El faro: El muelle',
    'Código LLAVES20',
    '−$298, ya descontado',
    '$1.490',
    '$1.252',
    '$238',
    'Este comprobante no reemplaza la boleta.',
  ]) {
    expect(paper.textContent).toContain(words);
  }
  const print = vi.fn();
  vi.stubGlobal('print', print);
  fireEvent.click(within(paper).getByRole('button', { name: 'Imprimir o guardar como PDF' }));
  expect(print).toHaveBeenCalledOnce();
});

it('says that there is no receipt for another person’s order', async () => {
  const missing = {
    status: 404,
    body: { detail: 'No encontramos esa compra.', code: 'order_not_found', request_id: 'x' },
  };
  open([], { [`GET /api/orders/${ID}/receipt`]: missing }, `/user-settings/orders/${ID}/receipt`);
  expect(await screen.findByText('No encontramos un comprobante de esa compra.')).toBeTruthy();
});

describe('a gift among the orders', () => {
  const gift: NonNullable<OwnOrder['gift']> = {
    state: 'open',
    giver_name: 'Elisa',
    recipient_email: 'ana@ejemplo.cl',
    message: 'Para ti.',
    mail_due_at: null,
    sent_at: '2026-11-20T15:00:00Z',
    claimed_at: null,
    expires_at: '2027-11-21T02:59:59.999Z',
    link: 'https://tienda.cl/gift/tok.en',
  };
  const given = { ...paid, items: [{ ...item, can_read: false }], gift };

  it('shares its link by the phone’s own sheet, and copies it where that does not open', async () => {
    const writeText = vi.fn(async () => {});
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
    const share = vi.fn<(shared: ShareData) => Promise<void>>(async () => {});
    Object.assign(navigator, { share });
    try {
      open([given]);
      const press = async () =>
        fireEvent.click(await screen.findByRole('button', { name: 'Compartir enlace: El muelle' }));
      await press();
      await waitFor(() => expect(share.mock.calls).toEqual([[{ text: expect.any(String), url: gift.link }]]));
      share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
      await press();
      await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
      expect(writeText, 'closing the sheet is the giver’s choice').not.toHaveBeenCalled();
      share.mockRejectedValueOnce(new DOMException('not here', 'NotAllowedError'));
      await press();
      await waitFor(() => expect(writeText).toHaveBeenCalledWith(gift.link));
    } finally {
      Reflect.deleteProperty(navigator, 'share');
    }
  });

  it('shows its state, copies its link, and is sent again to a corrected address', async () => {
    const writeText = vi.fn(async () => {});
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
    const calls = open([given], { [`POST /api/gifts/${ID}/send`]: { body: gift } });
    const entry = (await screen.findByText('Regalo enviado')).closest('li');
    expect(entry?.textContent).toContain('Salió el 20/11/2026 a las 12:00 a ana@ejemplo.cl.');
    expect(entry?.textContent).toContain('mientras nadie la reciba');
    expect(entry?.textContent).not.toContain('Sin abrir');
    fireEvent.click(screen.getByRole('button', { name: 'Copiar enlace: El muelle' }));
    await waitFor(() => expect(writeText).toHaveBeenCalledWith('https://tienda.cl/gift/tok.en'));
    fireEvent.click(screen.getByRole('button', { name: 'Enviar de nuevo: El muelle' }));
    const field = await screen.findByLabelText('Correo de quien lo recibe');
    fireEvent.change(field, { target: { value: 'otra@ejemplo.cl' } });
    fireEvent.click(button('Enviar'));
    await waitFor(() => expect(calls.some(({ url }) => url.endsWith('/send'))).toBe(true));
    const sentCall = calls.find(({ url }) => url.endsWith('/send'));
    expect(JSON.parse(String(sentCall?.body))).toEqual({ recipient_email: 'otra@ejemplo.cl' });
  });

  it('can change day and texts while it waits, and nothing after its claim', async () => {
    const waiting = { ...gift, state: 'waiting' as const, sent_at: null, mail_due_at: '2026-12-24T12:00:00Z' };
    const calls = open([{ ...given, gift: waiting }], { [`PUT /api/gifts/${ID}`]: { body: waiting } });
    fireEvent.click(await screen.findByRole('button', { name: 'Cambiar día o mensaje: El muelle' }));
    fireEvent.change(await screen.findByLabelText(/^Mensaje/), { target: { value: 'Otra cosa.' } });
    fireEvent.click(button('Guardar'));
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
    expect(JSON.parse(String(calls.find(({ method }) => method === 'PUT')?.body))).toEqual({
      giver_name: 'Elisa',
      recipient_email: 'ana@ejemplo.cl',
      message: 'Otra cosa.',
      send_on: '2026-12-24',
    });
    cleanup();
    const claimed = { ...gift, state: 'claimed' as const, claimed_at: '2026-11-22T15:00:00Z', link: null };
    open([{ ...given, gift: claimed }]);
    await screen.findByText('Regalo recibido');
    expect(screen.queryByRole('button', { name: /^(?:Copiar|Enviar|Cambiar)/ })).toBeNull();
  });
});
