import type { TaxDocumentKind } from '@cuentos/domain/accounting/movements';
import { KEEP_DAYS } from '@cuentos/domain/personal-data/request-due';
import { DAY_MS } from '@cuentos/domain/time/durations';
import type { Transaction } from 'kysely';
import type { Database, Tx } from './schema.ts';
import type { TaxDocumentRow } from './tables/accounting.ts';

/** Tables as string maps, because endings are treated alike in all tables. */
type AnyTables = Record<string, Record<string, string | number | null>>;
type Row = Readonly<Record<string, string | number | null>>;

/** Rows that end for good, with the column of the time and further columns. */
const endedRows: readonly { readonly table: keyof Database; readonly at: string; readonly with: readonly string[] }[] =
  [
    { table: 'users', at: 'deleted_at', with: [] },
    { table: 'entitlements', at: 'revoked_at', with: ['revoke_reason'] },
    { table: 'accountant_links', at: 'withdrawn_at', with: [] },
  ];

/** Tables of what opens something beside the password; codes are used up, and passkeys count. */
const factorTables = ['second_factors', 'recovery_codes', 'passkeys', 'app_passwords'] as const;
type FactorTable = (typeof factorTables)[number];

/** State that a restored older backup must not bring back. */
export interface Endings {
  readonly rows: ReadonlyMap<keyof Database, readonly Row[]>;
  /** Every current user: role, erasure day, and whether the data are blocked. */
  readonly users: readonly Row[];
  /** Second factors, the recovery codes that are left, passkeys, and passwords of reading apps. */
  readonly factors: ReadonlyMap<FactorTable, readonly Row[]>;
  /** How much of each part its author shows to everybody. */
  readonly samples: readonly Row[];
  /** Recalled parts, with the time of the recall. */
  readonly recalledParts: readonly Row[];
  /** Rows of {@link keptTables}. */
  readonly keptRows: ReadonlyMap<KeptTable, readonly Row[]>;
  /** Gifts whose mail was sent, with the state of that mail. */
  readonly sentGifts: readonly Row[];
  /** Gifts whose payment was refunded or is being refunded: they cannot be claimed. */
  readonly returnedGifts: readonly string[];
  /** Tax documents with a number, and their content. */
  readonly numbered: readonly Pick<TaxDocumentRow, 'id' | 'number' | 'content'>[];
  /** Folios that an admin typed since: the tax office has these documents. */
  readonly folios: readonly Pick<TaxDocumentRow, 'id' | 'folio' | 'folio_typed_at'>[];
  /** The last number of each kind of them. */
  readonly numbers: ReadonlyMap<TaxDocumentKind, number>;
}

/**
 * Tables whose current rows replace those of the backup with the same key: notices of releases, so that none is sent
 * twice, requests about personal data, and recalls.
 */
const keptTables = {
  releases: ['part_id'],
  release_notices: ['part_id', 'subscriber_id'],
  data_requests: ['id'],
  part_recalls: ['part_id'],
} as const;
type KeptTable = keyof typeof keptTables;

/** Ids of gifts of which no part is given any more. A gift that was refunded in part is kept. */
async function findReturnedGifts(tx: Tx): Promise<string[]> {
  const gifts = await tx
    .selectFrom('gifts')
    .innerJoin('orders', 'orders.id', 'gifts.order_id')
    .select(['gifts.id', 'orders.id as order_id', 'orders.state'])
    .where('gifts.opened_at', 'is not', null)
    .execute();
  const refunds = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.order_id', 'refunds.part_id', 'refunds.state'])
    .where('payments.problem', 'is', null)
    .where('refunds.state', '!=', 'failed')
    .where('refunds.order_id', 'in', (eb) => eb.selectFrom('gifts').select('gifts.order_id'))
    .execute();
  const items = await tx
    .selectFrom('order_items')
    .select(['order_id', 'part_id'])
    .where('order_id', 'in', (eb) => eb.selectFrom('gifts').select('gifts.order_id'))
    .execute();
  const isReturned = (orderId: string): boolean => {
    const own = refunds.filter(({ order_id: id }) => id === orderId);
    if (own.some(({ part_id: partId, state }) => partId === null && state !== 'done')) return true;
    const parts = new Set(own.map(({ part_id: partId }) => partId));
    return items.every((item) => item.order_id !== orderId || parts.has(item.part_id));
  };
  return gifts.filter(({ order_id: id, state }) => state === 'refunded' || isReturned(id)).map(({ id }) => id);
}

