/** What decides whether a part can be read or sold; times are epoch milliseconds. */
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

/** In presale when flagged so and the end date lies in the future; without an end date it is not. */
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

/** Shown in the shop: published, its book too. */
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
