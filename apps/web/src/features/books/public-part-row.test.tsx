import type { PublicPart } from '@cuentos/contract/books';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakePart, NOW } from '../../testing/catalogue.ts';
import { PublicPartRow } from './book-detail-screen.tsx';

afterEach(cleanup);
const show = (part: Partial<PublicPart>) => render(<PublicPartRow part={fakePart(part)} now={NOW} onBuy={() => {}} />);
const text = () => document.body.textContent ?? '';

it('sells a released part', () => {
  show({});
  expect(text()).toContain('Disponible');
  expect(text()).toContain('392 descargas');
  expect(text()).toContain('$1.490 CLP');
  expect(screen.getByRole('button', { name: /¡Compra ahora!/ })).toBeTruthy();
});

it('gives a free part', () => {
  show({ value: 0 });
  expect(text()).toContain('0 CLP');
  expect(screen.getByRole('button', { name: /Descarga gratis/ })).toBeTruthy();
});

it('shows the date of an unreleased part', () => {
  show({ release_date: '2026-12-12T03:00:00Z' });
  expect(text()).toContain('Disponible: 12/12/2026');
  expect(screen.getByRole('button', { name: /No disponible/ }).hasAttribute('disabled')).toBe(true);
});

it('does not call a part without ebook available', () => {
  show({ ebook: false });
  expect(screen.getByRole('button', { name: /No disponible/ }).hasAttribute('disabled')).toBe(true);
});

it('shows discount, saving and end of a presale', () => {
  show({ is_presale: true, presale_discount_percentage: 34, presale_end_date: '2026-12-01T02:59:59.999Z' });
  expect(text()).toContain('−34\u202F%');
  expect(document.querySelector('s')?.textContent).toContain('$1.490');
  expect(text()).toContain('Ahorras: 507 CLP, hasta el 30/11/2026');
});
