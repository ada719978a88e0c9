import type { Quote, QuotedCode, QuoteItem } from '@cuentos/contract/quote';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { type Offer, PurchaseSheet } from './purchase-sheet.tsx';
import { typedCode } from './typed-code.ts';

const item = (part_id: string, value: number, change: Partial<QuoteItem> = {}): QuoteItem => ({
  part_id,
  book_id: 'faro',
  book_name: 'El faro',
  part_name: `Parte ${part_id}`,
  image: null,
  export_kinds: [],
  value,
  alone: value,
  amount: value,
  reduction: null,
  refusal: null,
  ...change,
});
const counting: QuotedCode = {
  code: 'LLAVES20',
  refusal: null,
  at: null,
  discount: { kind: 'percentage', amount: 20 },
  part_ids: ['a'],
};
const refused = (refusal: QuotedCode['refusal'], at: string | null = null): QuotedCode => ({
  code: 'LLAVES20',
  refusal,
  at,
  discount: null,
  part_ids: [],
});
const quoteOf = (items: QuoteItem[], code: QuotedCode | null): Quote => ({
  items,
  total: items.reduce((sum, { amount }) => sum + amount, 0),
  code,
  below_minimum: false,
  ways: [],
});

const plain = [item('a', 1490)];
const reduced = [item('a', 1490, { amount: 1192, reduction: 'code' })];
/** Answer of the server to a request with a code. */
let withCode: () => { status?: number; body: unknown };
let calls: ReturnType<typeof fakeApi>;
beforeEach(() => {
  withCode = () => ({ body: quoteOf(reduced, counting) });
  calls = fakeApi({
    'GET /api/seller': { body: { seller_name: null, seller_tax_id: null, seller_address: null } },
    'GET /api/quote': ({ url }) => (url.includes('code=') ? withCode() : { body: quoteOf(plain, null) }),
  });
});
afterEach(() => {
  cleanup();
  typedCode.set(null);
  vi.unstubAllGlobals();
});

function open(offer: Offer = plain, onConfirm = vi.fn(async () => false)) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <PurchaseSheet open busy={false} offer={offer} onClose={() => {}} onConfirm={onConfirm} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return onConfirm;
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name, hidden: true });
const field = () => screen.getByLabelText<HTMLInputElement>('Código de descuento');
function type(code: string, how: 'enter' | 'button' = 'enter') {
  if (!screen.queryByLabelText('Código de descuento')) fireEvent.click(button('Tengo un código'));
  fireEvent.change(field(), { target: { value: code } });
  if (how === 'enter') fireEvent.keyDown(field(), { key: 'Enter' });
  else fireEvent.click(button('Aplicar'));
}
const message = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent;

it('opens a field, applies by Enter without paying, and names the code at the price', async () => {
  const onConfirm = open();
  type(' llaves20 ');
  expect(await screen.findByText('20 % menos en esta parte.')).toBeTruthy();
  expect(onConfirm).not.toHaveBeenCalled();
  expect(document.body.textContent).toContain('Código LLAVES20');
  expect(document.body.textContent).toContain('$1.192');
  fireEvent.click(screen.getByRole('checkbox', { hidden: true }));
  fireEvent.click(button('Ir a pagar'));
  expect(onConfirm).toHaveBeenCalledWith({ acknowledged: true, total: 1192, code: 'LLAVES20', gift: null });
});

it('removes the code, and resets the price', async () => {
  open();
  type('LLAVES20', 'button');
  await screen.findByText(/menos en esta parte/);
  fireEvent.click(button('Quitar'), { detail: 2 });
  expect(field(), 'the second press of a double click takes nothing away').toBeTruthy();
  fireEvent.click(button('Quitar'), { detail: 1 });
  expect(document.activeElement).toBe(button('Tengo un código'));
  expect(document.body.textContent).not.toContain('1.192');
});

it('keeps the code when the sheet is opened again', async () => {
  open();
  type('LLAVES20');
  await screen.findByText(/menos en esta parte/);
  cleanup();
  open();
  expect(field().value).toBe('LLAVES20');
  expect(await screen.findByText(/menos en esta parte/)).toBeTruthy();
});

