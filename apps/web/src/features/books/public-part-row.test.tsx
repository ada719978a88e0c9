import type { PublicPart } from '@cuentos/contract/books';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { fakePart, NOW } from '../../testing/catalogue.ts';
import { SiteContext } from '../../lib/page-data.ts';
import { siteFacts } from '../../testing/site-facts.ts';
import { PublicPartRow } from './book-detail-screen.tsx';

afterEach(cleanup);
const show = (part: Partial<PublicPart>) =>
  render(
    <PublicPartRow
      book={{ id: 'book-1', name: 'El faro' }}
      part={fakePart(part)}
      now={NOW}
      buyAt="/register/book-1?part=part-1"
    />,
  );
const text = () => document.body.textContent ?? '';

it('sells a released part', () => {
  show({});
  expect(text()).toContain('Disponible');
  expect(text()).toContain('392 descargas');
  expect(text()).toContain('$1.490 CLP');
  expect(screen.getByRole('link', { name: /¡Compra ahora!/ })).toBeTruthy();
});

it('gives a free part', () => {
  show({ value: 0 });
  expect(text()).toContain('0 CLP');
  expect(screen.getByRole('link', { name: /Descarga gratis/ })).toBeTruthy();
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

it('sells nothing while the shop is closed, and gives what is free', () => {
  const { seller } = siteFacts();
  const closed = siteFacts({ seller: { ...seller, sales_open: false } });
  const row = (part: Partial<PublicPart>) => (
    <SiteContext value={closed}>
      <PublicPartRow
        book={{ id: 'b', name: 'El faro' }}
        part={fakePart(part)}
        now={NOW}
        buyAt="/register/book-1?part=part-1"
      />
    </SiteContext>
  );
  render(row({ name: 'Segunda' }));
  expect(screen.getByRole('button', { name: 'Ventas aún cerradas: Segunda' }).hasAttribute('disabled')).toBe(true);
  cleanup();
  render(row({ value: 0 }));
  expect(screen.getByRole('link', { name: /Descarga gratis/ })).toBeTruthy();
});

it('a part whose payment is under way is not put into the pocket', () => {
  const part = fakePart({ ebook: true, value: 1490 });
  const row = (awaited: boolean) => (
    <MemoryRouter>
      <PublicPartRow
        book={{ id: 'b', name: 'El faro' }}
        part={part}
        now={NOW}
        isAwaited={awaited}
        buyAt="/register/book-1?part=part-1"
      />
    </MemoryRouter>
  );
  const { rerender } = render(row(false));
  expect(screen.queryByRole('button', { name: /^Agregar a Tu bolsillo/ })).not.toBeNull();
  rerender(row(true));
  expect(screen.queryByRole('button', { name: /^Agregar a Tu bolsillo/ })).toBeNull();
});
