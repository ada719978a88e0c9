import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
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
