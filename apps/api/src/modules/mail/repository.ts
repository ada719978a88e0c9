import type { Insertable, Selectable } from 'kysely';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { MailPauseRow } from '../../platform/db/tables/mail.ts';
import type { BacklogState } from '../../platform/monitoring.ts';
import type { ProvedAddress } from '../../platform/proved-address.ts';

export type MailRow = Selectable<Database['mails']>;

/**
 * Queues a mail in the transaction of its event; a second one with the same key is dropped. @returns whether it is the
 * first
 */
export async function queueMail(tx: Tx, row: Insertable<Database['mails']>): Promise<boolean> {
  const queued = await tx
    .insertInto('mails')
    .values(row)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return queued !== undefined;
}

/** Keeps a mail that waits for room; one with the same key that waits already gets its words and goes on waiting. */
export async function holdMail(tx: Tx, row: Insertable<Database['mails']>): Promise<void> {
  if (await queueMail(tx, row)) return;
  const { subject, text, html } = row;
  await tx.updateTable('mails').set({ subject, text, html }).where('dedupe_key', '=', row.dedupe_key).execute();
}

/** Mails whose time to wait for room is over, the earliest first. */
export async function heldMails(db: Db, now: number, limit: number): Promise<MailRow[]> {
  return db.read
    .selectFrom('mails')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .where('is_held', '=', 1)
    .where('priority', '<', BULK)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
}

/** How many mails to single persons wait to go out, and since when the longest is overdue. */
export async function mailBacklog(connection: Connection, now: number): Promise<BacklogState> {
  const { waiting, next } = await connection
    .selectFrom('mails')
    .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min<number | null>('next_attempt_at').as('next')])
    .where('next_attempt_at', 'is not', null)
    .where('is_held', '=', 0)
    .where('priority', '<', BULK)
    .executeTakeFirstOrThrow();
  return { waiting, oldestAt: next !== null && next <= now ? next : null };
}

/** The priority of bulk mails. */
export const BULK = 2;

/** Queues mails of one moment to many, which are written when they are sent. */
export async function queueBulk(tx: Tx, rows: readonly Insertable<Database['mails']>[]): Promise<void> {
  await tx.insertInto('mails').values(rows).execute();
}

/** How many mails to many came into the outbox since an instant, and how many in it were never tried. */
export async function bulkCounts(tx: Tx, since: number): Promise<{ recent: number; untried: number }> {
  const { recent } = await tx
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('recent'))
    .where('priority', '=', BULK)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  const { untried } = await tx
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('untried'))
    .where('priority', '=', BULK)
    .where('next_attempt_at', 'is not', null)
    .where('attempts', '=', 0)
    .executeTakeFirstOrThrow();
  return { recent, untried };
}

export async function findBulkPause(connection: Connection): Promise<MailPauseRow | undefined> {
  return connection.selectFrom('mail_pauses').selectAll().where('queue', '=', 'bulk').executeTakeFirst();
}

export async function saveBulkPause(tx: Tx, { queue, ...pause }: MailPauseRow): Promise<void> {
  await tx
    .insertInto('mail_pauses')
    .values({ queue, ...pause })
    .onConflict((conflict) => conflict.column('queue').doUpdateSet(pause))
    .execute();
}

export async function endBulkPause(tx: Tx): Promise<void> {
  await tx.deleteFrom('mail_pauses').where('queue', '=', 'bulk').execute();
}

/** Forgets the mails to an address, of some templates or of all but some; returns their ids. */
export async function deleteMailsTo(
  tx: Tx,
  recipient: string,
  which: { readonly only: readonly string[] } | { readonly but: readonly string[] },
): Promise<string[]> {
  let query = tx.deleteFrom('mails').where('recipient', '=', recipient);
  if ('only' in which) query = query.where('template', 'in', which.only);
  else if (which.but.length > 0) query = query.where('template', 'not in', which.but);
  const deletedRows = await query.returning('id').execute();
  return deletedRows.map(({ id }) => id);
}

const copied = ['id', 'recipient', 'subject', 'created_at', 'sent_at'] as const;

