import type { Library, UserPart } from '@cuentos/contract/library';
import type { OwnOrder } from '@cuentos/contract/orders';
import type { RecallPart } from '@cuentos/contract/recalls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import { addEdition, addReader, give, ingest, type SignedIn } from '../../testing/fixtures.ts';
import { updatePart } from '../books/service.ts';
import { giftSteps } from '../orders/testing/gift-steps.ts';
import { openShop, type Reader, type TestShop } from '../orders/testing/open-shop.ts';

let shop: TestShop;
let steps: ReturnType<typeof giftSteps>;
let admin: SignedIn;
let part: BookPartRow;
let edition: string;
let chapter: string;
let owner: Reader;
let partCount = 0;
beforeAll(async () => {
  shop = await openShop();
  steps = giftSteps(shop);
  admin = await addReader(shop, { role: 'admin' });
});
beforeEach(async () => {
  partCount += 1;
  part = await shop.part({ name: `Parte ${partCount}` });
  const book = await ingest(shop);
  edition = await addEdition(shop, part.id, book);
  chapter = book.resources[0]?.path ?? '';
  // Normally the job that makes samples sets this column.
  await shop.ports.db.withTx(async (tx) => updatePart(tx, part.id, { sample_beginning_id: 'a' }));
  owner = await shop.reader();
  await give(shop, owner.id, part.id);
});
afterAll(async () => shop.close());

const signed = (reader: SignedIn): Reader => ({ id: reader.user.id, headers: async () => reader.headers });
const recall = async (partId: string, change: object = {}) =>
  steps.call<RecallPart[]>('POST', '/api/admin/recalls', signed(admin), {
    part_ids: [partId],
    kind: 'rights_claim',
    reason: 'Carta de Editorial Cerro',
    ...change,
  });
const lift = async (partId: string) => steps.call('DELETE', `/api/admin/recalls/${partId}`, signed(admin));
const tell = async () => shop.services.recalls.job.run(new AbortController().signal);
/** Status and code of the answer to each call that returns text of the part, for one of its readers. */
async function waysIn(reader: Reader) {
  const statusOf = async (path: string) => {
    const response = await shop.request(path, { headers: await reader.headers() });
    return response.status;
  };
  return {
    open: await statusOf(`/api/book_part/open/${part.id}`),
    file: await statusOf(`/api/book_part/download/${part.id}`),
    chapter: await statusOf(`/api/editions/${edition}/r/${chapter}`),
    place: await statusOf(`/api/user_book_parts/last_location/${part.id}`),
    sample: await statusOf(`/api/samples/${part.id}`),
  };
}
const libraryOf = async (reader: Reader) => (await steps.call<Library>('GET', '/api/user_book_parts/', reader)).body;
const pageOf = async (reader: Reader) =>
  (await steps.call<UserPart[]>('GET', `/api/user_book_parts/${part.book_id}`, reader)).body;
const shown = async () => (await shop.services.books.catalogue.read()).books.flatMap(({ parts }) => parts);
/** Adds a reader who bought the part and opened it. */
async function buyer() {
  const reader = await shop.reader();
  const order = await shop.buy(reader, part.id);
  await shop.click(order, 'approved');
  await shop.settled();
  await waysIn(reader);
  return { reader, order: order.order_id };
}
const ordersOf = async (reader: Reader) => (await steps.call<OwnOrder[]>('GET', '/api/orders', reader)).body;
const toldOf = async (partRow: BookPartRow) =>
  (await shop.rows.mails('part-recalled')).filter(({ text }) => text.includes(`«${partRow.name}»`));

