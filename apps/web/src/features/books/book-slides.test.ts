import { expect, it } from 'vitest';
import { fakeBook } from '../../testing/catalogue.ts';
import { bookSlides } from './book-slides.ts';

const picture = (src: string) => ({ src, srcset: '', width: 400, height: 600 });

it('shows cover, back cover, then one quote for each highlighted passage', () => {
  const slides = bookSlides(
    fakeBook({
      image: picture('/cover.webp'),
      back_image: picture('/back.webp'),
      highlights: [{ passage: 'Una frase.' }, { passage: 'Otra.' }],
    }),
  );
  expect(slides.map(({ picture: shown, quote }) => quote ?? shown?.src)).toEqual([
    '/cover.webp',
    '/back.webp',
    expect.stringContaining('Una frase'),
    expect.stringContaining('Otra'),
  ]);
});

it('shows the cover alone when there is nothing else', () => {
  expect(bookSlides(fakeBook({ image: null, back_image: null, highlights: [] }))).toHaveLength(1);
});
