import type { PageReviewBody, ReviewPlace } from '@cuentos/contract/editions';
import { limits } from '@cuentos/contract/limits';
import type { SectionWords } from '@cuentos/epub/page-review/legible-words';
import { pageLooks } from './page-looks.ts';

type LookFigures = Pick<PageReviewBody, 'words' | 'seen' | 'repeated'>;

/** Findings of the chapters reviewed so far. */
export interface ReviewTally {
  readonly chapters: number;
  /** In the order of the looks. */
  readonly looks: readonly LookFigures[];
  readonly places: readonly ReviewPlace[];
}

export const emptyTally: ReviewTally = {
  chapters: 0,
  looks: pageLooks.map(() => ({ words: 0, seen: 0, repeated: 0 })),
  places: [],
};

/** Longest CFI, letters; a longer one is left out. */
const LONGEST_CFI = 500;

/** Adds a chapter. @param looks words of the chapter, in the order of the looks */
export function addChapter(tally: ReviewTally, chapter: string | null, looks: readonly SectionWords[]): ReviewTally {
  const places = new Map(tally.places.map((place) => [keyOf(place), place]));
  for (const [index, { path, runs }] of looks.entries()) {
    const { name } = pageLooks[index] as (typeof pageLooks)[number];
    for (const { fault, cfi, excerpt, count } of runs) {
      const place: ReviewPlace = {
        ...{ path: path.slice(0, 500), chapter: chapter?.slice(0, 300) ?? null },
        ...{ cfi: cfi !== null && cfi.length <= LONGEST_CFI ? cfi : null, excerpt, words: count, fault, looks: [name] },
      };
      const before = places.get(keyOf(place));
      const merged = before && { words: Math.max(before.words, count), looks: [...new Set([...before.looks, name])] };
      places.set(keyOf(place), { ...place, ...merged });
    }
  }
  return {
    chapters: tally.chapters + 1,
    looks: looks.map(({ words, lost, repeated }, index) => {
      const before = tally.looks[index] as LookFigures;
      return {
        words: before.words + words,
        seen: before.seen + words - lost,
        repeated: before.repeated + repeated,
      };
    }),
    places: mostWanted([...places.values()]),
  };
}

/** The same words with the same fault are one place, in whichever looks. */
const keyOf = ({ path, cfi, fault, excerpt }: ReviewPlace): string => `${path}|${cfi ?? excerpt}|${fault}`;

/** Returns the places to store: lost words come before mended ones, where there is no room for all. */
function mostWanted(places: readonly ReviewPlace[]): ReviewPlace[] {
  const isMended = ({ fault }: ReviewPlace): number => Number(fault === null);
  return places.toSorted((one, other) => isMended(one) - isMended(other)).slice(0, limits.reviewPlacesMax);
}

/** Returns the figures to store: those of the look in which the fewest words are shown correctly. */
export function resultOf({ looks, places }: ReviewTally, appVersion: string): PageReviewBody {
  const wrong = ({ words, seen, repeated }: LookFigures): number => words - seen + repeated;
  const [worst] = looks.toSorted((one, other) => wrong(other) - wrong(one)) as [LookFigures, ...LookFigures[]];
  return { ...worst, app_version: appVersion, places: [...places] };
}
