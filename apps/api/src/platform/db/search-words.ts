import { foldText } from '@cuentos/domain/text/fold';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from './db.ts';
import type { Tx } from './schema.ts';

/** What can be found by its words: a user, a book, a part. */
export type Indexed = 'user' | 'book' | 'part';

/** So many subjects are named in a query one by one; a word that more have is looked up for each row instead. */
const FEW = 1000;
/** The same of a single word: rows with it are then as frequent as itself, while two words may seldom meet. */
const FEW_OF_ONE = 200;
/** An index takes no longer keys; nobody types them. */
const LONGEST = 64;
/** Above every letter that may follow, in the byte order of both engines. */
const LAST = '\u{10FFFF}';
const ROWS = 1000;

/** Different words of a text, folded as searches compare them. */
export function wordsOf(text: string): string[] {
  const words = foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return [...new Set(words.map((word) => word.slice(0, LONGEST)))];
}

/** Makes a subject findable by the words of a text and by no others; in the transaction that changes the text. */
export async function indexWords(tx: Tx, kind: Indexed, subject: string, text: string): Promise<void> {
  await tx.deleteFrom('search_words').where('kind', '=', kind).where('subject', '=', subject).execute();
  const rows = wordsOf(text).map((word) => ({ kind, subject, word }));
  if (rows.length > 0) await tx.insertInto('search_words').values(rows).execute();
}

/** Makes the index anew from every text, after a restored backup. */
export async function indexEverything(tx: Tx): Promise<void> {
  await tx.deleteFrom('search_words').execute();
  const users = await tx.selectFrom('users').select(['id', 'search_text as text']).execute();
  const books = await tx.selectFrom('books').select(['id', 'search_text as text']).execute();
  const parts = await tx.selectFrom('book_parts').select(['id', 'name_key as text']).execute();
  const rows = [
    ...users.flatMap(({ id, text }) => wordsOf(text).map((word) => ({ kind: 'user', subject: id, word }))),
    ...books.flatMap(({ id, text }) => wordsOf(text).map((word) => ({ kind: 'book', subject: id, word }))),
    ...parts.flatMap(({ id, text }) => wordsOf(text).map((word) => ({ kind: 'part', subject: id, word }))),
  ];
  for (let at = 0; at < rows.length; at += ROWS) {
    await tx
      .insertInto('search_words')
      .values(rows.slice(at, at + ROWS))
      .execute();
  }
}

/** A column by its name, or whatever stands for it. */
type Column = string | RawBuilder<string>;

const refOf = (column: Column) => (typeof column === 'string' ? sql.ref(column) : column);

/** Condition that the subject in a column holds every word typed. */
export interface WordMatch {
  (column: Column): RawBuilder<boolean>;
  /** So many subjects match that they are not named: rows are asked one by one. */
  readonly isCommon: boolean;
}

const rare = (match: (column: Column) => RawBuilder<boolean>): WordMatch => Object.assign(match, { isCommon: false });

/** The match of a search that no subject of its kind answers. */
export const NOBODY: WordMatch = rare(() => sql<boolean>`1 = 0`);

/**
 * Finds by the beginnings of words, whatever their order, case and accents. Null when nothing was typed; signs alone
 * find nothing. Costs the same however many subjects there are, unless every word typed is one that many have.
 */
export async function matchWords(
  connection: Connection,
  kind: Indexed,
  typed: string | undefined,
): Promise<WordMatch | null> {
  if ((typed ?? '').trim() === '') return null;
  const words = wordsOf(typed ?? '');
  if (words.length === 0) return NOBODY;
  const counts = await Promise.all(words.map(async (word) => countSome(connection, kind, word)));
  const rarest = counts.indexOf(Math.min(...counts));
  const others = words.filter((_, at) => at !== rarest);
  const holds = (column: Column, some: readonly string[]): RawBuilder<boolean> =>
    sql`(${sql.join(
      some.map((word) => hasWord(kind, column, word)),
      sql` and `,
    )})`;
  if ((counts[rarest] as number) > (words.length === 1 ? FEW_OF_ONE : FEW)) {
    return Object.assign((column: Column) => holds(column, words), { isCommon: true });
  }
  let query = connection
    .selectFrom('search_words')
    .select('subject')
    .distinct()
    .where('kind', '=', kind)
    .where('word', '>=', words[rarest] as string)
    .where('word', '<', `${words[rarest]}${LAST}`);
  if (others.length > 0) query = query.where(holds('search_words.subject', others));
  const subjects = (await query.execute()).map(({ subject }) => subject);
  if (subjects.length === 0) return NOBODY;
  return rare((column) => sql<boolean>`${refOf(column)} in (${sql.join(subjects)})`);
}

/** How many words begin so, counted to one more than few. */
async function countSome(connection: Connection, kind: Indexed, word: string): Promise<number> {
  const { count } = await connection
    .selectFrom(
      connection
        .selectFrom('search_words')
        .select('subject')
        .where('kind', '=', kind)
        .where('word', '>=', word)
        .where('word', '<', word + LAST)
        .limit(FEW + 1)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function hasWord(kind: Indexed, column: Column, word: string): RawBuilder<boolean> {
  // No `exists`: an engine may turn that into a join and begin with everybody who has the word.
  return sql<boolean>`(select 1 from search_words held where held.kind = ${kind}
    and held.subject = ${refOf(column)} and held.word >= ${word} and held.word < ${word + LAST} limit 1) = 1`;
}