/** Reads deletions, revocations and lost roles before an older state replaces them. */
export async function readEndings(tx: Tx): Promise<Endings> {
  const any = tx as unknown as Transaction<AnyTables>;
  const rows = new Map<keyof Database, readonly Row[]>();
  for (const { table, at, with: more } of endedRows) {
    const query = any.selectFrom(table).select(['id', at, ...more]);
    rows.set(table, await query.where(at, 'is not', null).execute());
  }
  const factors = new Map<FactorTable, readonly Row[]>();
  for (const table of factorTables) factors.set(table, await any.selectFrom(table).selectAll().execute());
  const keptRows = new Map<KeptTable, readonly Row[]>();
  for (const table of Object.keys(keptTables) as KeptTable[])
    keptRows.set(table, await any.selectFrom(table).selectAll().execute());
  return {
    rows,
    keptRows,
    sentGifts: await any
      .selectFrom('gifts')
      .select(['id', 'sent_at', 'mails', 'mail_due_at'])
      .where('sent_at', 'is not', null)
      .execute(),
    returnedGifts: await findReturnedGifts(tx),
    numbered: await tx
      .selectFrom('tax_documents')
      .select(['id', 'number', 'content'])
      .where('number', 'is not', null)
      .execute(),
    folios: await tx
      .selectFrom('tax_documents')
      .select(['id', 'folio', 'folio_typed_at'])
      .where('folio_typed_at', 'is not', null)
      .execute(),
    numbers: await numbersGiven(tx),
    users: await any.selectFrom('users').select(['id', 'role', 'erase_at', 'blocked_at']).execute(),
    factors,
    samples: await any.selectFrom('book_parts').select(['id', 'sample_share']).execute(),
    recalledParts: await any
      .selectFrom('book_parts')
      .select(['id', 'recalled_at'])
      .where('recalled_at', 'is not', null)
      .execute(),
  };
}

/** Roles, those with fewer rights first. */
const ROLES = ['reader', 'writter', 'admin'];

/**
 * Ends in a restored state everything that had ended in the replaced one, every session, and every mailed link that
 * signs in: which of them were used or withdrawn since is unknown. It grants nothing.
 */
export async function endAgain(tx: Tx, endings: Endings, now: number): Promise<void> {
  const { rows, users, factors, samples, recalledParts, keptRows, sentGifts, numbered, folios, numbers } = endings;
  const any = tx as unknown as Transaction<AnyTables>;
  const change = async (table: keyof Database, values: Row, match: Row): Promise<void> => {
    let query = any.updateTable(table).set(values);
    for (const [column, value] of Object.entries(match))
      query = query.where(column, value === null ? 'is' : '=', value);
    await query.execute();
  };
  for (const { table, at } of endedRows) {
    for (const { id = null, ...ended } of rows.get(table) ?? []) await change(table, ended, { id, [at]: null });
  }
  for (const { id = null, ...state } of await userChanges(any, users, now)) await change('users', state, { id });
  await restoreKeptRows(any, keptRows);
  for (const { id = null, ...sampleColumns } of await otherSamples(any, samples))
    await change('book_parts', sampleColumns, { id });
  for (const { id = null, ...recall } of recalledParts) await change('book_parts', { ...recall, is_active: 0 }, { id });
  for (const [values, match] of giftChanges(sentGifts, endings.returnedGifts, now))
    await change('gifts', values, match);
  // A document of both states keeps its number and content.
  for (const { id, ...document } of numbered) await change('tax_documents', document, { id, number: null });
  // Keeps the current folio, or its removal: the backup may have an earlier one.
  for (const { id, ...typed } of folios) await change('tax_documents', typed, { id });
  await keepNumbers(tx, numbers);
  // How far an announcement came since is not known: a person decides.
  await change('announcements', { state: 'paused' }, { state: 'sending' });
  await change('announcements', { state: 'draft', send_at: null }, { state: 'scheduled' });
  await keepFactors(any, factors, new Set(users.map((row) => row['id'] ?? null)));
  await change('sessions', { revoked_at: now }, { revoked_at: null });
  for (const table of ['account_tokens', 'recovery_requests', 'entry_codes']) await any.deleteFrom(table).execute();
}

/** The last number of each kind of tax document that this shop gave, and those before it that were put back. */
async function numbersGiven(tx: Tx): Promise<Map<TaxDocumentKind, number>> {
  const rows = [
    ...(await tx
      .selectFrom('tax_documents')
      .select(({ fn }) => ['kind', fn.max('number').as('last')])
      .groupBy('kind')
      .execute()),
    ...(await tx.selectFrom('tax_numbers_given').selectAll().execute()),
  ];
  const last = new Map<TaxDocumentKind, number>();
  for (const row of rows) last.set(row.kind, Math.max(last.get(row.kind) ?? 0, row.last ?? 0));
  return last;
}

