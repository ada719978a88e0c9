import { DAY_MS } from '@cuentos/domain/time/durations';
import type { Stats } from '@cuentos/contract/reports';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { get } from '../../testing/calls.ts';
import { addBook, addPart, addReader, type SignedIn, wipe } from '../../testing/fixtures.ts';
import { newId } from '../../platform/db/new-id.ts';

let test: TestApp;
let admin: SignedIn;
let parts: string[];
let bookId: string;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());

const status = fc.constantFrom(
  'approved',
  'approved',
  'in_mediation',
  'refunded',
  'charged_back',
  'rejected',
  'pending' as const,
);

/** An order of some parts, with its payment and refunds. */
const sale = fc.record({
  amounts: fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 3 }),
  status,
  problem: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('duplicate', 'wrong_amount' as const) },
  ),
  fee: fc.nat({ max: 2000 }),
  /** True on the report's day, false before it. */
  isToday: fc.boolean(),
  /** Percent of the payment, or the first part alone. */
  refund: fc.option(fc.oneof(fc.nat({ max: 100 }), fc.constant('part' as const))),
});

type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;

async function keep(sales: readonly Sale[]): Promise<void> {
  const { handle } = test.ports.db;
  for (const { amounts, status: state, problem, fee, isToday, refund } of sales) {
    const [id, payment] = [newId(), newId()];
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    const at = isToday ? TEST_NOW : TEST_NOW - 40 * DAY_MS;
    const isPaid = state !== 'rejected' && state !== 'pending';
    await handle
      .insertInto('orders')
      .values({
        id,
        user_id: admin.user.id,
        state: isPaid ? 'paid' : 'pending',
        total,
        preference_id: null,
        init_point: null,
        withdrawal_acknowledged_at: null,
        created_at: at,
        updated_at: at,
        expires_at: at,
        paid_at: isPaid ? at : null,
        next_check_at: null,
        checks: 0,
        asked_at: null,
        account_id: null,
        discount_code: null,
      })
      .execute();
    for (const [index, amount] of amounts.entries())
      await handle
        .insertInto('order_items')
        .values({
          id: newId(),
          order_id: id,
          part_id: parts[index]!,
          value: amount,
          discount_percentage: 0,
          amount,
          position: index,
          reduction: null,
        })
        .execute();
    const returned = refund === null ? 0 : refund === 'part' ? amounts[0]! : Math.floor((total * refund) / 100);
    await handle
      .insertInto('payments')
      .values({
        id: payment,
        provider: 'mp',
        provider_payment_id: payment,
        order_id: id,
        status: state,
        status_detail: '',
        amount: total,
        refunded_amount: state === 'charged_back' ? returned : 0,
        currency: 'CLP',
        fee,
        method: 'visa',
        problem,
        provider_updated_at: at,
        created_at: at,
        updated_at: TEST_NOW,
        contradiction: null,
        settled_amount: 0,
        settled_at: null,
        state_at: at,
        alerted_at: null,
        resume_url: null,
        dispute: null,
      })
      .execute();
    if (returned === 0 || !isPaid) continue;
    await handle
      .insertInto('refunds')
      .values({
        id: newId(),
        dedupe_key: null,
        order_id: id,
        payment_id: payment,
        amount: returned,
        part_id: refund === 'part' ? parts[0]! : null,
        reason: 'x',
        requested_by: null,
        state: 'done',
        provider_refund_id: null,
        rejections: 0,
        attempts: 0,
        next_attempt_at: null,
        created_at: TEST_NOW,
        done_at: TEST_NOW,
        last_error: null,
        last_tried_at: null,
      })
      .execute();
  }
}

const columns = ['amount', 'refunds', 'chargebacks', 'fees', 'vat', 'net'] as const;

it("the money of the parts adds up to the shop's figures, to the peso, for any ledger", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { maxLength: 12 }), async (sales) => {
      await wipe(test.ports.db);
      admin = await addReader(test, { role: 'admin' });
      bookId = (await addBook(test)).id;
      parts = [];
      for (let part = 0; part < 3; part += 1) parts.push((await addPart(test, bookId)).id);
      await keep(sales);
      const url = '/api/admin/stats?from=2026-11-18&to=2026-11-18';
      const { figures, parts: money } = (await get(test, url, admin.headers)).json<Stats>();
      const figure = (key: string) => figures.find((each) => each.key === key)?.value;
      for (const column of columns) {
        expect(
          money.rows.reduce((sum, row) => sum + row[column], 0),
          column,
        ).toBe(figure(column));
      }
      for (const row of money.rows) {
        expect(row.net).toBe(row.amount + row.refunds + row.chargebacks - row.fees - row.vat);
      }
    }),
    { numRuns: 25 },
  );
});
