import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutSample, isOpenToAll, MOST_SAMPLE_SHARE, type SampleSection, sampleTarget } from './sample.ts';

/** Sections made of blocks with these numbers of characters. */
const sectionsOf = (book: readonly (readonly number[])[]): SampleSection[] =>
  book.map((blocks) => {
    let end = 0;
    const blockEnds = blocks.map((length) => (end += length));
    return { characters: end, blockEnds };
  });
const lengthsOf = (sections: readonly SampleSection[]) => sections.map(({ characters }) => characters);
const cutOf = (book: readonly (readonly number[])[]) => {
  const sections = sectionsOf(book);
  return cutSample(lengthsOf(sections), sections);
};
const blocks = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 30 });
const books = fc.array(blocks, { minLength: 1, maxLength: 12 });

describe('the sample of a part', () => {
  it('ends with the first section that has real text', () => {
    const long = Array.from({ length: 40 }, () => 1_000);
    expect(cutOf([[20], [300], [700, 800], long])).toEqual({ section: 2, characters: 1_500 });
  });

  it('skips the longer notices of a long part', () => {
    const chapters = Array.from({ length: 80 }, () => [3_000, 3_000]);
    expect(cutOf([[20], [2_000, 2_400], ...chapters])).toEqual({ section: 2, characters: 6_000 });
    expect(cutOf([[20], [2_000, 2_400], ...chapters.slice(0, 20)])).toEqual({ section: 1, characters: 4_400 });
  });

  it('is at most a tenth of the part, and ends with a block', () => {
    expect(cutOf([Array.from({ length: 50 }, () => 300)])).toEqual({ section: 0, characters: 1_500 });
    expect(cutOf([Array.from({ length: 10 }, () => 290), [100]])).toEqual({ section: 0, characters: 290 });
  });

  it('has at least one block, and leaves half of the part unread', () => {
    expect(cutOf([[4_000, 4_000]])).toEqual({ section: 0, characters: 4_000 });
    expect(cutOf([[4_000, 3_999]])).toBeNull();
    expect(cutOf([[4_000]])).toBeNull();
    expect(cutOf([[], [4_000]])).toBeNull();
    expect(cutOf([[], []])).toBeNull();
    expect(cutOf([])).toBeNull();
  });

  it('does not skip many short sections to reach a long one', () => {
    const poems = Array.from({ length: 40 }, () => [400, 400]);
    expect(cutOf([...poems, [5_000]])).toEqual({ section: 4, characters: 400 });
  });

  it('does not exist for a picture book: it would show the pictures with few words', () => {
    const pictures = (count: number) => Array.from({ length: count }, () => []);
    expect(cutOf([...pictures(3), [100, 900]])).toEqual({ section: 3, characters: 100 });
    expect(cutOf([...pictures(4), [100, 900]])).toBeNull();
  });

  it('ends at a block within its bounds or after the first block, and leaves half', () => {
    fc.assert(
      fc.property(books, (book) => {
        const sections = sectionsOf(book);
        const lengths = lengthsOf(sections);
        const cut = cutSample(lengths, sections);
        if (cut === null) return;
        const total = lengths.reduce((sum, each) => sum + each, 0);
        const shownCharacters = lengths.slice(0, cut.section).reduce((sum, each) => sum + each, 0) + cut.characters;
        expect(sections[cut.section]!.blockEnds).toContain(cut.characters);
        expect(shownCharacters).toBeLessThanOrEqual(total / 2);
        const first = book.flat()[0]!;
        expect(shownCharacters <= Math.floor(total / 10) || shownCharacters === first).toBe(true);
        expect(shownCharacters <= sampleTarget(lengths) || shownCharacters === first).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('ends at the same place when the text is only read as far as the target', () => {
    fc.assert(
      fc.property(books, (book) => {
        const sections = sectionsOf(book);
        const lengths = lengthsOf(sections);
        let passed = 0;
        const end = sections.findIndex(
          ({ characters }) => (passed += characters) > 0 && passed >= sampleTarget(lengths),
        );
        expect(cutSample(lengths, sections.slice(0, end + 1))).toEqual(cutSample(lengths, sections));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a sample share that the author chose', () => {
  it('replaces the default share, and the sample ends with a block all the same', () => {
    const sections = sectionsOf([Array.from({ length: 10 }, () => 300), Array.from({ length: 90 }, () => 300)]);
    const lengths = lengthsOf(sections);
    expect(cutSample(lengths, sections)).toEqual({ section: 0, characters: 3_000 });
    expect(cutSample(lengths, sections, 2)).toEqual({ section: 0, characters: 600 });
    expect(cutSample(lengths, sections, 33)).toEqual({ section: 1, characters: 6_900 });
  });

  it('is exceeded only when the first block is longer, leaves half unread, and a larger share never shows less', () => {
    fc.assert(
      fc.property(books, fc.integer({ min: 1, max: MOST_SAMPLE_SHARE }), (book, share) => {
        const sections = sectionsOf(book);
        const lengths = lengthsOf(sections);
        const total = lengths.reduce((sum, each) => sum + each, 0);
        const endOf = (cut: ReturnType<typeof cutSample>) =>
          cut && lengths.slice(0, cut.section).reduce((sum, each) => sum + each, 0) + cut.characters;
        const shownCharacters = endOf(cutSample(lengths, sections, share));
        if (shownCharacters === null) return;
        expect(shownCharacters <= (total * share) / 100 || shownCharacters === book.flat()[0]!).toBe(true);
        expect(shownCharacters).toBeLessThanOrEqual(total / 2);
        const more = endOf(cutSample(lengths, sections, MOST_SAMPLE_SHARE));
        expect(more).toBeGreaterThanOrEqual(shownCharacters);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a part that is fully open', () => {
  it.each([
    [0, 1_000, true],
    [0, 1_001, false],
    [1, 1_000, false],
    [1_490, 0, false],
  ])('at a price of %i, out at %i, asked at 1000: %s', (value, releaseAt, open) => {
    expect(isOpenToAll({ value, releaseAt }, 1_000)).toBe(open);
  });
});
