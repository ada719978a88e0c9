import { existsSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { demoAccounts, demoBooks, demoGrants, type DemoPart } from './catalogue.ts';
import { readDemoText } from './demo-files.ts';
import { countWords, plainText } from './markdown.ts';

const cover = (name: string): URL => new URL(`../covers/${name}`, import.meta.url);
const everyPart = demoBooks.flatMap((book) => book.parts.map((part) => ({ book, part })));
const withText = everyPart.filter(({ part }) => part.hasEbook);
const parts: readonly DemoPart[] = everyPart.map(({ part }) => part);

function findPart(bookSlug: string, partSlug: string): DemoPart {
  const listing = everyPart.find(({ book, part }) => book.slug === bookSlug && part.slug === partSlug);
  if (!listing) throw new Error(`There is no part ${bookSlug}/${partSlug}`);
  return listing.part;
}

describe('the texts of the demonstration', () => {
  it('are many and long enough', () => {
    const lengths = withText.map(({ book, part }) => countWords(readDemoText(book, part)));
    expect(lengths.length).toBeGreaterThanOrEqual(12);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(1200);
    expect(lengths.filter((length) => length >= 3000).length).toBeGreaterThanOrEqual(2);
  });

  it('belong to at least five books of two to four parts each', () => {
    const books = demoBooks.filter(({ parts: own }) => own.filter((part) => part.hasEbook).length >= 2);
    expect(books.length).toBeGreaterThanOrEqual(5);
    for (const book of demoBooks) expect(book.parts.length).toBeLessThanOrEqual(4);
  });

  it('write dialogue with the dash and quote with angle marks', () => {
    const wrong = /^-[ ¿¡]*\p{L}.*\?|^-\p{L}|\p{L}"[ ,.]|“|”|--/mu;
    const faulty = withText.filter(({ book, part }) => wrong.test(readDemoText(book, part).replace(/^\|.*$/gm, '')));
    expect(faulty.map(({ part }) => part.slug)).toEqual([]);
  });

  it('contain the quotes and the sample of their book', () => {
    const missing = demoBooks.flatMap((book) => {
      const own = book.parts.filter((part) => part.hasEbook).map((part) => plainText(readDemoText(book, part)));
      const source = own.length > 0 ? own.join('\n') : (book.fragment ?? '');
      return book.quotes.concat(book.fragment ?? []).filter((passage) => !source.includes(passage));
    });
    expect(missing).toEqual([]);
  });

  it('give each book two to four quotes', () => {
    expect(demoBooks.filter(({ quotes }) => quotes.length < 2 || quotes.length > 4)).toEqual([]);
  });
});

describe('the states of the demonstration', () => {
  const active = parts.filter((part) => !part.isDraft);
  const released = active.filter((part) => part.releaseOffsetDays <= 0);
  const sellable = released.filter((part) => part.hasEbook && part.value > 0);

  it.each<[string, (part: DemoPart) => boolean]>([
    ['free', (part) => part.value === 0 && part.releaseOffsetDays <= 0],
    ['at the lowest price', (part) => part.value === 490],
    ['in presale with end', (part) => (part.presale?.endOffsetDays ?? 0) > 0],
    ['in presale without end', (part) => part.presale !== null && part.presale.endOffsetDays === null],
    ['unreleased', (part) => part.releaseOffsetDays > 0 && !part.isDraft],
    ['draft', (part) => part.isDraft],
    ['released without ebook', (part) => !part.hasEbook && !part.isDraft && part.releaseOffsetDays <= 0],
  ])('include a part %s', (_name, holds) => {
    expect(parts.some(holds)).toBe(true);
  });

  it('include several paid parts: one at 490, the others from 1.000, which the provider takes by card', () => {
    const priced = parts.filter((part) => part.value > 0);
    const prices = priced.map((part) => part.value * (1 - (part.presale?.discountPercentage ?? 0) / 100));
    expect(prices.filter((price) => price < 1000)).toEqual([490]);
    expect(new Set(sellable.map((part) => part.value)).size).toBeGreaterThanOrEqual(4);
    expect(Math.max(...prices)).toBeLessThanOrEqual(2990);
  });

  it('give each part as many pages as its words fill', () => {
    for (const book of demoBooks) {
      if (book.parts.length === 0 || book.parts.some((part) => !part.hasEbook)) continue;
      const words = book.parts.reduce((sum, part) => sum + countWords(readDemoText(book, part)), 0);
      expect(words / book.pages, book.name).toBeGreaterThan(200);
      expect(words / book.pages, book.name).toBeLessThan(280);
    }
  });

  it('include a draft book, one without parts and exactly one without sample', () => {
    expect(demoBooks.some((book) => book.isDraft)).toBe(true);
    expect(demoBooks.some((book) => !book.isDraft && book.parts.length === 0)).toBe(true);
    expect(demoBooks.filter((book) => book.fragment === null)).toHaveLength(1);
  });
});

describe('the grants of the demonstration', () => {
  it('belong to accounts and to parts that can be read', () => {
    for (const grant of demoGrants) {
      const part = findPart(grant.bookSlug, grant.partSlug);
      expect(demoAccounts.map(({ email }) => email)).toContain(grant.email);
      expect(part.hasEbook && !part.isDraft).toBe(true);
      expect(grant.grantedOffsetDays).toBeLessThanOrEqual(0);
      expect(grant.paid).toBe(grant.kind === 'purchase' ? part.value : 0);
    }
  });

  it('include every kind of grant, an unreleased part and an early access of thirty days', () => {
    const kinds = new Set(demoGrants.map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(['purchase', 'free', 'grant', 'early-access']));
    const granted = demoGrants.filter(({ kind }) => kind === 'grant');
    expect(granted.some((grant) => findPart(grant.bookSlug, grant.partSlug).releaseOffsetDays > 0)).toBe(true);
    expect(demoGrants.filter(({ expiresOffsetDays }) => expiresOffsetDays === 30)).toHaveLength(1);
  });
});

describe('the files of the demonstration', () => {
  const names = demoBooks.flatMap((book) => [book.cover, book.backCover].concat(book.parts.map((part) => part.image)));

  it('exist and are small', () => {
    const sizes = names.map((name) => (existsSync(cover(name)) ? statSync(cover(name)).size : Number.NaN));
    for (const size of sizes) expect(size).toBeLessThan(60_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_500_000);
  });

  it('have distinct names', () => {
    expect(new Set(names).size).toBe(names.length);
  });
});

it('the writter is assigned to books that exist, one on sale and one that is not yet', () => {
  const writter = demoAccounts.find(({ role }) => role === 'writter');
  const books = writter?.writes.map((slug) => demoBooks.find((book) => book.slug === slug));
  expect(books?.map((book) => book && book.parts.some((part) => part.hasEbook))).toEqual([true, false]);
});
