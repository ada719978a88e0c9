import { DAY_MS } from '@cuentos/domain/time/durations';
import type { Pocket } from '@cuentos/contract/pocket';
import type { Quote } from '@cuentos/contract/quote';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import type { Caller } from '../../platform/http/access.ts';
import { openShop, type Reader, type TestShop } from '../orders/testing/open-shop.ts';

let shop: TestShop;
let reader: Reader;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => shop.close());
beforeEach(async () => {
  reader = await shop.reader();
});

async function call(method: string, path: string, as: Reader | null, body?: object) {
  const headers = {
    ...(as ? await as.headers() : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const response = await shop.request(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { status: response.status, body: (await response.json()) as Pocket & { code?: string } };
}

const put = async (...parts: readonly { id: string }[]) =>
  call('PUT', '/api/pocket', reader, { part_ids: parts.map(({ id }) => id) });
const pocket = async (as = reader) => (await call('GET', '/api/pocket', as)).body;
const inside = async (as = reader) => (await pocket(as)).items.map(({ part_id: id }) => id);
const change = async ({ id }: BookPartRow, columns: Partial<BookPartRow>) =>
  shop.ports.db.handle.updateTable('book_parts').set(columns).where('id', '=', id).execute();
const give = async ({ id: partId }: BookPartRow) =>
  shop.services.adminEntitlements.grant({ userId: newId() } as Caller, { userId: reader.id, partId, notify: false });

describe('a pocket', () => {
  it('keeps parts in the order in which they were added, once each, at current prices', async () => {
    const [a, b] = [await shop.part({ value: 1490 }), await shop.part({ value: 990 })];
    expect((await put(b)).body.items.map(({ part_id: id }) => id)).toEqual([b.id]);
    shop.clock.time += 1000;
    await put(a, b);
    expect(await inside()).toEqual([b.id, a.id]);
    await change(a, { value: 2000 });
    const { total, items } = await pocket();
    expect(total).toBe(2990);
    expect(items).toMatchObject([
      { price_then: 990, alone: 990, amount: 990, refusal: null },
      { price_then: 1490, alone: 2000, amount: 2000, value: 2000, refusal: null },
    ]);
  });

  it('belongs to its owner, and each owner removes from her own', async () => {
    const part = await shop.part();
    await put(part);
    const other = await shop.reader();
    expect(await inside(other)).toEqual([]);
    expect((await call('DELETE', `/api/pocket/${part.id}`, other)).status).toBe(200);
    expect(await inside()).toEqual([part.id]);
    expect((await call('GET', '/api/pocket', null)).status).toBe(401);
    expect((await call('DELETE', `/api/pocket/${part.id}`, reader)).body.items).toEqual([]);
    expect((await call('DELETE', `/api/pocket/${part.id}`, reader)).status, 'twice').toBe(200);
  });

  it('gets the completion discount like an order', async () => {
    const first = await shop.part({ value: 1490 }, { completion_discount: 10 });
    const second = await shop.part({ value: 490, book_id: first.book_id });
    await put(first, second);
    const { total, items } = await pocket();
    expect([total, items.map(({ reduction }) => reduction)]).toEqual([1782, ['completion', 'completion']]);
  });

  it('marks parts that were bought, withdrawn or are being paid meanwhile, and leaves them out of the total', async () => {
    const parts = [await shop.part(), await shop.part(), await shop.part(), await shop.part({ value: 700 })];
    await put(...parts);
    await give(parts[0]!);
    await change(parts[1]!, { is_active: 0 });
    await shop.click(await shop.buy(reader, parts[2]!.id), 'pending');
    await shop.settled();
    const { total, items } = await pocket();
    expect(new Map(items.map(({ part_id: id, refusal }) => [id, refusal]))).toEqual(
      new Map([
        [parts[0]!.id, 'already_owned'],
        [parts[1]!.id, 'part_not_found'],
        [parts[2]!.id, 'payment_pending'],
        [parts[3]!.id, null],
      ]),
    );
    expect(total).toBe(700);
  });

  it('gives no completion discount while a part of the book is being paid', async () => {
    const first = await shop.part({ value: 1000 }, { completion_discount: 50 });
    const others = [await shop.part({ book_id: first.book_id }), await shop.part({ book_id: first.book_id })];
    await put(first, ...others);
    expect((await pocket()).total).toBe(1990);
    await shop.click(await shop.buy(reader, first.id), 'pending');
    await shop.settled();
    expect((await pocket()).total, 'as an order of the other two would cost').toBe(2980);
  });

  it('accepts no part that cannot be bought', async () => {
    const sold = await shop.part();
    const later = await shop.part({ release_at: shop.clock.now() + DAY_MS });
    const draft = await shop.part({ is_draft: 1 });
    const owned = await shop.part();
    await give(owned);
    await put(later, draft, owned, sold, { id: newId() });
    expect(await inside()).toEqual([sold.id]);
  });

  it('is limited to the parts that can be paid at once', async () => {
    const first = await shop.part();
    const parts = [first];
    while (parts.length < 20) parts.push(await shop.part({ book_id: first.book_id }));
    expect((await put(...parts)).status).toBe(200);
    expect((await put(await shop.part())).body.code).toBe('pocket_full');
    expect((await put(first)).status, 'what is inside already').toBe(200);
    expect(await inside()).toHaveLength(20);
    expect((await shop.buy(reader, ...(await inside()))).init_point).not.toBeNull();
  });

  it('loses the parts that were paid or acquired for free, and no others', async () => {
    const parts = [await shop.part(), await shop.part(), await shop.part()];
    await put(...parts);
    const bought = await shop.buy(reader, parts[0]!.id, parts[1]!.id);
    expect(await inside(), 'not before it is paid').toHaveLength(3);
    await shop.click(bought, 'approved');
    await shop.settled();
    expect(await inside()).toEqual([parts[2]!.id]);
    await change(parts[2]!, { value: 0 });
    await shop.buy(reader, parts[2]!.id);
    expect(await inside()).toEqual([]);
  });
});

describe('a quote', () => {
  const quote = async (as: Reader | null, ...parts: readonly { id: string }[]) =>
    (await call('GET', `/api/quote?part_ids=${parts.map(({ id }) => id).join(',')}`, as)) as unknown as {
      status: number;
      body: Quote;
    };

  it('gives a visitor the prices of parts bought together, and creates no order', async () => {
    const first = await shop.part({ value: 1490 }, { completion_discount: 10 });
    const second = await shop.part({ value: 490, book_id: first.book_id });
    const before = await shop.ports.db.read.selectFrom('orders').select('id').execute();
    expect((await quote(null, first, second)).body).toMatchObject({
      total: 1782,
      below_minimum: false,
      items: [
        { part_id: first.id, part_name: 'Primera parte', value: 1490, alone: 1490, amount: 1341 },
        { part_id: second.id, value: 490, alone: 490, amount: 441, reduction: 'completion' },
      ],
    });
    expect(await shop.ports.db.read.selectFrom('orders').select('id').execute()).toEqual(before);
    await give(second);
    expect((await quote(reader, first, second)).body).toMatchObject({
      total: 1490,
      items: [{ amount: 1490, refusal: null }, { refusal: 'already_owned' }],
    });
  });

  it('has no data about unlisted parts, except for their owner', async () => {
    const draft = await shop.part({ is_draft: 1 });
    const archived = await shop.part({}, { is_active: 0 });
    expect((await quote(null, draft, archived)).body.items).toEqual([]);
    expect((await quote(reader, draft, archived)).body.items).toEqual([]);
    await shop.ports.db.handle
      .insertInto('entitlements')
      .values({
        id: newId(),
        user_id: reader.id,
        part_id: archived.id,
        kind: 'ownership',
        source: 'grant',
        granted_at: 1,
      })
      .execute();
    expect((await quote(reader, draft, archived)).body.items).toMatchObject([
      { part_id: archived.id, refusal: 'already_owned' },
    ]);
  });

  it('is made for one to twenty ids', async () => {
    for (const ids of ['', 'x', Array.from({ length: 21 }, () => newId()).join(',')]) {
      expect((await call('GET', `/api/quote?part_ids=${ids}`, null)).status, ids).toBe(422);
    }
    expect((await quote(null, { id: newId() })).body).toMatchObject({ items: [], total: 0, below_minimum: false });
  });

  it("reports a total below the provider's minimum", async () => {
    const low = await openShop({ MP_MIN_AMOUNT: '1000' });
    try {
      const parts = [await low.part({ value: 490 }), await low.part({ value: 600 })];
      const quoteParts = async (ids: readonly string[]) => {
        const response = await low.request(`/api/quote?part_ids=${ids.join(',')}`);
        return ((await response.json()) as Quote).below_minimum;
      };
      expect(await quoteParts([parts[0]!.id])).toBe(true);
      expect(await quoteParts(parts.map(({ id }) => id))).toBe(false);
    } finally {
      await low.close();
    }
  });
});