it.each([
  [refused('unknown'), 'No conocemos ese código. Revisa que esté bien escrito.'],
  [refused('over'), 'Ese código ya terminó.'],
  [refused('not_yet', '2026-12-03T03:00:00.000Z'), 'Ese código vale desde el 03/12/2026.'],
  [refused('used_up'), 'Ese código ya se usó todas las veces que se podía.'],
  [refused('used_by_you'), 'Ya usaste ese código todas las veces que podías.'],
  [refused('in_unpaid_order', '2026-11-23T15:05:00.000Z'), /espera hasta las 12:05 para usarlo aquí\.$/],
  [refused('other_parts'), 'Ese código no es para estas partes.'],
])('says why a code does not count, and leaves the rest of the sheet: %o', async (code, words) => {
  withCode = () => ({ body: quoteOf(plain, code) });
  const onConfirm = open();
  fireEvent.click(screen.getByRole('checkbox', { hidden: true }));
  type('LLAVES20');
  await screen.findByText(words);
  expect(message()).toMatch(words);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { hidden: true }).checked).toBe(true);
  fireEvent.click(button('Ir a pagar'));
  expect(onConfirm).toHaveBeenCalledWith({ acknowledged: true, total: 1490, code: undefined, gift: null });
});

it('reports too many requests or no answer, and asks again', async () => {
  withCode = () => ({
    status: 429,
    body: { detail: 'Demasiadas solicitudes, intente en unos minutos', code: 'too_many_requests' },
  });
  open();
  type('LLAVES20');
  expect(await screen.findByText('Demasiadas solicitudes, intente en unos minutos')).toBeTruthy();
  withCode = () => ({ body: quoteOf(reduced, counting) });
  fireEvent.click(button('Aplicar'));
  expect(await screen.findByText(/menos en esta parte/)).toBeTruthy();
});

it('requires a code before any call', () => {
  open();
  fireEvent.click(button('Tengo un código'));
  expect(document.activeElement).toBe(field());
  fireEvent.click(button('Aplicar'));
  expect(message()).toBe('Escribe el código.');
  expect(calls.some(({ url }) => url.includes('code='))).toBe(false);
});

it('says when another discount is better, and takes that one off the sum', async () => {
  const items = [
    item('a', 1490, { amount: 1341, reduction: 'completion' }),
    item('b', 490, { amount: 441, reduction: 'completion' }),
    item('c', 1490, { amount: 1192, reduction: 'code', book_name: 'Siete llaves' }),
  ];
  withCode = () => ({ body: quoteOf(items, { ...counting, part_ids: ['a', 'b', 'c'] }) });
  open(items.map((each) => (each.reduction === 'code' ? { ...each, amount: 1490, reduction: null } : each)));
  type('LLAVES20');
  expect(
    await screen.findByText(
      '20 % menos en «Siete llaves». En «El faro» te conviene más «Completa el libro», y ese quedó.',
    ),
  ).toBeTruthy();
  const sums = screen.getAllByRole('definition', { hidden: true }).map(({ textContent }) => textContent);
  expect(sums).toEqual(['$3.470', '−$198', '−$298', '$2.974 CLP']);
  expect(screen.getAllByText('Código LLAVES20')).toHaveLength(2);
});

it('requires no acknowledgement when the code leaves nothing to pay', async () => {
  const free = [item('a', 1490, { amount: 0, reduction: 'code' })];
  withCode = () => ({ body: quoteOf(free, { ...counting, discount: { kind: 'pesos', amount: 5000 } }) });
  const onConfirm = open();
  type('LLAVES20');
  expect(await screen.findByText('$1.490 menos en esta parte.')).toBeTruthy();
  expect(screen.queryByRole('checkbox', { hidden: true })).toBeNull();
  fireEvent.click(button('Llevar gratis'));
  expect(onConfirm).toHaveBeenCalledWith({ acknowledged: false, total: 0, code: 'LLAVES20', gift: null });
});

it('reports a code that has ended meanwhile at the current price, and removes the tick', async () => {
  const onConfirm = open(
    plain,
    vi.fn(async () => true),
  );
  type('LLAVES20');
  await screen.findByText(/menos en esta parte/);
  fireEvent.click(screen.getByRole('checkbox', { hidden: true }));
  withCode = () => ({ body: quoteOf(plain, refused('over')) });
  await act(async () => void fireEvent.click(button('Ir a pagar')));
  expect(await screen.findByText('Ese código ya terminó.')).toBeTruthy();
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { hidden: true }).checked).toBe(false);
  expect(document.body.textContent).toContain('$1.490');
});
