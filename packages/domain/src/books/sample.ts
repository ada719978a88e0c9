import { isReleased, type PartSchedule } from './part-availability.ts';

/**
 * Returns whether all of a part is open to everybody: it is free and released. Of other parts only the beginning may be
 * open.
 */
export function isOpenToAll(part: Pick<PartSchedule, 'releaseAt'> & { readonly value: number }, now: number): boolean {
  return part.value === 0 && isReleased(part, now);
}

/** Part of the text that a beginning shows at most, unless its first block is longer. */
const SHARE = 0.1;
/** Characters from which a section of a short part has real text; shorter ones are covers, titles and credits. */
const REAL_TEXT = 1_200;
/** Longer parts get a larger target, because their licences, dedications and notes are longer. */
const REAL_TEXT_OF_LONG_PARTS = 5_000;
/** A section of a part between the two has real text when it is this share of it. */
const REAL_SHARE = 0.01;
/** Pages without text that a beginning may have, before they are counted against all pages. */
const FREE_PICTURE_PAGES = 3;

/** A section of a part in reading order. */
export interface SampleSection {
  readonly characters: number;
  /** Characters up to the end of each of its blocks, rising, the section's own end last; empty when it has no text. */
  readonly blockEnds: readonly number[];
}

/** The last block that a beginning shows: the section that holds it, and the section's characters up to its end. */
export interface SampleCut {
  readonly section: number;
  readonly characters: number;
}

/** Largest share of a part that its author may have a beginning show, percent: the rest must be worth buying. */
export const MOST_SAMPLE_SHARE = 50;

/**
 * Returns whether a share may show more of a part than another one, in percent; null is the default share, which
 * depends on the text and may be larger than any.
 */
export function mayShowMore(from: number | null, to: number | null): boolean {
  if (to === from || to === 0) return false;
  return from === null || to === null || to > from;
}

/**
 * Characters that a beginning may show: to the end of the first section with real text, at most a tenth of all.
 * @param share percent of all that the author chose instead; null leaves it to the rule
 */
export function sampleTarget(lengths: readonly number[], share: number | null = null): number {
  const total = sum(lengths);
  if (share !== null) return Math.floor((total * share) / 100);
  const limit = Math.floor(total * SHARE);
  const realText = Math.max(REAL_TEXT, Math.min(REAL_TEXT_OF_LONG_PARTS, total * REAL_SHARE));
  const real = lengths.findIndex((characters) => characters >= realText);
  return real < 0 ? limit : Math.min(limit, sum(lengths.slice(0, real + 1)));
}

/**
 * Computes where a part's sample ends: with the last block that ends by {@link sampleTarget}, else with the first block
 * that has text. Null when that would show more than half of the part, when there is no text, or when most of the shown
 * pages have none.
 * @param lengths characters of every section of the part
 * @param firstSections the first sections, as far as the cut may be
 * @param share percent that the author chose, 1 to {@link MOST_SAMPLE_SHARE}; null for the default share
 */
export function cutSample(
  lengths: readonly number[],
  firstSections: readonly SampleSection[],
  share: number | null = null,
): SampleCut | null {
  const target = sampleTarget(lengths, share);
  let start = 0;
  let cut: (SampleCut & { readonly end: number }) | null = null;
  for (const [section, { characters, blockEnds }] of firstSections.entries()) {
    for (const blockEnd of blockEnds) {
      if (blockEnd > 0 && (cut === null || start + blockEnd <= target)) {
        cut = { section, characters: blockEnd, end: start + blockEnd };
      }
    }
    start += characters;
  }
  if (cut === null || cut.end > sum(lengths) / 2) return null;
  const pictures = lengths.slice(0, cut.section).filter((characters) => characters === 0).length;
  if (pictures > Math.max(FREE_PICTURE_PAGES, lengths.length * (share === null ? SHARE : share / 100))) return null;
  return { section: cut.section, characters: cut.characters };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
