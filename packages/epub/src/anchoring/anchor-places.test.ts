import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Publication, Section } from '../container/publication.ts';
import { countedLength } from '../container/counted-text.ts';
import type { Quote } from '../locator/re-anchor.ts';
import { cfiOfOffset, cfiOfText, textOfCfi } from '../locator/text-range.ts';
import { anchorPlace, anchorQuote, type BookSections, percentageAt, readSections } from './anchor-places.ts';

/** Random numbers that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const SYLLABLES = 'ma re lo sé ti ñu can pal ro dí vien to cho lla ja que bra gui sol tor men pi zar fué ún'.split(' ');

function prose(random: () => number, sentences: number): string {
  const word = (): string =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(
      '',
    );
  return Array.from({ length: sentences }, () => {
    const words = Array.from({ length: 5 + Math.floor(random() * 12) }, word);
    return `${words.join(' ').replace(/^./, (letter) => letter.toUpperCase())}.`;
  }).join(' ');
}

type Chapter = readonly string[];

async function bookOf(chapters: readonly Chapter[]): Promise<BookSections> {
  const files = chapters.map((paragraphs, index) => ({
    path: `c${index}.xhtml`,
    source: `<html xmlns="http://www.w3.org/1999/xhtml"><body>${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</body></html>`,
    characters: paragraphs.reduce((sum, text) => sum + countedLength(text), 0),
  }));
  let start = 0;
  const sections = files.map(({ path, characters }, index): Section => {
    const section = { index, path, mediaType: 'application/xhtml+xml', linear: true, cfi: `/6/${2 * index + 2}` };
    start += characters;
    return { ...section, characters, start: start - characters, size: 1, missing: false, layout: 'reflowable' };
  });
  const publication = { sections, characters: start } as unknown as Publication;
  const text = async (path: string): Promise<string> => files.find((file) => file.path === path)?.source ?? '';
  const blob = async (): Promise<Blob> => new Blob();
  return readSections(publication, { text, blob, close: () => undefined });
}

function textAt(book: BookSections, cfi: string): string {
  const section = book.sections[book.sectionOf(cfi)];
  const span = section && textOfCfi(cfi, section.text);
  return section && span ? section.text.text.slice(span.from, span.to) : '';
}

function quoteAt(book: BookSections, index: number, from: number, length: number): Quote {
  const { cfi, text } = book.sections[index]!;
  const all = text.text;
  const to = Math.min(all.length, from + length);
  return {
    cfi: cfiOfText(cfi, text, { from, to }) ?? '',
    text: all.slice(from, to),
    before: all.slice(Math.max(0, from - 30), from),
    after: all.slice(to, to + 30),
  };
}

/**
 * Highlights from a few words to a few sentences, spread over a book, each from the start of a word to the end of a
 * word.
 */
function highlights(book: BookSections, count: number, random: () => number): Quote[] {
  return Array.from({ length: count }, () => {
    const index = Math.floor(random() * book.sections.length);
    const { text } = book.sections[index]!.text;
    const wanted = Math.floor(random() * (text.length - 400));
    const from = /[\s\u2029]/.exec(text.slice(wanted))!.index + wanted + 1;
    const end = from + 8 + Math.floor(random() * 250);
    const to = /[\s\u2029.]/.exec(text.slice(end))!.index + end;
    return quoteAt(book, index, from, to - from);
  });
}

/**
 * Edits a book as an editor would: paragraphs inserted and moved, letters corrected, a chapter split in two, a foreword
 * added.
 */
function edit(chapters: readonly Chapter[], random: () => number): Chapter[] {
  const typo = (text: string): string =>
    text.replace(/\p{L}{5,}/gu, (word) => {
      if (random() > 0.06) return word;
      const at = 1 + Math.floor(random() * (word.length - 2));
      return random() < 0.5 ? word.slice(0, at) + word.slice(at + 1) : `${word.slice(0, at)}x${word.slice(at)}`;
    });
  const edited = chapters.map((paragraphs) => {
    const editedTexts = paragraphs.flatMap((text) =>
      random() < 0.15 ? [prose(random, 3), typo(text)] : [typo(text).replaceAll('.', random() < 0.1 ? '…' : '.')],
    );
    if (random() < 0.5 && editedTexts.length > 4) editedTexts.push(editedTexts.splice(2, 1)[0] as string);
    return editedTexts;
  });
  const [first = [], ...rest] = edited;
  const half = Math.floor(first.length / 2);
  return [[prose(random, 10)], first.slice(0, half), first.slice(half), ...rest];
}

const letters = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase();

/** Returns whether two texts have nearly the same words. */
function isNear(a: string, b: string): boolean {
  const [left, right] = [letters(a).split(' '), letters(b).split(' ')];
  const shared = left.filter((word) => right.includes(word)).length;
  return shared >= 0.6 * Math.max(left.length, right.length) - 1;
}