/** New documents continue after the last number that was given out. */
async function keepNumbers(tx: Tx, numbers: Endings['numbers']): Promise<void> {
  const storedNumbers = await numbersGiven(tx);
  for (const [kind, last] of numbers) {
    if (last <= (storedNumbers.get(kind) ?? 0)) continue;
    await tx
      .insertInto('tax_numbers_given')
      .values({ kind, last })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ last }))
      .execute();
  }
}

/** Keeps sent mails of gifts as sent, and ends returned gifts. */
function giftChanges(
  sentGifts: Endings['sentGifts'],
  returned: Endings['returnedGifts'],
  now: number,
): readonly (readonly [values: Row, match: Row])[] {
  return [
    ...sentGifts.map(({ id = null, ...values }) => [values, { id, sent_at: null }] as const),
    // The money of the restored state is as it was; what ends a gift for good is its day.
    ...returned.map((id) => [{ expires_at: now - 1, mail_due_at: null }, { id }] as const),
  ];
}

/** Users whose current role, erasure or block differs from the restored state. */
async function userChanges(any: Transaction<AnyTables>, users: Endings['users'], now: number): Promise<readonly Row[]> {
  const later = new Map(users.map((row) => [row['id'], row]));
  const restored = await any.selectFrom('users').select(['id', 'role', 'erase_at', 'blocked_at']).execute();
  return restored.flatMap(({ id, ...before }) => {
    const state = userStateAfterRestore(before, later.get(id), now);
    const isOther = Object.entries(state).some(([key, value]) => (before as Row)[key] !== value);
    return isOther ? [{ id, ...state }] : [];
  });
}

/**
 * A person's state after a restore: the current one, if known. An erasure that the current state does not know may have
 * been withdrawn since, and gets its full waiting time again.
 */
function userStateAfterRestore(before: Row, later: Row | undefined, now: number): Row {
  const { role = null, erase_at = null, blocked_at = null } = before;
  if (!later) return { role, erase_at: erase_at === null ? null : now + KEEP_DAYS * DAY_MS, blocked_at };
  const isLess = ROLES.indexOf(String(later['role'])) < ROLES.indexOf(String(role));
  return {
    role: isLess ? (later['role'] ?? null) : role,
    erase_at: later['erase_at'] ?? null,
    blocked_at: later['blocked_at'] ?? null,
  };
}

/** Parts whose restored sample differs from their author's current choice: the job makes the chosen sample. */
async function otherSamples(any: Transaction<AnyTables>, samples: Endings['samples']): Promise<readonly Row[]> {
  const restored = await any.selectFrom('book_parts').select(['id', 'sample_share']).execute();
  const before = new Map(restored.map((row) => [row['id'], row['sample_share']]));
  return samples.flatMap(({ id = null, sample_share = null }) => {
    if (!before.has(id) || before.get(id) === sample_share) return [];
    return [{ id, sample_share, sample_beginning_id: null, ...(sample_share === 0 ? { sample_whole_id: null } : {}) }];
  });
}

/** Puts the kept rows of now in place of those with the same key; rows that only the restored state has stay. */
async function restoreKeptRows(any: Transaction<AnyTables>, keptRows: Endings['keptRows']): Promise<void> {
  for (const [table, rows] of keptRows) {
    for (const row of rows) {
      let query = any.deleteFrom(table);
      for (const key of keptTables[table]) query = query.where(key, '=', row[key] ?? null);
      await query.execute();
      await any.insertInto(table).values(row).execute();
    }
  }
}

/**
 * An account that exists now keeps its current second factor, passkeys and app passwords: used or removed ones do not
 * become valid again, and added ones are kept.
 */
async function keepFactors(
  any: Transaction<AnyTables>,
  factors: Endings['factors'],
  existingUsers: ReadonlySet<unknown>,
): Promise<void> {
  const restored = new Set((await any.selectFrom('users').select('id').execute()).map(({ id }) => id));
  for (const [table, factorRows] of factors) {
    for (const { user_id = null } of await any.selectFrom(table).select('user_id').distinct().execute()) {
      if (existingUsers.has(user_id)) await any.deleteFrom(table).where('user_id', '=', user_id).execute();
    }
    for (const row of factorRows)
      if (restored.has(row['user_id'] ?? null)) await any.insertInto(table).values(row).execute();
  }
}