/** All mails to the addresses, without their bodies. */
export async function mailsToAddresses(connection: Connection, addresses: readonly ProvedAddress[]) {
  if (addresses.length === 0) return [];
  return connection.selectFrom('mails').select(copied).where('recipient', 'in', addresses).execute();
}

/** Mails to an address since an instant, except those of some templates. */
export async function mailsCausedBy(
  connection: Connection,
  { recipient, but, since }: { readonly recipient: string; readonly but: readonly string[]; readonly since: number },
) {
  return connection
    .selectFrom('mails')
    .select(copied)
    .where('recipient', '=', recipient)
    .where('created_at', '>=', since)
    .where('template', 'not in', but)
    .execute();
}

/** Names the event of a mail that is sent once more. */
export const resentEvent = (mailId: string): string => `resent:${mailId}:`;

/** Those mails of some events that were sent to an account's address. */
export async function mailsToAccount(connection: Connection, recipient: string, events: readonly string[]) {
  const ids = await mailIdsAbout(connection, events);
  if (ids.length === 0) return [];
  return connection
    .selectFrom('mails')
    .select(copied)
    .where('id', 'in', ids)
    .where('recipient', '=', recipient)
    .execute();
}

export async function mailIdsTo(connection: Connection, recipients: readonly ProvedAddress[]): Promise<string[]> {
  if (recipients.length === 0) return [];
  const rows = await connection.selectFrom('mails').select('id').where('recipient', 'in', recipients).execute();
  return rows.map(({ id }) => id);
}

/** The prefix that the keys of all mails of an event share. */
export const eventOf = (dedupeKey: string): string => dedupeKey.slice(0, dedupeKey.lastIndexOf(':') + 1);

/**
 * Mails of some events, and what was sent once more of them; an event is the key that lets it mail once, or that key up
 * to its last colon. No range of keys: what lies between two of them differs with the order of a database's letters.
 * @param options.done leaves out mails that are still tried
 */
export async function mailIdsAbout(
  connection: Connection,
  events: readonly string[],
  { done: isDone = false } = {},
): Promise<string[]> {
  const mailIds: string[] = [];
  // Reads in pieces, because an engine limits the values of one statement.
  for (let at = 0; at < events.length; at += 500) {
    const some = events.slice(at, at + 500);
    const all = connection.selectFrom('mails').select('id');
    const rows = await (isDone ? all.where('next_attempt_at', 'is', null) : all)
      .where((eb) => eb.or([eb('event', 'in', some), eb('dedupe_key', 'in', some)]))
      .execute();
    mailIds.push(...rows.map(({ id }) => id));
  }
  if (mailIds.length === 0) return mailIds;
  return [...mailIds, ...(await mailIdsAbout(connection, mailIds.map(resentEvent), { done: isDone }))];
}

export async function deleteMails(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('mails')
    .where('id', 'in', [...ids])
    .execute();
}

/** Sets aside mails that are not sent. */
export async function parkMails(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('mails')
    .set({ next_attempt_at: null, last_error: PARKED })
    .where('id', 'in', ids)
    .where('next_attempt_at', 'is not', null)
    .execute();
}

/** Makes mails due again that were set aside. */
export async function unparkMails(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('mails')
    .set({ next_attempt_at: now, last_error: null })
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .where('last_error', '=', PARKED)
    .execute();
}

/** Makes mails due now that were not sent, with all their tries again. */
export async function renewMails(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('mails')
    .set({ attempts: 0, next_attempt_at: now, last_error: null })
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .execute();
}

/** Stored in place of an error for a mail that an admin set aside. */
export const PARKED = 'parked';

/**
 * Reads the mails to send now, the most urgent first, then by due time; bulk mails separately. A mail that was never
 * tried is due whatever the clock says, since the clock of the process that queued it may differ.
 */
export async function dueMails(
  db: Db,
  now: number,
  { limit, bulk }: { readonly limit: number; readonly bulk: boolean },
): Promise<MailRow[]> {
  return db.read
    .selectFrom('mails')
    .selectAll()
    .where('next_attempt_at', 'is not', null)
    .where((eb) => eb.or([eb('next_attempt_at', '<=', now), eb('attempts', '=', 0)]))
    .where('is_held', '=', 0)
    .where('priority', bulk ? '=' : '<', BULK)
    .orderBy('priority')
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
}

