import { foldText } from '@cuentos/domain/text/fold';
import { type RawBuilder, sql } from 'kysely';

/** Condition that a column with folded text matches the typed text. */
export type TextMatch = (column: string) => RawBuilder<boolean>;

/**
 * Finds texts that contain every typed word, in any order, case and accents, also inside of words. Null when nothing
 * was typed; punctuation alone finds nothing. Words consist of letters and digits, so none of them is a wildcard of
 * `like`.
 */
export function matchTyped(typed: string | undefined): TextMatch | null {
  if ((typed ?? '').trim() === '') return null;
  const words = foldText(typed ?? '').match(/[\p{L}\p{N}]+/gu);
  if (words === null) return () => sql<boolean>`1 = 0`;
  return (column) =>
    sql<boolean>`(${sql.join(
      words.map((word) => sql`${sql.ref(column)} like ${`%${word}%`}`),
      sql` and `,
    )})`;
}
