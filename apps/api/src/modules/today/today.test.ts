import type { AccountingMonth } from '@cuentos/contract/accounting';
import type { UnresolvedPayments } from '@cuentos/contract/payments';
import type { ComingRow, Today, WaitingRow } from '@cuentos/contract/today';
import type { Stats } from '@cuentos/contract/reports';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TEST_NOW } from '../../testing/build-test-app.ts';
import { get, refusal } from '../../testing/calls.ts';
import { addReader, type SignedIn, wipe } from '../../testing/fixtures.ts';
import { openShop, type TestShop } from '../orders/testing/open-shop.ts';
import { queueMail } from '../mail/service.ts';
import { recordMaintenance } from '../backups/service.ts';

let shop: TestShop;
let admin: SignedIn;
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(async () => {
  await wipe(shop.ports.db);
  admin = await addReader(shop, { role: 'admin' });
});
afterAll(async () => shop.close());

const ask = async <Answer>(url: string): Promise<Answer> => {
  // Tests write parts into the database, where no use case tells the catalogue of them.
  shop.services.books.catalogue.invalidate();
  return (await get(shop, url, admin.headers)).json<Answer>();
};
const today = async () => ask<Today>('/api/admin/today');
const waiting = async () => (await ask<{ waiting: WaitingRow[] }>('/api/admin/today/waiting')).waiting;
const kinds = async (): Promise<string[]> => (await waiting()).map(({ kind }) => kind);
const buy = async () => {
  const [reader, part] = [await shop.reader(), await shop.part()];
  const order = await shop.buy(reader, part.id);
  await shop.click(order, 'approved');
  await shop.settled();
  return { reader, part, order };
};
const backUp = async () => recordMaintenance(shop.ports, 'backup', 'good');
const iso = (at: number) => new Date(at).toISOString();

