import type { UserBookPart } from '@cuentos/contract/library';

/** Whether an owned part is out and has a book to open, so that it can be downloaded. */
export function canBeRead({ release_date, edition_id }: UserBookPart, now: number): boolean {
  return Date.parse(release_date) <= now && edition_id !== null;
}
