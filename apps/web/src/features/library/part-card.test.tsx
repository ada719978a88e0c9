import type { UserPart } from '@cuentos/contract/library';
import type { UnfinishedOrder } from '@cuentos/contract/orders';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeUserPart, NOW } from '../../testing/catalogue.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { confirmStore } from '../../ui/overlays/confirm.ts';
import { PartCard } from './part-card.tsx';

const later = '2026-12-12T03:00:00Z';
const presale = { is_presale: true, presale_discount_percentage: 34, presale_end_date: '2026-12-01T02:59:59.999Z' };

interface Shown {
  readonly part: Partial<UserPart>;
  readonly online?: boolean;
  readonly onDevice?: boolean;
  readonly downloading?: boolean;
}

function show({ part, online = true, onDevice = false, downloading = false }: Shown) {
  const onBuy = vi.fn();
  const onGive = vi.fn();
  const onTakeFree = vi.fn();
  const onPaymentChanged = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PartCard
          book={{ id: 'book-1', name: 'El faro' }}
          part={fakeUserPart(part)}
          online={online}
          onDevice={onDevice}
          downloading={downloading}
          now={NOW}
          busy={false}
          onBuy={onBuy}
          onGive={onGive}
          onTakeFree={onTakeFree}
          onPaymentChanged={onPaymentChanged}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { onBuy, onGive, onTakeFree, onPaymentChanged };
}

afterEach(cleanup);
const text = () => document.body.textContent ?? '';
/** The label over the cover of a presale. */
const overlay = () => document.querySelector<HTMLElement>('article > :first-child p');
const offerOverCover = () => overlay()?.textContent;
const badgeOnCover = () => document.querySelector('article > :first-child .figures:not(p)')?.textContent;

