import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../../lib/api/session.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { typedCode } from './typed-code.ts';
import { usePurchaseResult } from './use-checkout.ts';

const toasts = () => toastStore.all().map(({ type, text }) => `${type}: ${text}`);
const decided = vi.fn();

function Page() {
  const { waiting, unpaid, pending, bought } = usePurchaseResult(decided);
  return (
    <>
      {waiting && <p>waiting</p>}
      <output>{unpaid.join(' ')}</output>
      <p data-testid="pending">{pending.join(' ')}</p>
      <p data-testid="bought">{bought.join(' ')}</p>
    </>
  );
}

beforeEach(() => {
  decided.mockClear();
  signInAs('ana');
});
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  vi.unstubAllGlobals();
});

async function comeBack(query: string) {
  const router = createMemoryRouter([{ path: '/user-library/:book_id', Component: Page }], {
    initialEntries: [`/user-library/faro?${query}`],
  });
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
  return router;
}

it.each([
  ['failure', 'error: Error al realizar la compra'],
  ['pending', 'info: Compra pendiente de confirmación'],
])('shows %s once, reloads the parts and removes the result from the address', async (result, text) => {
  const router = await comeBack(`result=${result}&collection_id=1&status=x&otra=1`);
  expect(toasts()).toEqual([text]);
  expect(decided).toHaveBeenCalledTimes(1);
  expect(router.state.location.search).toBe('?otra=1');
  await act(async () => router.navigate('/user-library/faro'));
  expect(toasts()).toHaveLength(1);
});

it('shows nothing for a success without an order', async () => {
  const router = await comeBack('result=success&status=approved');
  expect([toasts(), decided.mock.calls.length, router.state.location.search]).toEqual([[], 1, '']);
  fakeApi({ 'GET /api/orders/x': { status: 404, body: { detail: 'x', code: 'order_not_found', request_id: 'r' } } });
  cleanup();
  await comeBack('result=success&external_reference=x');
  await vi.waitFor(() => expect(decided).toHaveBeenCalledTimes(2));
  expect(toasts()).toEqual([]);
});

const order = (state: string) => ({ body: { id: 'o1', state, part_ids: ['p1'] } });

it.each([
  ['success', 'paid', 'success: Compra realizada con éxito', ''],
  ['failure', 'rejected', 'error: Error al realizar la compra', 'p1'],
  ['failure', 'open', 'error: Error al realizar la compra', 'p1'],
  ['pending', 'open', 'info: Compra pendiente de confirmación', ''],
  ['failure', 'paid', 'success: Compra realizada con éxito', ''],
  ['failure', 'pending', 'info: Compra pendiente de confirmación', ''],
  ['pending', 'pending', 'info: Compra pendiente de confirmación', ''],
])('for %s with an order that is %s shows the order’s state', async (claimed, state, words, unpaid) => {
  fakeApi({ 'GET /api/orders/o1': order(state) });
  const router = await comeBack(`order=o1&result=${claimed}`);
  await vi.waitFor(() => expect(decided).toHaveBeenCalledTimes(1));
  expect([toasts(), screen.getByRole('status').textContent]).toEqual([[words], unpaid]);
  expect(screen.getByTestId('bought').textContent).toBe(words.startsWith('success') ? 'p1' : '');
  expect(screen.getByTestId('pending').textContent).toBe(words.startsWith('info') ? 'p1' : '');
  expect(router.state.location.search).toBe('');
});

it.each([
  ['forgets a code that a paid order used', 'paid', true, null],
  ['keeps a code that took nothing off it', 'paid', false, 'LLAVES20'],
  ['keeps the code of an order that came to nothing', 'rejected', true, 'LLAVES20'],
])('%s', async (_, state, isUsed, code) => {
  typedCode.set('LLAVES20');
  typedCode.ordered(isUsed);
  fakeApi({ 'GET /api/orders/o1': order(state) });
  await comeBack('order=o1&result=success');
  await vi.waitFor(() => expect(decided).toHaveBeenCalledTimes(1));
  expect([typedCode.snapshot(), sessionStorage.getItem('discount-code')]).toEqual([code, code]);
});

it('shows nothing for an unknown result', async () => {
  await comeBack('result=<script>');
  expect([toasts(), decided.mock.calls.length]).toEqual([[], 0]);
});

it('waits for the order before it calls a purchase done: the address alone proves nothing', async () => {
  let answer: ((body: unknown) => void) | undefined;
  fakeApi({
    'GET /api/orders/o1': async () => ({ body: await new Promise((resolve) => (answer = resolve)) }),
  });
  await comeBack('result=success&external_reference=o1');
  expect([screen.queryAllByText('waiting').length, toasts()]).toEqual([1, []]);
  await vi.waitFor(() => expect(answer).toBeDefined());
  await act(async () => answer?.({ id: 'o1', state: 'rejected', part_ids: [] }));
  await act(async () => answer?.({ id: 'o1', state: 'rejected', part_ids: [] }));
  await vi.waitFor(() => expect(toasts()).toEqual(['error: Error al realizar la compra']));
  expect(screen.queryByText('waiting')).toBeNull();
});