describe('the tasks that wait', () => {
  it('are none in an open shop that shows a part', async () => {
    await shop.part();
    const { waiting: rows, sold, coming } = await today();
    expect(rows).toEqual([]);
    const none = { net: 0, sales: 0, refunds: 0 };
    expect(sold).toEqual({ day: none, week: none, month: none, latest: [] });
    expect(coming).toEqual([]);
  });

  it('include an open shop as long as it shows no part with a book', async () => {
    expect(await kinds()).toEqual(['setup']);
    const part = await shop.part();
    expect(await kinds()).toEqual([]);
    const { handle } = shop.ports.db;
    const parts = handle.updateTable('book_parts').where('id', '=', part.id);
    await parts.set({ edition_id: null }).execute();
    expect(await kinds()).toEqual(['setup']);
    await parts.set({ edition_id: part.edition_id, is_draft: 1 }).execute();
    expect(await kinds()).toEqual(['setup']);
    await parts.set({ is_draft: 0 }).execute();
    await handle.updateTable('books').where('id', '=', part.book_id).set({ is_draft: 1 }).execute();
    expect(await kinds()).toEqual(['setup']);
  });

  it('include an unanswered message with the writer of the oldest, until it is answered', async () => {
    await shop.part();
    const thread = {
      user_id: null,
      visitor_email: 'a@b.cl',
      visitor_words: '',
      subject: 'other',
      order_id: null,
    } as const;
    await shop.ports.db.handle
      .insertInto('message_threads')
      .values([
        { ...thread, id: 't1', visitor_name: 'Tomás', state: 'open', created_at: 1, last_at: 1000 },
        { ...thread, id: 't2', visitor_name: 'Inés', state: 'open', created_at: 1, last_at: 2000 },
        { ...thread, id: 't3', visitor_name: 'Rosa', state: 'answered', created_at: 1, last_at: 500 },
      ])
      .execute();
    expect(await waiting()).toEqual([
      {
        kind: 'message',
        count: 2,
        person: { id: null, name: 'Tomás' },
        since: iso(1000),
        due_at: null,
        amount: null,
        subject: 't1',
      },
    ]);
    await shop.ports.db.handle.updateTable('message_threads').set({ state: 'answered' }).execute();
    expect(await waiting()).toEqual([]);
  });

  it('show a dispute before everything else, with its deadline and amount', async () => {
    await buy();
    await backUp();
    const [payment] = await shop.rows.payments();
    const request = {
      kind: 'access',
      channel: 'letter',
      state: 'open',
      person: 'Inés',
      note: '',
      outcome: '',
    } as const;
    const times = { asked_at: TEST_NOW, due_at: TEST_NOW + 30 * DAY_MS, done_at: null };
    await shop.ports.db.handle
      .insertInto('data_requests')
      .values({ ...request, ...times, id: 'r1', user_id: null })
      .execute();
    const paymentId = Number(payment?.provider_payment_id);
    await shop.setPayment(paymentId, { status: 'charged_back', notify: true });
    await shop.setChargeback(paymentId);
    await shop.settled();
    const rows = await waiting();
    expect(rows.map(({ kind }) => kind)).toEqual(['dispute', 'data_request']);
    expect(rows[0]).toMatchObject({ count: 1, amount: 1490, person: { name: expect.any(String) as string } });
    expect(rows[0]?.due_at).not.toBeNull();
    // While the provider reviews the documents an admin can do nothing; after its decision the payment has to be
    // resolved.
    await shop.setChargeback(paymentId, { documentation_status: 'review_pending' });
    await shop.settled();
    expect(await kinds()).toEqual(['data_request']);
    await shop.setChargeback(paymentId, { documentation_status: 'invalid' });
    await shop.settled();
    expect(await kinds()).toEqual(['data_request', 'payment']);
    expect(rows[1]).toMatchObject({ person: { id: null, name: 'Inés' }, due_at: iso(times.due_at) });
  });

  it('have the name and id of the first person, and none once the account is deleted', async () => {
    const { reader, order } = await buy();
    await backUp();
    const [payment] = await shop.rows.payments();
    await shop.setPayment(Number(payment?.provider_payment_id), { status: 'in_mediation', notify: true });
    await shop.settled();
    const facts = async () => {
      const unresolved = await get(shop, '/api/admin/payments/open', admin.headers);
      const month = await get(shop, '/api/admin/accounting/2026-11', admin.headers);
      const { sold } = (await get(shop, '/api/admin/today', admin.headers)).json<Today>();
      return {
        waiting: (await waiting())[0]?.person?.id,
        payment: unresolved.json<UnresolvedPayments>().payments[0]?.buyer?.id,
        movement: month.json<AccountingMonth>().rows.find(({ order_id: id }) => id === order.order_id)?.buyer?.id,
        latest: sold.latest[0]?.person.id,
      };
    };
    const { id } = reader;
    expect(await facts()).toEqual({ waiting: id, payment: id, movement: id, latest: id });
    await shop.ports.db.handle.updateTable('users').set({ deleted_at: TEST_NOW }).where('id', '=', id).execute();
    expect(await facts()).toEqual({ waiting: null, payment: null, movement: null, latest: null });
  });

  it('include a refund only once it has been tried for a day', async () => {
    const { order } = await buy();
    await backUp();
    await shop.setSwitches({ api: 'error_500' });
    await shop.app.inject({
      method: 'POST',
      url: `/api/admin/orders/${order.order_id}/refund`,
      headers: admin.headers,
      payload: { reason: 'Un motivo.' },
    });
    await shop.settled();
    expect(await kinds()).toEqual([]);
    await shop.ports.db.handle
      .updateTable('refunds')
      .set({ created_at: TEST_NOW - DAY_MS - 1 })
      .execute();
    expect(await kinds()).toEqual(['payment']);
    await shop.setSwitches({ api: 'normal' });
  });

  it('include a mail that was given up, until it is tried again', async () => {
    await shop.part();
    const { db, clock } = shop.ports;
    const content = { template: 'receipt', subject: 'Comprobante', text: 'Uno', html: '<p>Uno</p>' };
    await db.withTx(async (tx) => queueMail(tx, 'ana@ejemplo.cl', 'k', content, clock.now()));
    expect(await kinds()).toEqual([]);
    await db.handle.updateTable('mails').set({ next_attempt_at: null, last_error: 'refused' }).execute();
    expect(await waiting()).toMatchObject([{ kind: 'mail', count: 1 }]);
  });

  it('include a backup older than three days, once something was sold', async () => {
    await shop.part();
    expect(await kinds()).toEqual([]);
    await buy();
    expect(await waiting()).toMatchObject([{ kind: 'backup', since: null }]);
    await backUp();
    expect(await kinds()).toEqual([]);
    const at = TEST_NOW - 3 * DAY_MS;
    await shop.ports.db.handle.updateTable('maintenance_runs').set({ at }).execute();
    expect(await waiting()).toMatchObject([{ kind: 'backup', since: iso(at) }]);
  });
});

