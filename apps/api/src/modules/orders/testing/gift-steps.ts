import type { ClaimGiftBody, Gift, GiftDetails } from '@cuentos/contract/gifts';
import type { OwnOrder } from '@cuentos/contract/orders';
import type { BookPartRow } from '../../../platform/db/tables/books.ts';
import type { Bought, Reader, TestShop } from './open-shop.ts';

export const details: GiftDetails = {
  giver_name: 'Elisa',
  message: 'Para tus viajes.',
  recipient_email: 'ana@ejemplo.cl',
};

/** Returns the steps of people who buy and claim gifts in a shop. */
export function giftSteps(shop: TestShop) {
  const givers = new Map<string, Reader>();
  const ask = async (method: string, path: string, as: Reader | null, body?: object) => {
    const response = await shop.request(path, {
      method,
      headers: { ...(as ? await as.headers() : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  /** Returns the body of the answer, or the code of a refusal. */
  const call = async <Body>(...request: Parameters<typeof ask>): Promise<Answer<Body>> => {
    const { body, ...answer } = await ask(...request);
    return { ...answer, body: body as Body & { readonly code?: string } };
  };
  const order = async (giver: Reader, parts: readonly BookPartRow[], gift: GiftDetails = {}, more: object = {}) => {
    const ids = parts.map(({ id }) => id);
    const body = { gift, withdrawal_acknowledged: true, ...(ids.length > 1 ? { part_ids: ids } : {}), ...more };
    return call<Bought>('POST', `/api/user_book_parts/get_preference_id/${ids[0]}`, giver, body);
  };
  const paidGift = async (giver: Reader, parts: readonly BookPartRow[], gift: GiftDetails = details) => {
    const { body: bought, status } = await order(giver, parts, gift);
    if (status !== 200) throw new Error(`giving answered ${status}: ${bought.code}`);
    await shop.click(bought, 'approved');
    await shop.settled();
    givers.set(bought.order_id, giver);
    return bought;
  };
  const rowOf = async ({ order_id: id }: Bought) =>
    shop.ports.db.handle.selectFrom('gifts').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow();
  const tokenOf = async (bought: Bought) => shop.giftLinks.urlFor((await rowOf(bought)).id).split('/gift/')[1] ?? '';
  const own = async (bought: Bought): Promise<OwnOrder> => {
    const { body } = await call<OwnOrder[]>('GET', '/api/orders', givers.get(bought.order_id) ?? null);
    const ownOrder = body.find(({ id }) => id === bought.order_id);
    if (!ownOrder) throw new Error('no such order of its giver');
    return ownOrder;
  };
  return {
    call,
    order,
    paidGift,
    rowOf,
    tokenOf,
    own,
    stateOf: async (bought: Bought) => (await own(bought)).gift?.state,
    open: async (token: string, as: Reader | null = null) => call<Gift>('POST', '/api/gifts/open', as, { token }),
    claim: async (token: string, as: Reader, more: Partial<ClaimGiftBody> = {}) =>
      call<Gift>('POST', '/api/gifts/claim', as, { token, ...more }),
    owns: async (reader: Reader, part: BookPartRow) => (await shop.rows.owned(reader.id, part.id)).length === 1,
    refundsOf: async ({ order_id: id }: Bought) => (await shop.rows.refunds()).filter((row) => row.order_id === id),
    paymentOf: async ({ order_id: id }: Bought) => {
      const paymentRow = (await shop.rows.payments()).find((row) => row.order_id === id && row.problem === null);
      if (!paymentRow) throw new Error('nothing paid for the order');
      return paymentRow;
    },
    /** Creates a paid gift of one part that costs 1490, with its giver and a claimer. */
    newGift: async (gift: GiftDetails = { ...details, recipient_email: null }) => {
      const [giver, claimer] = [await shop.reader(), await shop.reader()];
      const part = await shop.part();
      const bought = await paidGift(giver, [part], gift);
      return { giver, claimer, part, bought, token: await tokenOf(bought) };
    },
  };
}

interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body & { readonly code?: string };
}
