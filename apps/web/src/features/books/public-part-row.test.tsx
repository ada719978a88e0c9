import type { PublicPart } from '@cuentos/contract/books';
import { partCard } from '@cuentos/domain/books/part-card';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakePart, NOW } from '../../testing/catalogue.ts';
import { SiteContext } from '../../lib/page-data.ts';
import { siteFacts } from '../../testing/site-facts.ts';
import { PublicPartRow } from './public-part-row.tsx';
import { PartActions } from './part-actions.tsx';
import { partPricing } from './part-pricing.ts';

afterEach(cleanup);

const row = (part: PublicPart, isPaymentPending = false) => {
  const price = partPricing(part, NOW);
  const { offer } = partCard({
    online: true,
    onDevice: false,
    downloading: false,
    owned: false,
    earlyAccess: false,
    released: price.released,
    isRecalled: false,
    hasEbook: part.ebook,
    finalPrice: price.final,
  });
  const to = { to: '/register/book-1?part=part-1' };
  const actions = (
    <PartActions
      book={{ id: 'book-1', name: 'El faro' }}
      part={part}
      price={price}
      offer={offer}
      ways={{ buy: to, take: to, give: { to: `${to.to}&gift=1` } }}
      freeLabel="Descarga gratis"
      pending={isPaymentPending && <p>Pago pendiente</p>}
    />
  );
  return <PublicPartRow part={part} now={NOW} actions={actions} />;
};
const show = (part: Partial<PublicPart>) => render(row(fakePart(part)));
const text = () => document.body.textContent ?? '';

it('offers a released part for sale', () => {
  show({});
  expect(text()).toContain('Disponible');
  expect(text()).toContain('392 descargas');
  expect(text()).toContain('$1.490 CLP');
  expect(screen.getByRole('link', { name: /¡Compra ahora!/ })).toBeTruthy();
});

it('offers a free part as a gift', () => {
  show({ value: 0 });
  expect(text()).toContain('0 CLP');
  expect(screen.getByRole('link', { name: /Descarga gratis/ })).toBeTruthy();
});

it('offers to read a free part first and to keep it second, and says that it is free', () => {
  show({ value: 0, sample: 'whole', name: 'La niebla' });
  const actions = screen.getAllByRole('link');
  expect(actions.map(({ textContent }) => textContent)).toEqual(['Leer gratis', 'Guardarla en mi biblioteca']);
  expect(actions.map((link) => link.getAttribute('href'))).toEqual([
    '/sample/book-1/part-1',
    '/register/book-1?part=part-1',
  ]);
  expect(text()).toContain('0 CLP');
  expect(text()).toContain('Descarga gratis');
});

it('has one filled button, a link to the beginning, and icons with names for pocket and gift', () => {
  show({ sample: 'beginning', name: 'El muelle' });
  const buy = screen.getByRole('link', { name: '¡Compra ahora!: El muelle' });
  expect(buy.textContent).toBe('¡Compra ahora!');
  expect(document.querySelectorAll('.bg-accent')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Lee el comienzo de El muelle' }).textContent).toBe('Lee el comienzo');
  const gift = screen.getByRole('link', { name: 'Regalar: El muelle' });
  expect([gift.textContent, gift.getAttribute('href')]).toEqual(['', '/register/book-1?part=part-1&gift=1']);
  expect(screen.getByRole('button', { name: 'Agregar a Tu bolsillo: El muelle' }).textContent).toBe('');
});

it('shows the date of an unreleased part', () => {
  show({ release_date: '2026-12-12T03:00:00Z' });
  expect(text()).toContain('No disponible · Disponible: 12/12/2026');
  expect(screen.getByRole('button', { name: /^Avísame cuando salga/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /¡Compra ahora!/ })).toBeNull();
});

it('does not call a part without ebook available', () => {
  show({ ebook: false });
  expect(text()).toContain('No disponible');
  expect(screen.queryByText('Disponible')).toBeNull();
  expect(screen.getByRole('button', { name: /^Avísame cuando salga/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /¡Compra ahora!/ })).toBeNull();
});

it('shows discount, saving and end of a presale', () => {
  show({ is_presale: true, presale_discount_percentage: 34, presale_end_date: '2026-12-01T02:59:59.999Z' });
  expect(text()).toContain('−34\u202F%');
  expect(document.querySelector('s')?.textContent).toContain('$1.490');
  expect(text()).toContain('Ahorras: 507 CLP, hasta el 30/11/2026');
});

it('sells nothing while the shop is closed, and still gives free parts', () => {
  const { seller } = siteFacts();
  const closed = siteFacts({ seller: { ...seller, sales_open: false } });
  const showClosed = (part: Partial<PublicPart>) =>
    render(<SiteContext value={closed}>{row(fakePart(part))}</SiteContext>);
  showClosed({ name: 'Segunda' });
  expect(screen.getByRole('button', { name: 'Ventas aún cerradas: Segunda' }).hasAttribute('disabled')).toBe(true);
  cleanup();
  showClosed({ value: 0 });
  expect(screen.getByRole('link', { name: /Descarga gratis/ })).toBeTruthy();
});

it('a part whose payment is under way is not put into the pocket', () => {
  const part = fakePart({ ebook: true, value: 1490 });
  const { rerender } = render(row(part));
  expect(screen.queryByRole('button', { name: /^Agregar a Tu bolsillo/ })).not.toBeNull();
  rerender(row(part, true));
  expect(screen.queryByRole('button', { name: /^Agregar a Tu bolsillo/ })).toBeNull();
});