describe('part card, every row', () => {
  it('purchased and downloaded', () => {
    show({ part: { is_purchased: true }, onDevice: true });
    expect(screen.getByRole('link', { name: /^Leer ahora/ }).getAttribute('href')).toBe('/reader/book-1/part-1');
    expect(text()).toContain('En este dispositivo');
  });

  it('purchased, not downloaded, released', () => {
    show({ part: { is_purchased: true } });
    expect(screen.getByRole('link', { name: /^Leer ahora/ })).toBeTruthy();
    expect(text()).toContain('Se descarga al abrir, 2,1 MB');
  });

  it('purchased: the date of the purchase in long Spanish form, in Santiago', () => {
    show({ part: { is_purchased: true, acquired_at: '2026-11-15T02:30:00Z' } });
    expect(text()).toContain('Tuya desde el 14 de noviembre de 2026');
  });

  it('given: the giver’s name, or that the part was a gift', () => {
    show({ part: { is_purchased: true, acquired_at: '2026-11-15T02:30:00Z', gift_from: 'Elisa' } });
    expect(text()).toContain('Regalo de Elisa · Tuya desde el 14 de noviembre de 2026');
    cleanup();
    show({ part: { is_purchased: true, acquired_at: '2026-11-15T02:30:00Z', gift_from: '' } });
    expect(text()).toContain('Te la regalaron · Tuya desde');
  });

  it('can be given as a gift, owned or not; not a free or unreleased part, nor without a connection', () => {
    const { onGive, onBuy } = show({ part: { is_purchased: true } });
    fireEvent.click(screen.getByRole('button', { name: /^Regalar/ }));
    expect(onGive).toHaveBeenCalledOnce();
    expect(onBuy).not.toHaveBeenCalled();
    for (const change of [{ value: 0 }, { release_date: later }, { ebook: false }]) {
      cleanup();
      show({ part: change });
      expect(screen.queryByRole('button', { name: /^Regalar/ }), JSON.stringify(change)).toBeNull();
    }
    cleanup();
    show({ part: {}, online: false });
    expect(screen.queryByRole('button', { name: /^Regalar/ })).toBeNull();
  });

  it('purchased, being downloaded: can be read meanwhile', () => {
    show({ part: { is_purchased: true }, downloading: true });
    expect(screen.getByRole('link', { name: /^Leer ahora/ }).getAttribute('href')).toBe('/reader/book-1/part-1');
  });

  it('purchased, not downloaded, not released', () => {
    show({ part: { is_purchased: true, release_date: later } });
    expect(screen.getByRole('button', { name: 'Pronto podrás descargarlo' }).hasAttribute('disabled')).toBe(true);
    expect(text()).toContain('Disponible: 12/12/2026');
  });

  // Kept difference: unreleased-parts-can-be-followed.
  it('not purchased, not released', () => {
    show({ part: { release_date: later } });
    expect(screen.getByRole('button', { name: /^Avísame cuando salga/ })).toBeTruthy();
    expect(text()).toContain('No disponible · Disponible: 12/12/2026');
    expect(text()).toContain('$1.490 CLP');
  });

  it('not purchased, released, without ebook', () => {
    show({ part: { ebook: false } });
    expect(screen.getByRole('button', { name: /^Avísame cuando salga/ })).toBeTruthy();
  });

  it('not purchased, released, value 0', async () => {
    const { onTakeFree } = show({ part: { value: 0 } });
    expect(text()).toContain('0 CLP');
    await userEvent.click(screen.getByRole('button', { name: /¡Descarga gratis!/ }));
    expect(onTakeFree).toHaveBeenCalledOnce();
  });

  it('not purchased, released, value above 0', async () => {
    const { onBuy } = show({ part: {} });
    expect(text()).toContain('$1.490 CLP');
    expect(text()).toContain('Disponible');
    await userEvent.click(screen.getByRole('button', { name: /¡Compra ahora!/ }));
    expect(onBuy).toHaveBeenCalledOnce();
  });

  it('during presale', () => {
    show({ part: presale });
    expect(document.querySelector('s')?.textContent).toContain('$1.490');
    expect(text()).toContain('$983 CLP');
    expect(offerOverCover()).toBe('¡Oferta por tiempo limitado!Hasta el 30/11/2026Ahorras: 507 CLP');
    expect(badgeOnCover()).toBe('Descuento −34\u202F%');
    // The price repeats these words, because a phone has no hover to show the cover's.
    // Kept difference: presale-words-on-phones.
    expect(text().split('¡Oferta por tiempo limitado!')).toHaveLength(3);
  });

  it('shows the overlay of a presale’s cover to a person who hovers, focuses the card, or taps', async () => {
    show({ part: presale });
    expect([...overlay()!.classList]).toEqual(
      expect.arrayContaining(['opacity-0', 'group-hover:opacity-100', 'group-focus-within:opacity-100']),
    );
    await userEvent.click(screen.getByRole('heading'));
    expect([...overlay()!.classList]).toContain('opacity-100');
    fireEvent.pointerLeave(screen.getByRole('article'));
    expect([...overlay()!.classList]).toContain('opacity-0');
  });

  it('without a presale the cover has no overlay', () => {
    show({ part: {} });
    expect([overlay(), badgeOnCover()]).toEqual([null, undefined]);
  });

  it('during presale, before its release: overlay, saving, end and badge are the same', () => {
    show({ part: { ...presale, release_date: later } });
    expect(offerOverCover()).toBe('¡Oferta por tiempo limitado!Hasta el 30/11/2026Ahorras: 507 CLP');
    expect(badgeOnCover()).toBe('Descuento −34\u202F%');
    expect(screen.getByRole('button', { name: /^Avísame cuando salga/ })).toBeTruthy();
  });

  it('free by discount keeps the struck price', () => {
    show({ part: { ...presale, presale_discount_percentage: 100 } });
    expect(screen.getByRole('button', { name: /¡Descarga gratis!/ })).toBeTruthy();
    expect(document.querySelector('s')?.textContent).toContain('$1.490');
  });

  it('early access can be read and bought', () => {
    show({ part: { early_access: true } });
    expect(screen.getByRole('link', { name: /^Leer ahora/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /¡Compra ahora!/ })).toBeTruthy();
  });

  it('early access past its end can only be bought', () => {
    show({ part: { early_access: true, early_access_expires_at: new Date(NOW - 1).toISOString() } });
    expect(screen.queryByRole('link', { name: /^Leer ahora/ })).toBeNull();
  });

  it('offline, purchased and downloaded', () => {
    show({ part: { is_purchased: true }, online: false, onDevice: true });
    expect(screen.getByRole('link', { name: /^Leer:/ }).textContent).toBe('Leer');
  });

  it('offline, purchased and not stored', () => {
    show({ part: { is_purchased: true }, online: false });
    expect(text()).toContain('Se descarga cuando vuelva la conexión');
    expect(text()).not.toContain('No puedes comprar');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('offline, otherwise', () => {
    show({ part: {}, online: false });
    expect(text()).toContain('Sin conexión a internet');
    expect(text()).toContain('No puedes comprar el libro sin conexión.');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a part with a pending or refused payment', () => {
  const pending: UnfinishedOrder = {
    id: 'order-1',
    state: 'pending',
    hold: null,
    total: 1490,
    since: '2026-11-21T14:00:00Z',
    until: '2026-12-21T14:00:00Z',
    payment_number: '870001',
    resume_url: 'https://pago.test/comprobante/1',
  };

  it('under way: how to go on, and no button that sells the part again', () => {
    show({ part: { unfinished_order: pending } });
    expect(text()).toContain('Pago pendiente');
    expect(text()).toContain('Empezaste a pagar $1.490 y falta terminar el pago.');
    expect(text()).toContain('Lo esperamos hasta el 21/12/2026.');
    expect(text()).toContain('Pago 870001');
    const resume = screen.getByRole('link', { name: /^Terminar el pago/ });
    expect(resume.getAttribute('href')).toBe('https://pago.test/comprobante/1');
    expect(screen.queryByRole('button', { name: /¡Compra ahora!/ })).toBeNull();
  });

  it.each([
    ['review', 'no calza con tu compra'],
    ['dispute', 'Hay un reclamo en curso'],
  ] as const)('held for a %s: says so, and offers neither to pay nor to cancel', (hold, words) => {
    show({ part: { unfinished_order: { ...pending, hold, resume_url: null, until: null } } });
    expect(text()).toContain(words);
    expect(text()).toContain('No pagues de nuevo');
    expect(screen.queryByRole('link')).toBeNull();
    const buttons = screen.queryAllByRole('button').map(({ textContent }) => textContent);
    expect(buttons.filter((name) => /compra|cancelar|pago/i.test(name))).toEqual([]);
  });

  it('in review: offers only to wait, or to cancel after a question', async () => {
    const calls = fakeApi({ 'POST /api/orders/order-1/cancel': { body: { state: 'rejected' } } });
    const { onPaymentChanged } = show({ part: { unfinished_order: { ...pending, resume_url: null } } });
    expect(text()).toContain('El medio de pago está revisando tu pago de $1.490.');
    expect(screen.queryByRole('link')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Cancelar este pago/ }));
    expect(calls).toHaveLength(0);
    confirmStore.current()?.answer(true);
    await vi.waitFor(() => expect(onPaymentChanged).toHaveBeenCalledOnce());
    expect(calls).toHaveLength(1);
    vi.unstubAllGlobals();
  });

  it('rejected: nothing was charged, and the part can be bought', () => {
    show({ part: { unfinished_order: { ...pending, state: 'rejected', until: null, resume_url: null } } });
    expect(text()).toContain('Tu último pago no se completó. No se te cobró nada.');
    expect(screen.getByRole('button', { name: /¡Compra ahora!/ })).toBeTruthy();
  });

  it('of data stored by an earlier version: sold as before', () => {
    const { unfinished_order: _untold, ...old } = fakeUserPart();
    show({ part: old });
    expect(screen.getByRole('button', { name: /¡Compra ahora!/ })).toBeTruthy();
  });
});
