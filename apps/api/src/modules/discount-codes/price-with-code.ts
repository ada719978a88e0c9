import type { Receipt } from '@cuentos/contract/orders';
import type { QuotedCode } from '@cuentos/contract/quote';
import { normaliseCode } from '@cuentos/domain/discount-codes/discount-code';
import { HOUR_MS } from '@cuentos/domain/time/durations';
import type { Connection } from '../../platform/db/db.ts';
import type { DiscountCodeRow, OrderItemRow, OrderRow } from '../../platform/db/tables/orders.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { addressKey } from '../../platform/http/rate-limiter.ts';
import { toIso } from '../../platform/to-iso.ts';
import { findCode, isForPart, refusalToUse } from './service.ts';
import type { SaleContext } from '../orders/context.ts';
import { isPayable, type OfferedPart, priceParts } from '../orders/price-parts.ts';
import * as orderRepository from '../orders/repository.ts';

/** Codes that do not exist, an hour: more than a buyer mistypes, and far too few to find one. */
const WRONG_PER_ADDRESS = 30;
const WRONG_PER_ACCOUNT = 15;

/** Parts with the typed code. */
interface PricingRequest {
  /** Null for a visitor. */
  readonly userId: string | null;
  readonly partIds: readonly string[];
  /** Discount code as the buyer typed it; absent without one. */
  readonly code?: string | undefined;
  /** Unpaid orders that a new gift may repeat, since its recipient owns nothing; null for a purchase for the buyer. */
  readonly gifts: readonly string[] | null;
}

/** Prices of parts with a code, or without it if the code is refused. */
export interface PricedWithCode {
  readonly offered: readonly OfferedPart[];
  /** The code with its effect or refusal; null when none was typed. */
  readonly code: QuotedCode | null;
}

/**
 * Counts a code that does not exist against the address and the account that typed it, so that none can be guessed.
 * @throws {AppError} too_many_requests, for codes that exist too: an answer would tell them apart
 */
export async function refuseGuessing(
  { db, limiter }: Pick<SaleContext, 'db' | 'limiter'>,
  { code, address, userId }: Pick<PricingRequest, 'code' | 'userId'> & { readonly address: string },
): Promise<void> {
  if (code === undefined) return;
  const limits: [key: string, max: number][] = [[`discount-code:${addressKey(address)}`, WRONG_PER_ADDRESS]];
  if (userId !== null) limits.push([`discount-code:${userId}`, WRONG_PER_ACCOUNT]);
  // Counted before it is looked up, so that guesses at once are no more than guesses in a row.
  const within: boolean[] = [];
  for (const [key, max] of limits) within.push(await limiter.hit(key, max, HOUR_MS));
  const isKnown = (await findCode(db.read, code)) !== undefined;
  if (isKnown) for (const [key] of limits) await limiter.undo(key);
  if (within.includes(false)) throw new AppError('too_many_requests');
}

/** Prices parts with a code, by the server's clock and what the code was used for until now. */
export async function priceWithCode(
  connection: Connection,
  { userId, partIds, code: typed, gifts }: PricingRequest,
  now: number,
): Promise<PricedWithCode> {
  const plain = { userId: gifts === null ? userId : null, partIds };
  if (typed === undefined) return { offered: await priceParts(connection, plain, now), code: null };
  const row = await findCode(connection, typed);
  const refused = async (refusal: QuotedCode['refusal'], at: number | null = null): Promise<PricedWithCode> => ({
    offered: await priceParts(connection, plain, now),
    code: { code: row?.code ?? normaliseCode(typed), refusal, at: toIso(at), discount: null, part_ids: [] },
  });
  if (!row) return refused('unknown');
  const offered = await priceParts(connection, { ...plain, code: row }, now);
  const order =
    userId === null ? undefined : await findSameOrder(connection, { userId, offered, code: row, gifts }, now);
  const why = await refusalToUse(connection, row, { userId, orderId: order?.id ?? null }, now);
  if (why) return refused(why.refusal, why.at);
  const reduced = offered.filter((each) => isPayable(each) && each.price.value > 0 && isForPart(row, each.part));
  if (reduced.length === 0) return refused('other_parts');
  return {
    offered,
    code: {
      code: row.code,
      refusal: null,
      at: null,
      discount: { kind: row.kind, amount: row.amount },
      part_ids: reduced.map(({ part }) => part.id),
    },
  };
}

interface SameOrder extends Pick<PricingRequest, 'gifts'> {
  readonly userId: string;
  readonly offered: readonly OfferedPart[];
  readonly code: DiscountCodeRow;
}

/** Finds the unpaid order that this purchase would use again: it holds its use of the code already. */
async function findSameOrder(connection: Connection, { userId, offered, code, gifts }: SameOrder, now: number) {
  const items = offered.filter((each) => isPayable(each) && each.price.final > 0).map(({ priced }) => priced);
  return orderRepository.findPayableOrder(connection, { userId, items, code: code.code, among: gifts, now });
}

/** The code that parts of an order cost less by; null when another discount is better for each. */
export function codeOf(parts: readonly OfferedPart[], code: QuotedCode | null): string | null {
  return code !== null && parts.some(({ priced }) => priced.reduction === 'code') ? code.code : null;
}

/** Finds the discount of an order's code; null without one. */
export function discountOf(
  { discount_code: code }: Pick<OrderRow, 'discount_code'>,
  items: readonly Pick<OrderItemRow, 'value' | 'amount' | 'reduction'>[],
): Receipt['discount'] {
  if (code === null) return null;
  const coded = items.filter(({ reduction }) => reduction === 'code');
  return { code, amount: coded.reduce((sum, { value, amount }) => sum + value - amount, 0) };
}