describe('a recall', () => {
  it('refuses every call that returns text, for owners and early readers, and delists the part', async () => {
    const early = await shop.reader();
    await give(shop, early.id, part.id, { source: 'early_access' });
    expect(await waysIn(owner)).toMatchObject({ open: 200, file: 200, chapter: 200, place: 200 });
    expect((await shown()).map(({ id }) => id)).toContain(part.id);
    expect(await pageOf(owner)).toMatchObject([{ sample: 'beginning' }]);
    expect((await recall(part.id)).status).toBe(200);
    const closed = { open: 403, file: 403, chapter: 404, place: 403, sample: 404 };
    for (const reader of [owner, early]) expect(await waysIn(reader)).toMatchObject(closed);
    expect((await shown()).map(({ id }) => id)).not.toContain(part.id);
    expect((await shop.tryToBuy(await shop.reader(), part.id)).code).toBe('part_not_found');
    expect((await libraryOf(owner)).user_book_parts).toMatchObject([
      { book_part_id: part.id, edition_id: null, is_recalled: true },
    ]);
    expect(await pageOf(owner)).toMatchObject([{ is_recalled: true, edition_id: null, sample: 'none' }]);
    expect((await libraryOf(early)).early_access).toMatchObject([{ edition_id: null, is_recalled: true }]);
  });

  it('still accepts what readers write: a pending position is stored', async () => {
    await recall(part.id);
    const body = { last_location: 'epubcfi(/6/2!/4/2)', percentage: 10, edition_id: edition };
    const { status } = await steps.call('PUT', `/api/user_book_parts/${part.id}`, owner, body);
    expect(status).toBe(200);
  });

  it('lets every buyer have the money back, also after opening, and nobody else', async () => {
    const { reader, order } = await buyer();
    const withdrawalOf = async () => (await ordersOf(reader))[0]?.items[0]?.withdrawal;
    expect(await withdrawalOf()).toMatchObject({ refusal: 'opened' });
    await recall(part.id);
    expect(await withdrawalOf()).toEqual({ refusal: null, amount: 1490, until: null });
    const { status } = await steps.call('POST', `/api/orders/${order}/withdraw`, reader, { part_id: part.id });
    await shop.settled();
    expect([status, (await shop.rows.order(order)).state]).toEqual([200, 'refunded']);
    expect(await shop.rows.owned(owner.id, part.id)).toHaveLength(1);
  });

  it('lets a giver have the money back after the gift was claimed', async () => {
    const { giver, claimer, part: givenPart, bought, token } = await steps.newGift();
    await steps.claim(token, claimer);
    const path = `/api/orders/${bought.order_id}/withdraw`;
    const withdraw = async () => steps.call('POST', path, giver, { part_id: givenPart.id });
    expect((await withdraw()).body.code).toBe('withdrawal_claimed');
    await recall(givenPart.id);
    expect((await withdraw()).status).toBe(200);
    expect(await steps.owns(claimer, givenPart)).toBe(false);
    await lift(givenPart.id);
  });

  it('is mailed once to everybody concerned, with the refund to those who paid', async () => {
    const { reader } = await buyer();
    const early = await shop.reader();
    await give(shop, early.id, part.id, { source: 'early_access' });
    await steps.paidGift(await shop.reader(), [part], { giver_name: 'Elisa' });
    await recall(part.id);
    expect((await recall(part.id)).status).toBe(200);
    await tell();
    await tell();
    const mails = await toldOf(part);
    // Mails to the owner, the buyer, the early reader and the giver.
    expect(mails).toHaveLength(4);
    expect(mails.filter(({ text }) => text.includes('Puedes pedir de vuelta lo que pagaste'))).toHaveLength(2);
    expect(mails.filter(({ text }) => text.includes('que regalaste'))).toHaveLength(1);
    expect(mails.every(({ text }) => text.includes('Alguien reclamó derechos sobre este texto'))).toBe(true);
    expect(mails.some(({ recipient }) => recipient.startsWith(reader.id))).toBe(true);
    expect(mails.some(({ text }) => text.includes('Editorial Cerro'))).toBe(false);
  });

  it('is mailed to people who get the part later by a pending payment, and to nobody twice', async () => {
    const reader = await shop.reader();
    const order = await shop.buy(reader, part.id);
    await shop.click(order, 'pending');
    await shop.settled();
    await recall(part.id);
    await tell();
    const payment = (await shop.rows.payments()).find(({ order_id: id }) => id === order.order_id);
    await shop.setPayment(Number(payment?.provider_payment_id), { status: 'approved', notify: true });
    await shop.settled();
    expect(await shop.rows.owned(reader.id, part.id)).toHaveLength(1);
    expect(await toldOf(part)).toHaveLength(1);
    shop.clock.time += 11 * 60_000;
    await tell();
    await tell();
    const mails = await toldOf(part);
    expect(mails).toHaveLength(2);
    expect(mails.some(({ recipient }) => recipient.startsWith(reader.id))).toBe(true);
  });

  it('is not mailed to people who got a refund, gave a free part, or whose early access has ended', async () => {
    const giver = await shop.reader();
    const other = await shop.part();
    const gift = await steps.paidGift(giver, [part, other], { giver_name: 'Elisa' });
    await steps.call('POST', `/api/orders/${gift.order_id}/withdraw`, giver, { part_id: part.id });
    await shop.settled();
    const early = await shop.reader();
    const expiresAt = shop.clock.now() - 1;
    await give(shop, early.id, part.id, { source: 'early_access', expiresAt });
    await recall(part.id);
    await tell();
    expect((await toldOf(part)).map(({ recipient }) => recipient.split('@')[0])).toEqual([owner.id]);
  });

  it('continues its mails after a process ended', async () => {
    const readers = await Promise.all(Array.from({ length: 120 }, async () => shop.reader()));
    for (const { id } of readers) await give(shop, id, part.id);
    await recall(part.id);
    const aborting = new AbortController();
    const { clock } = shop;
    const now = clock.now.bind(clock);
    // Ends the work within the first batch of a hundred: the job itself reads the clock once before.
    let asked = 0;
    clock.now = () => {
      asked += 1;
      if (asked > 1) aborting.abort();
      return now();
    };
    await shop.services.recalls.job.run(aborting.signal);
    clock.now = now;
    expect(await toldOf(part)).toHaveLength(100);
    await tell();
    expect(await toldOf(part)).toHaveLength(121);
  });

  it('is not undone by restoring a deleted part', async () => {
    await recall(part.id);
    const { body } = await steps.call('POST', `/api/admin/book_parts/${part.id}/restore`, signed(admin));
    expect(body.code).toBe('recall_in_force');
    expect((await waysIn(owner)).open).toBe(403);
    const { body: deleted } = await steps.call<{ id: string }[]>('GET', '/api/admin/books/deleted', signed(admin));
    expect(deleted.map(({ id }) => id)).not.toContain(part.id);
  });

  it('needs a reason and existing parts; several parts are recalled together or not at all', async () => {
    expect((await recall(part.id, { reason: ' x ' })).status).toBe(422);
    expect((await recall(part.id, { part_ids: [] })).status).toBe(422);
    const { body } = await recall(part.id, { part_ids: [part.id, crypto.randomUUID()] });
    expect(body.code).toBe('part_not_found');
    expect((await waysIn(owner)).open).toBe(200);
  });
});

