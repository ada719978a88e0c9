import { expect, test } from 'vitest';
import type { Section } from '../container/publication.ts';
import { locationOf, percentageOf, placeAtFraction } from './locations.ts';

const sections = [
  { index: 0, linear: true, start: 0, characters: 400 },
  { index: 1, linear: false, start: 400, characters: 50 },
  { index: 2, linear: true, start: 400, characters: 0 },
  { index: 3, linear: true, start: 400, characters: 600 },
] as Section[];
const book = { sections, characters: 1000 };

test('a location has a thousand characters, counted from 0', () => {
  expect([0, 999, 1000, 2500].map(locationOf)).toEqual([0, 0, 1, 2]);
});

test('percentages stay between 0 and 100, also in a book without text', () => {
  expect([0, 250, 2000].map((characters) => percentageOf(characters, book))).toEqual([0, 25, 100]);
  expect(percentageOf(10, { characters: 0 })).toBe(0);
});

test.each([
  [0, 0, 0],
  [0.2, 0, 200],
  [0.4, 3, 0],
  [1, 3, 600],
  [7, 3, 600],
  [-1, 0, 0],
])('the place at %d of the book is in section %i, %i characters in', (fraction, index, characters) => {
  expect(placeAtFraction(fraction, book)).toMatchObject({ section: { index }, characters });
});

test('the end of a book is its last section, also when that is a picture', () => {
  const cover = { index: 4, linear: true, start: 1000, characters: 0 } as Section;
  const places = [0.999, 1].map((fraction) => placeAtFraction(fraction, { ...book, sections: [...sections, cover] }));
  expect(places).toMatchObject([{ section: { index: 3 } }, { section: { index: 4 }, characters: 0 }]);
});

test('a book of pictures is divided into its sections, and one of text among them into its characters', () => {
  const drawn = Array.from({ length: 9 }, (_, index) => ({ index, linear: true, start: 0, characters: 0 }));
  const notes = { index: 9, linear: true, start: 0, characters: 800 };
  const comic = { sections: [...drawn, notes] as Section[], characters: 800 };
  const pages = comic.sections.map(({ index }) => placeAtFraction(((index / 10) * 100) / 100, comic));
  expect(pages.map((place) => [place?.section.index, place?.characters])).toEqual(
    comic.sections.map(({ index }) => [index, 0]),
  );
  expect(placeAtFraction(0.95, comic)).toMatchObject({ section: notes, characters: 400 });
  expect(placeAtFraction(1, comic)).toMatchObject({ section: notes, characters: 800 });
});

test('a book without linear sections has no locations', () => {
  expect(placeAtFraction(0.5, { sections: [], characters: 0 })).toBeNull();
});
