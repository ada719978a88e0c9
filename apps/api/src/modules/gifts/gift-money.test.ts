import type { OwnOrder } from '@cuentos/contract/orders';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addEdition, give, ingest } from '../../testing/fixtures.ts';
import { endAgain, readEndings } from '../../platform/db/endings.ts';
import { presentOrders } from '../orders/admin/service.ts';
import type { Caller } from '../../platform/http/access.ts';
import { details, giftSteps } from '../orders/testing/gift-steps.ts';
import { allowed } from '../orders/testing/money-steps.ts';
import { type Bought, openShop, type TestShop } from '../orders/testing/open-shop.ts';

let shop: TestShop;
let start: number;
let steps: ReturnType<typeof giftSteps>;
beforeAll(async () => {
  shop = await openShop();
  steps = giftSteps(shop);
  start = shop.clock.time;
});
afterAll(async () => shop.close());
afterEach(async () => {
  await shop.setSwitches({ api: 'normal', notice: 'send' });
  await shop.services.gifts.sendGifts();
  shop.clock.time = start;
});

/** Rotations of the events, in which each event comes before and after each other one. */
const turnsOf = <Event>(events: readonly Event[]): Event[][] =>
  events.map((_, index) => [...events.slice(index), ...events.slice(0, index)]);
const buying = (partId: string) => `/api/user_book_parts/get_preference_id/${partId}`;

