import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Cover } from './cover.tsx';

const COVER_PLACEHOLDER = '/placeholder-400x600.svg';

afterEach(cleanup);

const picture = { src: '/a.webp', srcset: '/a.webp 240w, /b.webp 480w', width: 400, height: 600 };
const show = (src = picture.src) => (
  <Cover picture={{ ...picture, src }} alt="Cubierta de El faro" sizes="104px" seed="faro" />
);

it('shows the placeholder when a picture does not load, and the next picture again', () => {
  const { rerender } = render(show());
  const image = () => screen.getByRole<HTMLImageElement>('img', { name: 'Cubierta de El faro' });
  expect([image().getAttribute('src'), image().srcset]).toEqual(['/a.webp', picture.srcset]);
  fireEvent.error(image());
  expect([image().getAttribute('src'), image().srcset]).toEqual([COVER_PLACEHOLDER, '']);
  rerender(show('/c.webp'));
  expect(image().getAttribute('src')).toBe('/c.webp');
});

it('shows the smaller AVIF where the browser knows it, and the placeholder in place of both', () => {
  const avif = '/a.avif 240w, /b.avif 480w';
  const { container } = render(<Cover picture={{ ...picture, avif }} alt="Cubierta" sizes="104px" seed="faro" />);
  const source = () => container.querySelector('picture > source');
  expect([source()?.getAttribute('type'), source()?.getAttribute('srcset'), source()?.getAttribute('sizes')]).toEqual([
    'image/avif',
    avif,
    '104px',
  ]);
  fireEvent.error(screen.getByRole('img'));
  expect(source()).toBeNull();
});

it('has a placeholder of 400 × 600 that says so', () => {
  const file = readFileSync(join(import.meta.dirname, '../../../public', COVER_PLACEHOLDER), 'utf8');
  const drawing = new DOMParser().parseFromString(file, 'image/svg+xml').documentElement;
  expect([drawing.getAttribute('width'), drawing.getAttribute('height')]).toEqual(['400', '600']);
  const words = Array.from(drawing.querySelectorAll('text'), (line) => line.textContent).join(' ');
  expect(words).toBe('Imagen no disponible por el momento');
});
