import type { TestShop } from './open-shop.ts';

/** A code of 20 % off everything, for two orders of a person. */
export const HISTORY_CODE = 'HISTORIAS';
const MOST_USES = 2;

export async function makeHistoryCode({ services }: TestShop, adminId: string): Promise<void> {
  await services.discountCodes.create(adminId, {
    code: HISTORY_CODE,
    kind: 'percentage',
    amount: 20,
    book_id: null,
    part_id: null,
    from: null,
    until: null,
    max_uses: null,
    max_uses_per_person: MOST_USES,
  });
}

/**
 * Counts the uses of the code over all its orders right after an order was made. @throws if they exceed the limit, not
 * counting late payments
 */
export async function usesOfHistoryCode({ ports, clock }: TestShop, reader: string): Promise<number> {
  const coded = await ports.db.handle
    .selectFrom('orders')
    .select(['state', 'expires_at'])
    .where('user_id', '=', reader)
    .where('discount_code', '=', HISTORY_CODE)
    .execute();
  const uses = coded.filter(({ state, expires_at: end }) =>
    state === 'open' || state === 'rejected' ? end > clock.now() : state !== 'expired' && state !== 'refunded',
  );
  if (uses.length > MOST_USES) throw new Error(`a code was used ${uses.length} times, ${MOST_USES} are allowed`);
  return uses.length;
}