describe('refunding a gift', () => {
  const takeBack = async ({
    giver,
    part,
    bought,
  }: Pick<Awaited<ReturnType<typeof steps.newGift>>, 'giver' | 'part' | 'bought'>) =>
    steps.call<OwnOrder>('POST', `/api/orders/${bought.order_id}/withdraw`, giver, { part_id: part.id });

  it('refunds an unclaimed gift to its giver, and then refuses every claim', async () => {
    const gift = await steps.newGift();
    // The giver also reads a copy of her own, which must not count as opening the gift.
    await give(shop, gift.giver.id, gift.part.id);
    await addEdition(shop, gift.part.id, await ingest(shop));
    const reading = await shop.request(`/api/book_part/open/${gift.part.id}`, { headers: await gift.giver.headers() });
    expect(reading.status).toBe(200);
    expect((await steps.own(gift.bought)).items[0]).toMatchObject({ can_read: false, withdrawal: { refusal: null } });
    // The provider is down, so it has not accepted the refund yet.
    await shop.setSwitches({ api: 'error_500' });
    expect((await takeBack(gift)).status).toBe(200);
    expect((await steps.open(gift.token)).body.state).toBe('withdrawn');
    expect((await steps.claim(gift.token, gift.claimer)).body.code).toBe('gift_withdrawn');
    expect(await steps.owns(gift.claimer, gift.part)).toBe(false);
    expect(await steps.owns(gift.giver, gift.part)).toBe(true);
  });

  it('is refused to the giver after the claim, and after ten days', async () => {
    const gift = await steps.newGift();
    await steps.claim(gift.token, gift.claimer);
    expect((await steps.own(gift.bought)).items[0]?.withdrawal.refusal).toBe('claimed');
    expect((await takeBack(gift)).body.code).toBe('withdrawal_claimed');
    expect(await steps.refundsOf(gift.bought)).toEqual([]);
    expect(await steps.owns(gift.claimer, gift.part)).toBe(true);
    const late = await steps.newGift();
    shop.clock.time = start + 12 * DAY_MS;
    expect((await takeBack(late)).body.code).toBe('withdrawal_late');
  });

  it('by an admin ends a claimed gift with a mail, and an unclaimed one at the request', async () => {
    const refund = async ({ bought }: { bought: Bought }, partId: string | null = null) =>
      shop.services.refunds.requestRefund({
        orderId: bought.order_id,
        partId,
        reason: 'se pidió',
        actorId: bought.order_id,
      });
    const claimed = await steps.newGift();
    await steps.claim(claimed.token, claimed.claimer);
    await refund(claimed);
    await shop.settled();
    expect(await steps.owns(claimed.claimer, claimed.part)).toBe(false);
    const ended = (await shop.rows.mails('gift-ended')).filter(({ recipient }) =>
      recipient.startsWith(claimed.claimer.id),
    );
    expect(ended).toHaveLength(1);
    expect((await steps.open(claimed.token, claimed.claimer)).body.state).toBe('withdrawn');
    const refundMail = (await shop.rows.mails('refund')).find(({ recipient }) =>
      recipient.startsWith(claimed.giver.id),
    );
    expect(refundMail?.text).toContain('Era un regalo');
    const [shown] = await presentOrders(shop.ports.db.read, [claimed.bought.order_id], shop.clock.now());
    expect(shown).toMatchObject({ gift: 'withdrawn' });
    expect(JSON.stringify(shown)).not.toContain('Para tus viajes');

    const waiting = await steps.newGift();
    await shop.setSwitches({ api: 'error_500' });
    await refund(waiting);
    expect((await steps.claim(waiting.token, waiting.claimer)).body.code).toBe('gift_withdrawn');
  });

  it('of one part leaves the other parts to be claimed', async () => {
    const giver = await shop.reader();
    const first = await shop.part();
    const second = await shop.part();
    const bought = await steps.paidGift(giver, [first, second], {});
    await steps.call('POST', `/api/orders/${bought.order_id}/withdraw`, giver, { part_id: first.id });
    const claimer = await shop.reader();
    const token = await steps.tokenOf(bought);
    expect((await steps.open(token)).body.items.map(({ part_id: id }) => id)).toEqual([second.id]);
    expect((await steps.claim(token, claimer)).status).toBe(200);
    expect([await steps.owns(claimer, first), await steps.owns(claimer, second)]).toEqual([false, true]);
  });

  it('a dispute pauses the gift, a lost one ends it, a won one restores it, for its claimer too', async () => {
    const gift = await steps.newGift();
    const payment = Number((await steps.paymentOf(gift.bought)).provider_payment_id);
    const move = async (status: 'in_mediation' | 'charged_back' | 'approved') => {
      await shop.setPayment(payment, { status });
      await shop.notify(payment);
      await shop.settled();
    };
    await move('in_mediation');
    expect((await steps.claim(gift.token, gift.claimer)).body.code).toBe('gift_paused');
    await move('approved');
    const before = (await steps.rowOf(gift.bought)).expires_at;
    expect((await steps.claim(gift.token, gift.claimer)).status).toBe(200);
    await move('in_mediation');
    expect(await steps.owns(gift.claimer, gift.part)).toBe(true);
    await move('charged_back');
    expect(await steps.owns(gift.claimer, gift.part)).toBe(false);
    await move('approved');
    expect(await steps.owns(gift.claimer, gift.part)).toBe(true);
    expect(await steps.owns(gift.giver, gift.part)).toBe(false);
    expect((await steps.rowOf(gift.bought)).expires_at).toBe(before);
  });

  it('a won dispute gives a claimer who already owned some parts the others, and refunds nothing', async () => {
    const [giver, claimer] = [await shop.reader(), await shop.reader()];
    const [first, second] = [await shop.part(), await shop.part()];
    await give(shop, claimer.id, second.id);
    const bought = await steps.paidGift(giver, [first, second], {});
    const token = await steps.tokenOf(bought);
    expect((await steps.claim(token, claimer, { accepts_owned: true })).status).toBe(200);
    const payment = Number((await steps.paymentOf(bought)).provider_payment_id);
    for (const status of ['in_mediation', 'approved', 'in_mediation', 'charged_back', 'approved'] as const) {
      await shop.setPayment(payment, { status });
      await shop.notify(payment);
      await shop.settled();
      expect(await steps.owns(claimer, first), status).toBe(status !== 'charged_back');
    }
    expect(await shop.rows.owned(claimer.id, second.id)).toMatchObject([{ source: 'grant' }]);
    expect(await steps.refundsOf(bought)).toEqual([]);
    const sentBackMails = (await shop.rows.mails('sent-back')).filter(({ recipient }) =>
      recipient.startsWith(giver.id),
    );
    expect(sentBackMails).toEqual([]);
    expect(await steps.stateOf(bought)).toBe('claimed');
  });

  it('does not tell the giver what the claimer bought meanwhile', async () => {
    const gift = await steps.newGift();
    await steps.claim(gift.token, gift.claimer);
    const payment = Number((await steps.paymentOf(gift.bought)).provider_payment_id);
    const move = async (status: 'charged_back' | 'approved') => {
      await shop.setPayment(payment, { status });
      await shop.notify(payment);
      await shop.settled();
    };
    await move('charged_back');
    await give(shop, gift.claimer.id, gift.part.id);
    await move('approved');
    expect(await steps.refundsOf(gift.bought)).toMatchObject([{ reason: 'already_owned', amount: 1490 }]);
    const sentBackMail = (await shop.rows.mails('sent-back')).find(({ recipient }) =>
      recipient.startsWith(gift.giver.id),
    );
    expect(sentBackMail?.text).toContain('De tu regalo te devolvemos $1.490');
    expect(sentBackMail?.text).not.toMatch(/ya tenías|biblioteca|ya estaba pagado/);
  });

  it('leaves the claimer one entitlement and one kept payment, in any order of her own purchases', async () => {
    const { adminEntitlements } = shop.services;
    const actor = { userId: (await shop.reader()).id } as Caller;
    for (const order of turnsOf(['won', 'granted', 'bought', 'taken away', 'lost again', 'won again'] as const)) {
      const gift = await steps.newGift();
      await steps.claim(gift.token, gift.claimer);
      const isOwned = async () => shop.rows.owned(gift.claimer.id, gift.part.id);
      const payment = Number((await steps.paymentOf(gift.bought)).provider_payment_id);
      const grant = { userId: gift.claimer.id, partId: gift.part.id, notify: false };
      const move = async (status: 'charged_back' | 'approved') => {
        const { state } = await shop.ports.payments.getPayment(String(payment));
        // A bank does not return money that was already refunded.
        if (state !== 'refunded') await shop.setPayment(payment, { status });
        await shop.notify(payment);
      };
      const happens = {
        won: async () => move('approved'),
        granted: async () => allowed(adminEntitlements.grant(actor, grant)),
        bought: async () => {
          const bought = await steps.call<Bought>('POST', buying(gift.part.id), gift.claimer, {});
          if (bought.status === 200) await shop.click(bought.body, 'approved');
        },
        'taken away': async () => allowed(adminEntitlements.revokeGrant(actor, grant.userId, grant.partId)),
        'lost again': async () => move('charged_back'),
        'won again': async () => move('approved'),
      };
      await move('charged_back');
      await shop.settled();
      expect(await isOwned()).toEqual([]);
      for (const event of order) {
        await happens[event]();
        await shop.settled();
        const rows = await isOwned();
        expect(rows.length, `${order.join(', ')}: ${event}`).toBeLessThanOrEqual(1);
        const orders = await shop.ports.db.read
          .selectFrom('order_items')
          .innerJoin('payments', 'payments.order_id', 'order_items.order_id')
          .selectAll('payments')
          .where('order_items.part_id', '=', gift.part.id)
          .execute();
        const payingOrders = orders.filter((row) => row.status === 'approved' && row.refunded_amount < row.amount);
        const paid = rows.filter(({ source }) => source !== 'grant').map((row) => row.order_id);
        expect(
          payingOrders.map((row) => row.order_id),
          `${order.join(', ')}: ${event}`,
        ).toEqual(paid);
      }
    }
  });

  it('is not undone by a restored backup, and its mails are not sent again', async () => {
    const { db } = shop.ports;
    const wish = { ...details, recipient_email: 'restaurado@ejemplo.cl' };
    const [back, kept] = [await steps.newGift(), await steps.newGift(wish)];
    const [first, second] = [await shop.part(), await shop.part()];
    const inPart = await steps.paidGift(await shop.reader(), [first, second], {});
    const older = await db.handle.selectFrom('gifts').selectAll().execute();
    await shop.services.gifts.sendGifts();
    await shop.setSwitches({ api: 'error_500' });
    expect((await takeBack(back)).status).toBe(200);
    const withdraw = { orderId: inPart.order_id, partId: first.id, reason: 'se pidió', actorId: inPart.order_id };
    await shop.services.refunds.requestRefund(withdraw);
    const giftRow = await steps.rowOf(kept.bought);
    expect(giftRow.mails).toBe(1);
    await db.withTx(async (tx) => {
      const endings = await readEndings(tx);
      await tx.deleteFrom('refunds').where('order_id', '=', back.bought.order_id).execute();
      for (const { id, ...row } of older) await tx.updateTable('gifts').set(row).where('id', '=', id).execute();
      await endAgain(tx, endings, shop.clock.now());
    });
    expect(await steps.rowOf(kept.bought)).toEqual(giftRow);
    await shop.services.gifts.sendGifts();
    const mails = (await shop.rows.mails('gift')).filter(({ recipient }) => recipient === wish.recipient_email);
    expect(mails).toHaveLength(1);
    const readers = [await shop.reader(), await shop.reader(), await shop.reader()] as const;
    expect((await steps.claim(back.token, readers[0])).body.code).toBe('gift_expired');
    expect((await steps.claim(kept.token, readers[1])).status).toBe(200);
    expect((await steps.claim(await steps.tokenOf(inPart), readers[2])).status).toBe(200);
  });

  it('at the same moment as a claim gives one result or the other', async () => {
    for (let round = 0; round < 8; round += 1) {
      const gift = await steps.newGift();
      const [claimed, back] = await Promise.all(
        round % 2 === 0
          ? [steps.claim(gift.token, gift.claimer), takeBack(gift)]
          : [takeBack(gift), steps.claim(gift.token, gift.claimer)].toReversed(),
      );
      await shop.settled();
      const isOwned = await steps.owns(gift.claimer, gift.part);
      expect([claimed!.status === 200, back!.status === 200].filter(Boolean)).toHaveLength(1);
      expect(isOwned).toBe(claimed!.status === 200);
      expect(await steps.refundsOf(gift.bought)).toHaveLength(isOwned ? 0 : 1);
    }
  });
});
