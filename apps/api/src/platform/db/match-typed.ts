import { foldText } from '@cuentos/domain/text/fold';
import { type RawBuilder, sql } from 'kysely';

/** Condition that a column with folded text holds what was typed. */
export type TextMatch = (column: string) => RawBuilder<boolean>;

/**
 * Finds texts that hold every word typed, whatever their order, case and accents, in the middle of a word too. Null when
 * nothing was typed; signs alone find nothing. Words are letters and digits, so that none of them is a sign of `like`.
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
