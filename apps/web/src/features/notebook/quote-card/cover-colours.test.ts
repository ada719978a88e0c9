import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coloursOf, contrast } from './cover-colours.ts';

const rgb = (css: string) => (css.match(/\d+/g) ?? []).map(Number) as unknown as readonly [number, number, number];

it('gives each cover a background on which the words are legible', () => {
  const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));
  fc.assert(
    fc.property(fc.array(colour, { maxLength: 20 }), (colours) => {
      const pixels = Uint8ClampedArray.from(colours.flatMap((each) => [...each, 255]));
      const { ground, text } = coloursOf(pixels);
      expect(contrast(rgb(ground), rgb(text))).toBeGreaterThanOrEqual(4.4);
    }),
  );
});

it('takes the background from the colour that covers most of the cover', () => {
  const blue = [36, 55, 155, 255];
  const apricot = [243, 178, 135, 255];
  const pixels = Uint8ClampedArray.from([...Array.from({ length: 30 }, () => blue), apricot, apricot].flat());
  expect(coloursOf(pixels)).toEqual({ ground: 'rgb(36 55 155)', text: 'rgb(247 244 236)', thread: 'rgb(243 178 135)' });
});
