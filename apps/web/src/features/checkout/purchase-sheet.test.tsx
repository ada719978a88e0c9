import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { PurchaseSheet } from './purchase-sheet.tsx';

beforeEach(() => {
  // happy-dom knows no modal dialogs.
  HTMLDialogElement.prototype.showModal ??= () => {};
  fakeApi({ 'GET /api/checkout/seller': { body: { seller_name: null, seller_tax_id: null, seller_address: null } } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function sheet(busy: boolean) {
  return (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <PurchaseSheet
          open
          busy={busy}
          offer={{ partId: 'p', bookName: 'El faro', partName: 'Segunda parte', amount: '$983' }}
          onClose={() => {}}
          onConfirm={() => {}}
        />
      </MemoryRouter>
    </QueryClientProvider>
  );
}

it('says within three seconds that the provider is asked, later that it is slow, and nothing after the answer', () => {
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

it('goes to the box that is to be ticked before paying, and says so there', () => {
  const onConfirm = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <PurchaseSheet
          open
          busy={false}
          offer={{ partId: 'p', bookName: 'El faro', partName: 'Segunda parte', amount: '$983' }}
          onClose={() => {}}
          onConfirm={onConfirm}
        />
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