/** Value of `last_error` for a mail whose recipient had unsubscribed before its turn. */
export const DROPPED = 'dropped';

/**
 * Mails made since an instant that are not tried any more by themselves and can be sent again: their addresses may exist,
 * and their text is there or, of those to many, written when they are sent.
 */
export function givenUpMails(connection: Connection, since: number) {
  return connection
    .selectFrom('mails')
    .where('sent_at', 'is', null)
    .where('next_attempt_at', 'is', null)
    .where('created_at', '>=', since)
    .where((eb) => eb.or([eb('last_error', 'is', null), eb('last_error', 'not in', [PARKED, DROPPED, 'no-mailbox'])]))
    .where((eb) => eb.or([eb('html', '<>', ''), eb('priority', '=', BULK)]));
}

type MailQuery = ReturnType<typeof givenUpMails>;

export async function countMails(mails: MailQuery): Promise<number> {
  return (await mails.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total;
}

export async function oldestIds(mails: MailQuery, limit: number): Promise<string[]> {
  return (await mails.select('id').orderBy('created_at').limit(limit).execute()).map(({ id }) => id);
}

/** Records the result of sending a mail; one that another process has sent meanwhile stays sent. */
export async function updateMail(tx: Tx, id: string, change: Partial<MailRow>): Promise<void> {
  await tx.updateTable('mails').set(change).where('id', '=', id).where('sent_at', 'is', null).execute();
}

export async function latestMails(db: Db, limit: number): Promise<MailRow[]> {
  return db.read
    .selectFrom('mails')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Mails to an address, and those of some events wherever they went, newest first. */
export async function mailsOf(
  connection: Connection,
  { recipient, events }: { readonly recipient: string; readonly events: readonly string[] },
  limit: number,
): Promise<MailRow[]> {
  return connection
    .selectFrom('mails')
    .selectAll()
    .where((eb) =>
      eb.or([eb('recipient', '=', recipient), ...(events.length === 0 ? [] : [eb('dedupe_key', 'in', [...events])])]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** How it stands with the mails of some events, by the key of each. */
export async function mailsByKeys(
  connection: Connection,
  keys: readonly string[],
): Promise<Map<string, Pick<MailRow, 'sent_at' | 'next_attempt_at'>>> {
  if (keys.length === 0) return new Map();
  const rows = await connection
    .selectFrom('mails')
    .select(['dedupe_key', 'sent_at', 'next_attempt_at'])
    .where('dedupe_key', 'in', [...keys])
    .execute();
  return new Map(rows.map(({ dedupe_key: key, ...row }) => [key, row]));
}

export async function findMail(connection: Connection, id: string): Promise<MailRow | undefined> {
  return connection.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Marks mails made until an instant as sent when they were made. */
export async function markSent(tx: Tx, until: number): Promise<void> {
  await tx
    .updateTable('mails')
    .set((eb) => ({ sent_at: eb.ref('created_at'), attempts: 1, next_attempt_at: null }))
    .where('sent_at', 'is', null)
    .where('created_at', '<=', until)
    .execute();
}

/** Empties the mails of some templates that were sent, or given up, before an instant. */
export async function eraseContents(tx: Tx, templates: readonly string[], before: number): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ text: '', html: '' })
    .where('template', 'in', templates)
    .where('html', '!=', '')
    .where('next_attempt_at', 'is', null)
    .where('created_at', '<', before)
    .execute();
}

/** Returns which of these mails still have their text. */
export async function mailsWithText(connection: Connection, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await connection
    .selectFrom('mails')
    .select('id')
    .where('id', 'in', [...ids])
    .where('html', '!=', '')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Erases addresses, names and text of mails of a template that were sent or given up before an instant. */
export async function eraseNames(
  tx: Tx,
  template: string,
  { before, subject }: { readonly before: number; readonly subject: string },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ recipient: '', subject, text: '', html: '' })
    .where('template', '=', template)
    .where('recipient', '!=', '')
    .where('next_attempt_at', 'is', null)
    .where('created_at', '<', before)
    .execute();
}