describe('the sales of the day', () => {
  it('equal the sales figures of the same days, with the latest purchases', async () => {
    const first = await buy();
    const back = await buy();
    const url = `/api/admin/orders/${back.order.order_id}/refund`;
    await shop.app.inject({ method: 'POST', url, headers: admin.headers, payload: { reason: 'Un motivo.' } });
    await shop.settled();
    // TEST_NOW is the 18th, a Wednesday: the last seven days begin with the 12th; the 11th is outside.
    for (const [order, days] of [
      [first.order, 6],
      [(await buy()).order, 7],
    ] as const) {
      await shop.ports.db.handle
        .updateTable('orders')
        .set({ paid_at: TEST_NOW - days * DAY_MS - 11 * HOUR_MS })
        .where('id', '=', order.order_id)
        .execute();
    }
    const { sold } = await today();
    for (const [span, from] of [
      [sold.day, '2026-11-18'],
      [sold.week, '2026-11-12'],
      [sold.month, '2026-11-01'],
    ] as const) {
      const { figures } = (await get(shop, `/api/admin/stats?from=${from}&to=2026-11-18`, admin.headers)).json<Stats>();
      const valueOf = (key: string) => figures.find((figure) => figure.key === key)?.value;
      expect({ net: span.net, sales: span.sales }, from).toEqual({ net: valueOf('net'), sales: valueOf('sales') });
    }
    expect([sold.day.sales, sold.week.sales, sold.month.sales]).toEqual([1, 2, 3]);
    expect(sold.day.refunds).toBe(1);
    expect(sold.latest.map(({ order_id: id }) => id).slice(0, 2)).toEqual([back.order.order_id, first.order.order_id]);
    const { id, book_id, name } = back.part;
    const parts = [{ id, book_id, name }];
    const latest = { total: 1490, method: 'visa', parts, is_gift: false, discount_code: null };
    expect(sold.latest[0]).toMatchObject(latest);
    // A free part is not listed as a purchase.
    await shop.buy(back.reader, (await shop.part({ value: 0 })).id);
    expect((await today()).sold.latest).toEqual(sold.latest);
  });
});

describe('the coming events', () => {
  it('are sorted by time: releases, ends of presales and codes, announcements', async () => {
    const part = await shop.part({
      release_at: TEST_NOW + 3 * DAY_MS,
      is_presale: 1,
      presale_end_at: TEST_NOW + DAY_MS,
      presale_discount: 10,
    });
    await shop.part({ release_at: TEST_NOW + DAY_MS, is_draft: 1 });
    const code = { kind: 'percentage', amount: 20, book_id: null, part_id: null, starts_at: null } as const;
    const limits = { max_uses: null, max_uses_per_person: null, created_at: 1, updated_at: 1 };
    const { handle } = shop.ports.db;
    await handle
      .insertInto('discount_codes')
      .values([
        { ...code, ...limits, id: 'c1', code: 'OTONO', is_active: 1, ends_at: TEST_NOW + 2 * DAY_MS },
        { ...code, ...limits, id: 'c2', code: 'IDO', is_active: 0, ends_at: TEST_NOW + 2 * DAY_MS },
      ])
      .execute();
    const none = { body: '', audience_id: null, started_at: null, finished_at: null, total: 0, created_by: null };
    await handle
      .insertInto('announcements')
      .values([
        {
          ...none,
          id: 'a1',
          state: 'scheduled',
          subject: 'Sale pronto',
          audience: 'news',
          send_at: TEST_NOW + 5 * DAY_MS,
          created_at: 1,
          updated_at: 1,
        },
        {
          ...none,
          id: 'a2',
          state: 'draft',
          subject: 'Nunca',
          audience: 'news',
          send_at: null,
          created_at: 1,
          updated_at: 1,
        },
      ])
      .execute();
    const { coming } = await today();
    expect(coming.map(({ kind, name }) => [kind, name])).toEqual([
      ['presale_end', part.name],
      ['code_end', 'OTONO'],
      ['release', part.name],
      ['announcement', 'Sale pronto'],
    ]);
    expect(coming[0]).toMatchObject({ price: 1341, later_price: 1490 });
    expect(coming[2]).toMatchObject({ people: 0, at: iso(TEST_NOW + 3 * DAY_MS) });
  });

  it("are limited to a writter's own books, and without money", async () => {
    const writter = await addReader(shop, { role: 'writter' });
    const own = await shop.part({ release_at: TEST_NOW + DAY_MS });
    await shop.part({ release_at: TEST_NOW + DAY_MS });
    await shop.ports.db.handle
      .insertInto('book_writers')
      .values({ book_id: own.book_id, user_id: writter.user.id })
      .execute();
    const { coming } = (await get(shop, '/api/writter/today', writter.headers)).json<{ coming: ComingRow[] }>();
    expect(coming.map(({ name }) => name)).toEqual([own.name]);
    expect(refusal(await get(shop, '/api/admin/today', writter.headers))).toMatchObject({ status: 403 });
    expect(refusal(await get(shop, '/api/admin/today/waiting', writter.headers))).toMatchObject({ status: 403 });
  });
});
