import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { COVER_PLACEHOLDER, runCoverPlaceholders } from './cover-placeholder.ts';
import { Cover } from './cover.tsx';

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

it('shows the smaller AVIF where the browser supports it, and the placeholder in place of both', () => {
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

it('has the placeholder on a page without React too, for failures before and after the script, and only for covers', () => {
  const cover = (name: string) =>
    `<picture><source srcset="/${name}.avif 9w"><img src="/${name}.jpg" srcset="/${name}.webp 9w"></picture>`;
  document.body.innerHTML = `${cover('early')}${cover('late')}<img src="/captcha.png">`;
  const [early, late, other] = document.querySelectorAll('img');
  Object.defineProperty(early, 'complete', { value: true });
  for (const image of [late, other]) Object.defineProperty(image, 'complete', { value: false });
  runCoverPlaceholders();
  const shown = () => Array.from(document.querySelectorAll('img'), (image) => image.getAttribute('src'));
  expect(shown()).toEqual([COVER_PLACEHOLDER, '/late.jpg', '/captcha.png']);
  fireEvent.error(late!);
  fireEvent.error(other!);
  // The placeholder may fail to load, too.
  fireEvent.error(early!);
  expect(shown()).toEqual([COVER_PLACEHOLDER, COVER_PLACEHOLDER, '/captcha.png']);
  expect(document.querySelectorAll('source[srcset], picture img[srcset]')).toHaveLength(0);
});

it('has a placeholder of 400 × 600 that says so', () => {
  const file = readFileSync(join(import.meta.dirname, '../../../public', COVER_PLACEHOLDER), 'utf8');
  const drawing = new DOMParser().parseFromString(file, 'image/svg+xml').documentElement;
  expect([drawing.getAttribute('width'), drawing.getAttribute('height')]).toEqual(['400', '600']);
  const words = Array.from(drawing.querySelectorAll('text'), (line) => line.textContent).join(' ');
  expect(words).toBe('Imagen no disponible por el momento');
});
