import type { DiscountCode, discountCodeBody, discountCodeChange } from '@cuentos/contract/discount-codes';
import {
  type CodeRefusal,
  type CodeTerms,
  codeState,
  normaliseCode,
  refusalOfCode,
} from '@cuentos/domain/discount-codes/discount-code';
import { formatCivilDate, parseCivilDate } from '@cuentos/domain/time/civil-date';
import { endOfSantiagoDay, santiagoDate, startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import type { z } from 'zod';
import { type Connection, type Db, isUniqueViolation, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { DiscountCodeRow } from '../../platform/db/tables/orders.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Page, PageRequest } from '../../platform/http/paging.ts';
import { refuseOverwriting } from '../../platform/http/seen-fields.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { Clock } from '../../ports/clock.ts';
import { recordAudit } from '../audit/service.ts';
import { bookIdsOfParts, findBooks } from '../books/service.ts';
import * as repository from './repository.ts';

/** A code as an admin wrote it, with the days read. */
type DiscountCodeForm = z.output<typeof discountCodeBody>;
type DiscountCodeChange = z.output<typeof discountCodeChange>;

/** Codes as admins keep them; each answers the code as it stands then. */
export type DiscountCodeService = ReturnType<typeof createDiscountCodeService>;

export function createDiscountCodeService({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const show = async (id: string): Promise<DiscountCode> => {
    const [discountCode] = await present(db.read, [await requireCode(db.read, id)], clock.now());
    if (!discountCode) throw new AppError('discount_code_not_found');
    return discountCode;
  };
  return {
    async list(q: string | undefined, request: PageRequest): Promise<Page<DiscountCode>> {
      const codePrefix = q === undefined ? null : normaliseCode(q);
      // Codes only contain these characters, so any other search finds none.
      if (codePrefix !== null && !/^[A-Z0-9-]*$/.test(codePrefix)) return { rows: [], total: 0 };
      const { rows, total } = await repository.listCodes(db.read, codePrefix, request);
      return { rows: await present(db.read, rows, clock.now()), total };
    },
    /** @throws {AppError} discount_code_taken, book_not_found, part_not_found */
    async create(actorId: string, form: DiscountCodeForm): Promise<DiscountCode> {
      const now = clock.now();
      const id = newId(now);
      const work = db.withTx(async (tx) => {
        const columns = await columnsOf(tx, form, null);
        await repository.insertCode(tx, { id, ...columns, is_active: 1, created_at: now, updated_at: now });
        const { kind, amount } = columns;
        await recordAudit(tx, { actorId, action: 'discount_code.created', subject: id, detail: { kind, amount } }, now);
      });
      await work.catch(refuseTaken);
      return show(id);
    },
    /**
     * @throws {AppError} discount_code_not_found, discount_code_used, discount_code_taken, book_not_found,
     * part_not_found, changed_meanwhile
     */
    async change(actorId: string, id: string, { seen, ...form }: DiscountCodeChange): Promise<DiscountCode> {
      await db.withTx(async (tx) => changeCode(tx, { actorId, id, form, seen }, clock.now())).catch(refuseTaken);
      return show(id);
    },
    /** @throws {AppError} discount_code_not_found */
    async switch(actorId: string, id: string, isActive: boolean): Promise<DiscountCode> {
      const now = clock.now();
      await db.withTx(async (tx) => {
        const storedCode = await requireCode(tx, id);
        if ((storedCode.is_active === 1) === isActive) return;
        await repository.updateCode(tx, id, { is_active: isActive ? 1 : 0, updated_at: now });
        const action = isActive ? 'discount_code.switched_on' : 'discount_code.switched_off';
        await recordAudit(tx, { actorId, action, subject: id }, now);
      });
      return show(id);
    },
    /** @throws {AppError} discount_code_not_found, discount_code_used */
    async remove(actorId: string, id: string): Promise<void> {
      await db.withTx(async (tx) => {
        const { code } = await requireCode(tx, id);
        if (await isFixed(tx, code)) throw new AppError('discount_code_used');
        await repository.deleteCode(tx, id);
        await recordAudit(tx, { actorId, action: 'discount_code.deleted', subject: id }, clock.now());
      });
    },
  };
}

/** Refuses the second of two concurrent codes with one name. */
function refuseTaken(error: unknown): never {
  throw isUniqueViolation(error) ? new AppError('discount_code_taken', { cause: error }) : error;
}

interface Change {
  readonly actorId: string;
  readonly id: string;
  readonly form: DiscountCodeForm;
  readonly seen: DiscountCodeChange['seen'];
}

async function changeCode(tx: Tx, { actorId, id, form, seen }: Change, now: number): Promise<void> {
  const storedCode = await requireCode(tx, id);
  refuseOverwriting(seen, { ...storedCode, ...daysOf(storedCode) }, form);
  const columns = await columnsOf(tx, form, id);
  const changed = Object.entries(columns).filter(([name, value]) => storedCode[name as keyof typeof columns] !== value);
  if (changed.length === 0) return;
  const isRewritten = changed.some(([name]) => FIXED.has(name));
  if (isRewritten && (await isFixed(tx, storedCode.code))) throw new AppError('discount_code_used');
  await repository.updateCode(tx, id, { ...columns, updated_at: now });
  const detail = Object.fromEntries(changed);
  await recordAudit(tx, { actorId, action: 'discount_code.changed', subject: id, detail }, now);
}

/** Fields that orders and receipts show, so they never change after the first order. */
const FIXED: ReadonlySet<string> = new Set(['code', 'kind', 'amount', 'book_id', 'part_id']);

/** Whether an order was ever made with the code. */
const isFixed = async (connection: Connection, code: string): Promise<boolean> =>
  (await repository.soldWith(connection, [code])).has(code);

async function requireCode(connection: Connection, id: string): Promise<DiscountCodeRow> {
  const row = await repository.findCodeBy(connection, 'id', id);
  if (!row) throw new AppError('discount_code_not_found');
  return row;
}

/** @param id of the code that is changed; null for a new one. */
async function columnsOf(tx: Tx, { from, until, ...form }: DiscountCodeForm, id: string | null) {
  const codeOfName = await repository.findCodeBy(tx, 'code', form.code);
  if (codeOfName && codeOfName.id !== id) throw new AppError('discount_code_taken');
  const { book_id: bookId, part_id: partId } = form;
  if (bookId !== null && (await findBooks(tx, [bookId])).length === 0) throw new AppError('book_not_found');
  if (partId !== null && (await bookIdsOfParts(tx, [partId])).length === 0) throw new AppError('part_not_found');
  const [first, last] = [parseCivilDate(from ?? ''), parseCivilDate(until ?? '')];
  return {
    ...form,
    starts_at: first && startOfSantiagoDay(first),
    ends_at: last && endOfSantiagoDay(last),
  };
}

/** First and last day in Santiago. */
function daysOf({ starts_at, ends_at }: Pick<DiscountCodeRow, 'starts_at' | 'ends_at'>) {
  const day = (instant: number | null) => (instant === null ? null : formatCivilDate(santiagoDate(instant)));
  return { from: day(starts_at), until: day(ends_at) };
}

async function present(connection: Connection, rows: readonly DiscountCodeRow[], now: number): Promise<DiscountCode[]> {
  const codes = rows.map(({ code }) => code);
  const uses = await repository.countUses(connection, codes, now);
  const soldAmounts = await repository.soldWith(connection, codes);
  const people = await repository.latestUsers(connection, codes, now);
  const ofParts = await bookIdsOfParts(
    connection,
    rows.flatMap(({ part_id: id }) => id ?? []),
  );
  const books = await findBooks(connection, [...new Set([...ofParts, ...rows.flatMap(({ book_id: id }) => id ?? [])])]);
  return rows.map(({ starts_at, ends_at, is_active, created_at, updated_at: _updated, ...row }) => {
    const { code, book_id: bookId, part_id: partId } = row;
    const bookWithParts = books.find(({ book, parts }) => book.id === bookId || parts.some(({ id }) => id === partId));
    const partName = bookWithParts?.parts.find(({ id }) => id === partId)?.name ?? null;
    return {
      ...row,
      scope: bookWithParts
        ? { book_id: bookWithParts.book.id, book_name: bookWithParts.book.name, part_name: partName }
        : null,
      ...daysOf({ starts_at, ends_at }),
      is_active: is_active === 1,
      state: codeState(termsOf({ ...row, starts_at, ends_at, is_active }), uses.get(code) ?? 0, now),
      uses: uses.get(code) ?? 0,
      people: (people.get(code) ?? []).map(({ id, name }) => ({ id, name })),
      people_count: people.get(code)?.[0]?.of ?? 0,
      sold: soldAmounts.get(code) ?? 0,
      is_fixed: soldAmounts.has(code),
      created_at: toIso(created_at),
    };
  });
}

function termsOf(
  row: Pick<DiscountCodeRow, 'is_active' | 'starts_at' | 'ends_at' | 'max_uses' | 'max_uses_per_person'>,
): CodeTerms {
  return {
    isActive: row.is_active === 1,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    maxUses: row.max_uses,
    maxUsesPerPerson: row.max_uses_per_person,
  };
}

/** Finds the code that was typed. */
export async function findCode(connection: Connection, typed: string): Promise<DiscountCodeRow | undefined> {
  return repository.findCodeBy(connection, 'code', normaliseCode(typed));
}

/** Whether a code is for a part. */
export function isForPart(
  { book_id: bookId, part_id: partId }: Pick<DiscountCodeRow, 'book_id' | 'part_id'>,
  part: { readonly id: string; readonly book_id: string },
): boolean {
  return partId === null ? bookId === null || bookId === part.book_id : partId === part.id;
}

/** Why a person cannot use a code now, and the instant that belongs to it. */
export interface RefusedCode {
  readonly refusal: CodeRefusal;
  /** When the code begins to count, or when an unpaid order stops holding it; null otherwise. */
  readonly at: number | null;
}

/**
 * Why a code takes nothing off; null when it does. Uses are counted in the caller's transaction, so that no two orders
 * have the last one.
 * @param userId null for a visitor, whose earlier uses are not known
 * @param orderId an order that has its use already
 */
export async function refusalToUse(
  connection: Connection,
  row: DiscountCodeRow,
  { userId, orderId }: { readonly userId: string | null; readonly orderId: string | null },
  now: number,
): Promise<RefusedCode | null> {
  const all = (await repository.countUses(connection, [row.code], now)).get(row.code) ?? 0;
  const ownUses = userId === null ? [] : await repository.ownUses(connection, row.code, userId, now);
  const others = ownUses.filter(({ id }) => id !== orderId);
  const unpaid = others.flatMap(({ unpaidUntil }) => unpaidUntil ?? []);
  const uses = { all: all - (ownUses.length - others.length), own: others.length, ownUnpaid: unpaid.length };
  const refusal = refusalOfCode(termsOf(row), uses, now);
  if (refusal === null) return null;
  const at = refusal === 'not_yet' ? row.starts_at : refusal === 'in_unpaid_order' ? Math.min(...unpaid) : null;
  return { refusal, at };
}