describe('lifting a recall', () => {
  it("restores the part's earlier state, listed or not, with an audit entry for both", async () => {
    await recall(part.id, { kind: 'court_order' });
    expect((await steps.call<RecallPart[]>('GET', '/api/admin/recalls', signed(admin))).body).toContainEqual(
      expect.objectContaining({
        part_id: part.id,
        is_deleted: true,
        recall: expect.objectContaining({ kind: 'court_order', reason: 'Carta de Editorial Cerro' }),
      }),
    );
    expect((await lift(part.id)).status).toBe(200);
    expect(await waysIn(owner)).toMatchObject({ open: 200, place: 200 });
    expect((await shown()).map(({ id }) => id)).toContain(part.id);
    expect((await libraryOf(owner)).user_book_parts[0]).not.toHaveProperty('is_recalled');
    expect((await lift(part.id)).body.code).toBe('part_not_recalled');
    const audits = await Promise.all(['part.recalled', 'part.recall_lifted'].map(shop.rows.audits));
    expect(audits.map((rows) => rows.filter(({ subject }) => subject === part.id))).toMatchObject([
      [{ detail: '{"kind":"court_order","reason":"Carta de Editorial Cerro"}' }],
      [{}],
    ]);

    await steps.call('DELETE', `/api/admin/book_parts/${part.id}`, signed(admin));
    await recall(part.id);
    await lift(part.id);
    expect((await waysIn(owner)).open).toBe(200);
    expect((await shown()).map(({ id }) => id)).not.toContain(part.id);
  });

  it('ends the offer of a refund, and stops the mails', async () => {
    const { reader } = await buyer();
    await recall(part.id);
    await lift(part.id);
    await tell();
    expect(await toldOf(part)).toEqual([]);
    expect((await ordersOf(reader))[0]?.items[0]?.withdrawal).toMatchObject({ refusal: 'opened' });
  });
});
