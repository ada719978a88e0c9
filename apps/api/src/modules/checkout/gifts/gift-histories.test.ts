import { giftStateOf, givenParts, isClaimable } from '@cuentos/domain/gifts/gift';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { give } from '../../../testing/fixtures.ts';
import { giftSteps } from '../testing/gift-steps.ts';
import { type Bought, openShop, type Reader, type TestShop } from '../testing/open-shop.ts';
import { loadGift } from './gifts.ts';

let shop: TestShop;
let steps: ReturnType<typeof giftSteps>;
let nextPayment = 940_000;
beforeAll(async () => {
  shop = await openShop();
  steps = giftSteps(shop);
});
afterAll(async () => shop.close());

const step = fc.oneof(
  fc.record({
    op: fc.constant('pay' as const),
    payment: fc.nat(1),
    status: fc.constantFrom('approved', 'approved', 'pending', 'in_mediation', 'charged_back', 'refunded', 'rejected'),
    isTold: fc.boolean(),
  }),
  fc.record({ op: fc.constantFrom('claim' as const, 'both claim' as const), who: fc.nat(1) }),
  fc.record({ op: fc.constantFrom('withdraw' as const, 'withdraw and claim' as const), part: fc.nat(1) }),
  fc.record({ op: fc.constant('refund' as const), part: fc.option(fc.nat(1)) }),
  fc.record({ op: fc.constantFrom('notice' as const, 'jobs' as const, 'days' as const) }),
  fc.record({ op: fc.constant('provider' as const), mood: fc.constantFrom('normal' as const, 'error_500' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Scene {
  readonly bought: Bought;
  readonly giver: Reader;
  readonly claimers: readonly [Reader, Reader];
  readonly partIds: readonly [string, string];
  /** What the first claimer had before. */
  readonly before: readonly string[];
  readonly token: string;
  readonly payments: readonly [number, number];
}

async function scene(isOwnedInPart: boolean): Promise<Scene> {
  const giver = await shop.reader();
  const [first, second] = [await shop.part({ value: 1490 }), await shop.part({ value: 990 })];
  const { body: bought } = await steps.order(giver, [first, second]);
  nextPayment += 2;
  const claimers = [await shop.reader(), await shop.reader()] as const;
  const before = isOwnedInPart ? [second.id] : [];
  for (const id of before) await give(shop, claimers[0].id, id);
  return {
    bought,
    giver,
    claimers,
    before,
    partIds: [first.id, second.id],
    token: await steps.tokenOf(bought),
    payments: [nextPayment, nextPayment + 1],
  };
}

async function run({ bought, giver, claimers, partIds, token, payments }: Scene, now: Step): Promise<void> {
  const withdraw = async (part: number) =>
    steps.call('POST', `/api/orders/${bought.order_id}/withdraw`, giver, { part_id: partIds[part as 0] });
  const claim = async (who: Reader) => steps.claim(token, who, { accepts_owned: true });
  if (now.op === 'pay') {
    const id = payments[now.payment as 0];
    const change = { preference_id: bought.id, transaction_amount: 2480, status: now.status };
    // What no payment can become the stand-in refuses.
    await shop.setPayment(id, change).catch(() => {});
    if (now.isTold) await shop.notify(id);
  } else if (now.op === 'claim') await claim(claimers[now.who as 0]);
  else if (now.op === 'both claim') await Promise.all(claimers.map(claim));
  else if (now.op === 'withdraw') await withdraw(now.part);
  else if (now.op === 'withdraw and claim') await Promise.all([withdraw(now.part), claim(claimers[now.part as 0])]);
  else if (now.op === 'refund') {
    const partId = now.part === null ? null : partIds[now.part as 0];
    const request = { orderId: bought.order_id, partId, reason: 'se pidió', actorId: giver.id };
    await shop.services.checkout.requestRefund(request).catch(() => {});
  } else if (now.op === 'notice') for (const id of payments) await shop.notify(id);
  else if (now.op === 'jobs') {
    await shop.services.checkout.processNotices();
    await shop.services.checkout.processRefunds();
    await shop.services.checkout.sendGifts();
  } else if (now.op === 'days') shop.clock.time += 2 * 86_400_000;
  else if (now.op === 'provider') await shop.setSwitches({ api: now.mood });
  await shop.settled();
}

/** Everything is told, and what was asked for is done. */
async function settle({ payments }: Scene): Promise<void> {
  await shop.setSwitches({ api: 'normal' });
  for (let turn = 0; turn < 3; turn += 1) {
    for (const id of payments) await shop.notify(id);
    await shop.settled();
    shop.clock.time += 5 * 3_600_000;
    await shop.services.checkout.processNotices();
    await shop.services.checkout.processRefunds();
    await shop.settled();
  }
}

async function check({ bought, giver, claimers, partIds, before, token }: Scene): Promise<void> {
  const loaded = await loadGift(shop.ports.db.read, 'order_id', bought.order_id);
  if (!loaded) throw new Error('the gift is gone');
  const given = givenParts(loaded.gift);
  const state = giftStateOf(loaded.gift, shop.clock.now());
  for (const { payment, refunds } of loaded.gift.payments) {
    const left = payment.amount - payment.refundedAmount - payment.settledAmount;
    if (payment.state !== 'approved' || left <= 0 || payment.contradiction !== null) continue;
    const promised = refunds
      .filter(({ state: of }) => of === 'requested')
      .reduce((total, { amount }) => total + amount, 0);
    // A good payment is for what is given; any other goes back.
    const stands = payment.problem === null ? given.length : 0;
    expect(stands > 0 || promised >= left, `${payment.problem} ${left} ${promised} ${state}`).toBe(true);
  }
  const held = await Promise.all(
    [giver, ...claimers].map(async ({ id }) => {
      const rows = await Promise.all(partIds.map(async (part) => shop.rows.owned(id, part)));
      const ofThis = rows.flat().filter(({ order_id: order }) => order === bought.order_id);
      return ofThis.map(({ part_id: part }) => part);
    }),
  );
  expect(held[0], 'the giver holds nothing').toEqual([]);
  const [one = [], other = []] = held.slice(1);
  expect(one.length === 0 || other.length === 0, 'two hold it').toBe(true);
  const holds = [...one, ...other].toSorted();
  // By the rows themselves, not by the rule that is looked at.
  const good = loaded.gift.payments.filter(({ payment }) => payment.problem === null);
  const back = good.flatMap(({ refunds }) => refunds.filter(({ state: of }) => of === 'done'));
  for (const { partId } of back) expect(holds, 'held and returned').not.toContain(partId);
  if (loaded.row.claimed_at === null) expect(holds, 'held and not claimed').toEqual([]);
  else {
    const had = loaded.row.claimed_by === claimers[0].id ? before : [];
    expect(holds, `claimed, ${state}`).toEqual(given.filter((id) => !had.includes(id)).toSorted());
  }
  for (const id of before)
    expect(await shop.rows.owned(claimers[0].id, id), 'had before').toMatchObject([{ order_id: null }]);
  const reasons = (await steps.refundsOf(bought)).map(({ reason }) => reason);
  expect(reasons, 'what the claimer had is nobody’s business').not.toContain('already_owned');
  if (!isClaimable(state)) return;
  expect((await steps.claim(token, await shop.reader())).status).toBe(200);
}

let checked = 0;

it('random histories of a gift: its money is given for or goes back, and one account at most holds it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), fc.boolean(), async (history, isOwnedInPart) => {
      const set = await scene(isOwnedInPart);
      // Most of what may happen happens to a gift that was paid.
      await run(set, { op: 'pay', payment: 0, status: 'approved', isTold: true });
      for (const each of history) await run(set, each);
      await settle(set);
      await check(set);
      checked += 1;
    }),
    { numRuns: 12 },
  );
  expect(checked).toBeGreaterThan(0);
}, 120_000);
