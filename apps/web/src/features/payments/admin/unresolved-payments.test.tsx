import type { UnresolvedPayment, UnresolvedPayments } from '@cuentos/contract/payments';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import 'fake-indexeddb/auto';
import { readDraftsOfKind } from '../../../device/form-drafts.ts';
import { freshDevice } from '../../../device/testing/fresh-device.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { confirmStore } from '../../../ui/overlays/confirm.ts';
import { UnresolvedPaymentsPanel, whatHappens } from './unresolved-payments.tsx';

beforeEach(() => signInAs('u'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const wrong: UnresolvedPayment = {
  id: '01900000-0000-7000-8000-000000000001',
  provider_payment_id: '870001',
  reason: 'wrong_amount',
  amount: 1500,
  left: 1500,
  currency: 'CLP',
  provider_state: 'approved: accredited',
  since: '2026-11-18T15:00:00.000Z',
  order_id: null,
  buyer: null,
  titles: [],
  refund: null,
  can_refund: true,
  dispute: null,
};
const double: UnresolvedPayment = {
  ...wrong,
  id: '01900000-0000-7000-8000-000000000002',
  provider_payment_id: '870002',
  reason: 'duplicate',
  buyer: { id: 'mara', name: 'Mara Soto', email: 'mara@ejemplo.cl' },
  titles: [{ book_id: 'faro', name: 'El faro: La niebla' }],
  refund: {
    amount: 1490,
    refused: true,
    is_withdrawal: false,
    is_in_process: false,
    refusals: 9,
    last_error: 'refused',
    last_tried_at: '2026-11-18T15:00:00.000Z',
    next_try_at: '2026-11-19T15:00:00.000Z',
  },
  can_refund: false,
};
const well = { name: 'mercadopago', refused_since: null, refunds_only: false, next_probe_at: null };

function open(answer: UnresolvedPayments, more: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({ 'GET /api/admin/payments/open': { body: answer }, ...more });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '/', element: <UnresolvedPaymentsPanel /> }]);
  const { container } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { calls, container };
}

it('shows nothing while there are no such payments', async () => {
  const { calls, container } = open({ provider: well, payments: [] });
  await waitFor(() => expect(calls).toHaveLength(1));
  await waitFor(() => expect(container.textContent).toBe(''));
});

it('keeps a reason that was written for a payment resolved meanwhile, until it is copied or discarded', async () => {
  await freshDevice();
  signInAs('u');
  open({ provider: well, payments: [wrong, { ...wrong, id: 'other', provider_payment_id: '870003' }] });
  fireEvent.click((await screen.findAllByText('Resolver por fuera'))[0]!);
  fireEvent.change(await screen.findByLabelText('Motivo'), { target: { value: 'Se devolvió por transferencia' } });
  await waitFor(async () => expect(await readDraftsOfKind('u', 'payment-settle')).toHaveLength(1));
  cleanup();
  open({ provider: well, payments: [wrong] });
  await screen.findByText('Monto distinto');
  expect(screen.queryByText('Se devolvió por transferencia')).toBeNull();
  cleanup();
  open({ provider: well, payments: [] });
  expect(await screen.findByText('Se devolvió por transferencia')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  await waitFor(async () => expect(await readDraftsOfKind('u', 'payment-settle')).toEqual([]));
});

it('shows each payment with its reason, and the refund that is being tried', async () => {
  open({ provider: well, payments: [wrong, double] });
  expect(await screen.findByRole('heading', { name: 'Pagos por resolver' })).toBeTruthy();
  expect(screen.getByText('Sin compra asociada')).toBeTruthy();
  expect(screen.getByText('Monto distinto')).toBeTruthy();
  expect(screen.getByText('Mara Soto')).toBeTruthy();
  expect(screen.getByText('Pago repetido')).toBeTruthy();
  // The payment with a requested refund can be retried, the other one can be refunded.
  expect(screen.getAllByText('Devolver')).toHaveLength(1);
  expect(screen.getAllByText('Reintentar ahora')).toHaveLength(1);
  expect(screen.getAllByText('Resolver por fuera')).toHaveLength(2);
  expect(whatHappens(wrong)).toBe('Espera que alguien decida: devolverlo o resolverlo por fuera.');
  expect(whatHappens({ ...wrong, reason: 'charged_back' })).toMatch(/^Lo decide el medio de pago/);
  expect(whatHappens(double)).toBe(
    'Devolución de $1.490 pedida. El medio de pago la rechazó 9 veces. Último intento: 18/11/2026 12:00. Próximo intento: 19/11/2026 12:00.',
  );
  // After a failed attempt the provider counts as unreachable for ten minutes, so the next attempt comes later.
  expect(whatHappens(double, '2026-11-19T15:10:00.000Z')).toContain('Próximo intento: 19/11/2026 12:10.');
  expect(whatHappens(double, '2026-11-18T15:10:00.000Z')).toContain('Próximo intento: 19/11/2026 12:00.');
  const { refund } = double;
  const forbidden = { ...double, refund: refund && { ...refund, last_error: 'credentials' as const } };
  expect(whatHappens(forbidden, '2026-11-18T15:10:00.000Z')).toContain('Próximo intento: 19/11/2026 12:00, o antes.');
  expect(whatHappens(forbidden, '2026-11-19T15:10:00.000Z')).toContain('Próximo intento: 19/11/2026 12:10.');
  expect(whatHappens(forbidden)).toContain('Próximo intento: 19/11/2026 12:00.');
});

it('links the buyer to the person, except a buyer whose account is deleted', async () => {
  const gone = { ...double, id: 'gone', buyer: { id: null, name: 'Eva Paz', email: 'eva@ejemplo.cl' } };
  open({ provider: well, payments: [double, gone] });
  const [link] = await screen.findAllByRole('link', { name: 'Mara Soto' });
  expect(link?.getAttribute('href')).toBe('/admin/users?persona=mara');
  expect(screen.getAllByText('Eva Paz').length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: 'Eva Paz' })).toBeNull();
});

