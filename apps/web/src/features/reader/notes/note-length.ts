import { limits } from '@cuentos/contract/limits';
import { graphemeCount } from '@cuentos/domain/text/graphemes';

/** From here on the reader is told how much room is left. */
const NEAR = limits.noteMax * 0.9;

/** Length of a note as a person counts it, once it comes near the limit; null before. */
export function shownLength(note: string): number | null {
  if (note.length < NEAR) return null;
  const length = graphemeCount(note.trim());
  return length < NEAR ? null : length;
}

/** Whether a note is within the limit. */
export function isSavable(note: string): boolean {
  return (shownLength(note) ?? 0) <= limits.noteMax;
}
