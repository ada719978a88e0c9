import type { UserPart } from '@cuentos/contract/library';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeUserPart, NOW } from '../../testing/catalogue.ts';
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
  const onTakeFree = vi.fn();
  render(
    <MemoryRouter>
      <PartCard
        part={fakeUserPart(part)}
        online={online}
        onDevice={onDevice}
        downloading={downloading}
        now={NOW}
        busy={false}
        onBuy={onBuy}
        onTakeFree={onTakeFree}
      />
    </MemoryRouter>,
  );
  return { onBuy, onTakeFree };
}

afterEach(cleanup);
const text = () => document.body.textContent ?? '';

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

  it('purchased: the Spanish long date since when, in Santiago', () => {
    show({ part: { is_purchased: true, acquired_at: '2026-11-15T02:30:00Z' } });
    expect(text()).toContain('Tuya desde el 14 de noviembre de 2026');
  });

  it('purchased, being downloaded', () => {
    show({ part: { is_purchased: true }, downloading: true });
    expect(screen.getByRole('button', { name: 'Leer ahora' }).hasAttribute('disabled')).toBe(true);
  });

  it('purchased, not downloaded, not released', () => {
    show({ part: { is_purchased: true, release_date: later } });
    expect(screen.getByRole('button', { name: 'Pronto podrás descargarlo' }).hasAttribute('disabled')).toBe(true);
    expect(text()).toContain('Disponible: 12/12/2026');
  });

  it('not purchased, not released', () => {
    show({ part: { release_date: later } });
    expect(screen.getByRole('button', { name: 'No disponible' }).hasAttribute('disabled')).toBe(true);
    expect(text()).toContain('Disponible: 12/12/2026');
    expect(text()).toContain('$1.490 CLP');
  });

  it('not purchased, released, without ebook', () => {
    show({ part: { ebook: false } });
    expect(screen.getByRole('button', { name: 'No disponible' })).toBeTruthy();
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
    expect(text()).toContain('¡Oferta por tiempo limitado!');
    expect(text()).toContain('Hasta el 30/11/2026');
    expect(text()).toContain('Ahorras: 507 CLP');
  });

  it('free by discount keeps the struck price', () => {
    show({ part: { ...presale, presale_discount_percentage: 100 } });
    expect(screen.getByRole('button', { name: /¡Descarga gratis!/ })).toBeTruthy();
    expect(document.querySelector('s')?.textContent).toContain('$1.490');
  });

  it('early access reads and may still buy', () => {
    show({ part: { early_access: true } });
    expect(screen.getByRole('link', { name: /^Leer ahora/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /¡Compra ahora!/ })).toBeTruthy();
  });

  it('early access past its end only buys', () => {
    show({ part: { early_access: true, early_access_expires_at: new Date(NOW - 1).toISOString() } });
    expect(screen.queryByRole('link', { name: /^Leer ahora/ })).toBeNull();
  });

  it('offline, purchased and downloaded', () => {
    show({ part: { is_purchased: true }, online: false, onDevice: true });
    expect(screen.getByRole('link', { name: /^Leer:/ }).textContent).toBe('Leer');
  });

  it('offline, otherwise', () => {
    show({ part: { is_purchased: true }, online: false });
    expect(text()).toContain('Sin conexión a internet');
    expect(text()).toContain('No puedes comprar el libro sin conexión.');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