it('tells a refund in process at the provider from one that the provider refused', () => {
  const refund = { ...double.refund!, refused: false, refusals: 0, last_error: null };
  expect(whatHappens({ ...double, refund: { ...refund, is_in_process: true } })).toBe(
    'Devolución de $1.490 pedida. El medio de pago la está procesando. Último intento: 18/11/2026 12:00. Se consulta otra vez: 19/11/2026 12:00.',
  );
  // A failed query is no refusal: the author would otherwise send the money by hand as well.
  const unanswered = whatHappens({ ...double, refund: { ...refund, is_in_process: true, last_error: 'credentials' } });
  expect(unanswered).toContain('La última consulta no tuvo respuesta. Último intento');
  const rejected = { ...refund, refusals: 1, last_error: 'rejected' as const };
  expect(whatHappens({ ...double, refund: rejected })).toContain('la había aceptado y después la rechazó');
});

it('shows the documents that a chargeback requires, the deadline, and who bears the loss', async () => {
  const dispute = {
    documents: 'needed',
    deadline: '2026-12-06T15:00:00.000Z',
    covered: null,
    coverable: true,
  } as const;
  const disputed: UnresolvedPayment = { ...wrong, reason: 'charged_back', can_refund: false, dispute: dispute };
  open({ provider: well, payments: [disputed] });
  expect(await screen.findByText(/Disputa abierta: envía documentos antes del 06\/12\/2026 12:00\./)).toBeTruthy();
  const says = (change: Partial<NonNullable<UnresolvedPayment['dispute']>>) =>
    whatHappens({ ...disputed, dispute: { ...dispute, ...change } });
  expect(says({})).toMatch(/^Disputa abierta: .* Todavía puede quedar cubierta .* Lo decide el medio de pago/);
  expect(says({ deadline: null })).toMatch(/^Disputa abierta: envía documentos en el sitio/);
  expect(says({ documents: 'late' })).toMatch(/^El plazo para enviar documentos terminó el 06\/12\/2026 12:00\./);
  expect(says({ documents: 'none', coverable: false })).toMatch(
    /^No te piden documentos\. El medio de pago no la cubre\./,
  );
  expect(says({ documents: null, coverable: null })).toMatch(/^Lo decide el medio de pago/);
  expect(says({ covered: true })).toMatch(/^La decisión fue a tu favor/);
  expect(says({ covered: false })).toMatch(/^La decisión fue en tu contra\. Lo decide/);
});

it('says that the provider refuses the shop, since when, and what to do', async () => {
  const since = '2026-11-18T15:00:00.000Z';
  open({ provider: { ...well, refused_since: since, next_probe_at: '2026-11-18T15:15:00.000Z' }, payments: [] });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('El medio de pago no acepta la clave de la tienda');
  expect(alert.textContent).toContain('MP_ACCESS_TOKEN');
  expect(alert.textContent).toContain('a las 12:15');
});

it('says that buyers still get their parts when the provider refuses refunds only', async () => {
  const since = '2026-11-18T15:00:00.000Z';
  open({ provider: { ...well, refused_since: since, refunds_only: true, next_probe_at: since }, payments: [] });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('El medio de pago no permite devolver dinero');
  expect(alert.textContent).toContain('quien paga recibe su libro');
  expect(alert.textContent).not.toContain('no se puede comprar');
});

it('says that no one can buy when the provider refuses preferences, and that the rest works', async () => {
  open({ provider: { ...well, refused_since: '2026-11-18T15:00:00.000Z' }, payments: [] });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('no abre pagos con la clave de la tienda');
  expect(alert.textContent).toContain('los avisos y las devoluciones siguen');
});

it('tries a refund again at once', async () => {
  const retry = `POST /api/admin/payments/${double.id}/retry`;
  const { calls } = open({ provider: well, payments: [double] }, { [retry]: { body: { retried: true } } });
  fireEvent.click(await screen.findByRole('button', { name: /^Reintentar ahora/ }));
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true));
});

it('closes a payment only with a reason', async () => {
  const settle = `POST /api/admin/payments/${wrong.id}/settle`;
  const { calls } = open({ provider: well, payments: [wrong] }, { [settle]: { body: { settled: true } } });
  fireEvent.click(await screen.findByRole('button', { name: /^Resolver por fuera/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Marcar como resuelto' }));
  expect(await screen.findByText('Escribe el motivo, de al menos 3 letras.')).toBeTruthy();
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  fireEvent.change(screen.getByLabelText('Motivo'), { target: { value: 'transferencia 123' } });
  fireEvent.click(screen.getByRole('button', { name: 'Marcar como resuelto' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toBe('{"reason":"transferencia 123"}'),
  );
});

it('refunds only after a question with the amount was answered yes', async () => {
  const refund = `POST /api/admin/payments/${wrong.id}/refund`;
  const { calls } = open({ provider: well, payments: [wrong] }, { [refund]: { body: { requested: true } } });
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Continuar' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Devolver/ }));
  fireEvent.change(await screen.findByLabelText('Motivo'), { target: { value: 'llegó de más' } });
  send();
  await waitFor(() => expect(confirmStore.current()?.title).toContain('$1.500'));
  await act(async () => confirmStore.current()?.answer(false));
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  send();
  await waitFor(() => expect(confirmStore.current()).not.toBeNull());
  await act(async () => confirmStore.current()?.answer(true));
  await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toBe('{"reason":"llegó de más"}'));
});