describe('highlights in a new edition', () => {
  it('at least 95 % of 200 highlights find their text again after an edit, and none finds another text', async () => {
    const random = seeded(7);
    const chapters = Array.from({ length: 8 }, () => Array.from({ length: 30 }, () => prose(random, 6)));
    const old = await bookOf(chapters);
    const edition = await bookOf(edit(chapters, random));
    const quotes = highlights(old, 200, random);
    const anchored = quotes.map((quote) => ({ quote, cfi: anchorQuote(quote, edition) }));
    const wrong = anchored.filter(({ quote, cfi }) => cfi !== null && !isNear(textAt(edition, cfi), quote.text));
    expect(wrong.map(({ quote, cfi }) => [quote.text, textAt(edition, cfi ?? '')])).toEqual([]);
    const foundCount = anchored.filter(({ cfi }) => cfi !== null).length;
    expect(foundCount).toBeGreaterThanOrEqual(190);
  });

  it('every highlight stays in place in the same book', async () => {
    const random = seeded(11);
    const book = await bookOf(Array.from({ length: 3 }, () => Array.from({ length: 12 }, () => prose(random, 4))));
    for (const quote of highlights(book, 100, random)) expect(anchorQuote(quote, book)).toBe(quote.cfi);
  });

  it('unchanged text is found to the letter, whatever surrounds it', async () => {
    let missing = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(5), fc.nat(2), async (seed, shift, chapter) => {
        const random = seeded(seed);
        const chapters = Array.from({ length: 3 }, () => Array.from({ length: 6 }, () => prose(random, 3)));
        const old = await bookOf(chapters);
        const { text } = old.sections[chapter]!.text;
        const quote = quoteAt(old, chapter, Math.floor(text.length / 3), 60);
        const moved = [
          [prose(random, 2)],
          ...chapters.toReversed().map((each) => [...each.slice(shift), ...each.slice(0, shift)]),
        ];
        const edition = await bookOf(moved);
        const cfi = anchorQuote(quote, edition);
        // The quote may span the end of a paragraph, and another paragraph may follow there in the new edition.
        if (cfi !== null && !quote.text.includes('\u2029')) expect(textAt(edition, cfi)).toBe(quote.text.trim());
        missing += cfi === null && !quote.text.includes('\u2029') ? 1 : 0;
      }),
      { numRuns: 40 },
    );
    expect(missing).toBe(0);
  });

  it('a deleted text has no place, even if a short word of it occurs elsewhere', async () => {
    const old = await bookOf([['Había una vez un mar.', 'El capitán miró el mar y no dijo nada.']]);
    const edition = await bookOf([
      ['Un tren salió de la estación con retraso.', 'Nadie esperaba ver el mar desde ahí.'],
    ]);
    const from = old.sections[0]!.text.text.lastIndexOf('mar');
    expect(anchorQuote(quoteAt(old, 0, from, 3), edition)).toBeNull();
    expect(anchorQuote(quoteAt(old, 0, 22, 30), edition)).toBeNull();
  });

  it('differences of typography and accents are ignored', async () => {
    const old = await bookOf([['—¿Quien anda ahi? —pregunto el "farero" desde la torre.']]);
    const edition = await bookOf([['Prólogo.'], ['–¿Quién anda ahí? –preguntó el «farero» desde la torre.']]);
    const { text } = old.sections[0]!.text;
    const cfi = anchorQuote(quoteAt(old, 0, text.indexOf('pregunto'), 19), edition);
    expect(textAt(edition, cfi ?? '')).toBe('preguntó el «farero');
  });
});

describe('reading positions in a new edition', () => {
  it('lead to the same words, with their percentage in the new edition', async () => {
    const random = seeded(3);
    const chapters = Array.from({ length: 4 }, () => Array.from({ length: 10 }, () => prose(random, 4)));
    const old = await bookOf(chapters);
    const edition = await bookOf(edit(chapters, random));
    let foundCount = 0;
    for (let count = 0; count < 50; count += 1) {
      const index = Math.floor(random() * 4);
      const { cfi: base, text } = old.sections[index]!;
      const at = Math.floor(random() * (text.text.length - 200));
      const place = anchorPlace({ cfi: cfiOfOffset(base, text, at) ?? '' }, old, edition);
      if (!place) continue;
      foundCount += 1;
      const section = edition.sections[edition.sectionOf(place.cfi)]!;
      const { from } = textOfCfi(place.cfi, section.text)!;
      expect(isNear(section.text.text.slice(from, from + 80), text.text.slice(at, at + 80).trimStart())).toBe(true);
      expect(place.percentage).toBeCloseTo(percentageAt(edition, edition.sections.indexOf(section), from), 6);
    }
    expect(foundCount).toBeGreaterThanOrEqual(48);
  });

  it('a position without words around it has no place', async () => {
    const book = await bookOf([['Hola.']]);
    expect(anchorPlace({ cfi: 'epubcfi(/6/98!/4/2/1:0)' }, book, book)).toBeNull();
    expect(anchorPlace({ cfi: 'nada' }, book, book)).toBeNull();
  });
});
