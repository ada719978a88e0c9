import { foldText } from '../text/fold.ts';

/** Facts that decide whether a part can be read or sold; times are epoch milliseconds. */
export interface PartSchedule {
  readonly releaseAt: number;
  readonly isPresale: boolean;
  /** Last instant of the presale, null when none was set. */
  readonly presaleEndAt: number | null;
}

/** Released when the release date is now or earlier. */
export function isReleased(part: Pick<PartSchedule, 'releaseAt'>, now: number): boolean {
  return part.releaseAt <= now;
}

/** Whether a presale runs: the part has the flag and an end date in the future. */
export function isInPresale(part: Pick<PartSchedule, 'isPresale' | 'presaleEndAt'>, now: number): boolean {
  return part.isPresale && part.presaleEndAt !== null && part.presaleEndAt > now;
}

/** Editorial state of a part together with its book. */
export interface EditorialState {
  readonly isActive: boolean;
  readonly isDraft: boolean;
  readonly hasEbook: boolean;
  readonly bookIsActive: boolean;
  readonly bookIsDraft: boolean;
}

/** A book or part that the author let out and did not take back. */
export function isPublished({ isActive, isDraft }: Pick<EditorialState, 'isActive' | 'isDraft'>): boolean {
  return isActive && !isDraft;
}

/** Whether the shop shows the part: it and its book are published. */
export function isListed(state: EditorialState): boolean {
  return isPublished(state) && isPublished({ isActive: state.bookIsActive, isDraft: state.bookIsDraft });
}

/** Why a part cannot be bought now, or null when it can. */
export function refusalToSell(
  state: EditorialState,
  schedule: Pick<PartSchedule, 'releaseAt'>,
  now: number,
): 'part_not_found' | 'part_not_released' | 'part_without_ebook' | null {
  if (!isListed(state)) return 'part_not_found';
  if (!isReleased(schedule, now)) return 'part_not_released';
  if (!state.hasEbook) return 'part_without_ebook';
  return null;
}

/**
 * Why a presale could never sell at its discount: it has ended, or ends before the part can be bought. Null for one
 * that can, and without a presale.
 */
export function presaleFault(
  { isPresale, presaleEndAt, releaseAt }: PartSchedule,
  now: number,
): 'over' | 'before_release' | null {
  if (!isPresale || presaleEndAt === null) return null;
  if (presaleEndAt <= now) return 'over';
  return presaleEndAt <= releaseAt ? 'before_release' : null;
}

/** Facts that decide whether an uploaded book reaches readers at once. */
export interface UploadFacts {
  /** The part was on sale before. */
  readonly wasOnSale: boolean;
  readonly hasEbook: boolean;
  /** An admin sends it. */
  readonly byAdmin: boolean;
}

/**
 * Returns whether an uploaded edition is published at once: that of a draft, since it is not on sale yet, and the first
 * one that an admin uploads for a part on sale. Others wait until an admin publishes them.
 */
export function goesOutAtOnce({ wasOnSale, hasEbook, byAdmin }: UploadFacts): boolean {
  return !wasOnSale || (byAdmin && !hasEbook);
}

/** Words that do not identify a book. */
const EMPTY_WORDS = new Set(['parte', 'libro', 'tomo', 'capitulo', 'volumen', 'primera', 'segunda', 'tercera']);

/**
 * Returns whether an uploaded book may be the right one for a part: its title shares an identifying word with the
 * part's or the book's name. A title without such words is accepted.
 */
export function isTitleAlike(title: string | null, names: readonly string[]): boolean {
  const words = tellingWords(title ?? '');
  const nameWords = new Set(names.flatMap(tellingWords));
  return words.length === 0 || nameWords.size === 0 || words.some((word) => nameWords.has(word));
}

function tellingWords(text: string): string[] {
  const words = foldText(text).split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word.length > 3 && !EMPTY_WORDS.has(word));
}
