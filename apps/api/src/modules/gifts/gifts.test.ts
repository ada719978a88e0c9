import type { OwnGift } from '@cuentos/contract/gifts';
import type { Receipt } from '@cuentos/contract/orders';
import type { Quote } from '@cuentos/contract/quote';
import { giftEndsAt } from '@cuentos/domain/gifts/gift';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { give } from '../../testing/fixtures.ts';
import { createSaleServices } from '../orders/module.ts';
import { details, giftSteps } from '../orders/testing/gift-steps.ts';
import { openShop, type Reader, saleSettings, type TestShop } from '../orders/testing/open-shop.ts';

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

const day = (offset: number) => new Date(start + offset * DAY_MS).toISOString().slice(0, 10);
const giftMails = async (to: string) => (await shop.rows.mails('gift')).filter((mail) => mail.recipient === to);

describe('buying a gift', () => {
  it('grants the giver nothing, can be claimed for a year, and mails receipt and gift', async () => {
    const address = 'una@ejemplo.cl';
    const { giver, bought, part } = await steps.newGift({ ...details, recipient_email: address });
    expect(await steps.owns(giver, part)).toBe(false);
    expect(await steps.stateOf(bought)).toBe('open');
    expect(await steps.rowOf(bought)).toMatchObject({
      opened_at: shop.clock.now(),
      expires_at: giftEndsAt(shop.clock.now()),
    });
    const receipt = (await shop.rows.mails('receipt')).find(({ text }) => text.includes(bought.order_id));
    expect(receipt?.text).toContain('mientras nadie lo reciba');
    expect(receipt?.text).not.toContain('en tu biblioteca');
    await shop.services.gifts.sendGifts();
    await shop.services.gifts.sendGifts();
    const [mail, ...more] = await giftMails(address);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(
      `http://shop.test/gift/${await steps.tokenOf(bought)}`.replace('http://shop.test', shop.giftLinks.origin),
    );
    expect(mail?.text).toContain('De parte de Elisa.');
    expect(mail?.text).toContain('«Para tus viajes.»');
    expect(mail?.subject).toBe('Elisa te regaló un libro');
    const paper = await steps.call<Receipt>('GET', `/api/orders/${bought.order_id}/receipt`, giver);
    expect(paper.body.is_gift).toBe(true);
  });

  it('mails the gift in the next run if its address changes while the limit of the old one is counted', async () => {
    const { bought } = await steps.newGift({ ...details, recipient_email: 'direccion-antigua@ejemplo.cl' });
    const { db, clock, payments } = shop.ports;
    const limiter = {
      async hit() {
        const moved = { recipient_email: 'direccion-nueva@ejemplo.cl' };
        await db.withTx(async (tx) =>
          tx.updateTable('gifts').set(moved).where('order_id', '=', bought.order_id).execute(),
        );
        return true;
      },
      undo: async () => {},
    } as never;
    const ports = { db, clock, payments, limiter, seller: shop.services.shop.seller };
    await createSaleServices({ ...shop, ...ports, settings: saleSettings }).gifts.sendGifts();
    expect([
      ...(await giftMails('direccion-antigua@ejemplo.cl')),
      ...(await giftMails('direccion-nueva@ejemplo.cl')),
    ]).toEqual([]);
    await shop.services.gifts.sendGifts();
    expect(await giftMails('direccion-nueva@ejemplo.cl')).toHaveLength(1);
    expect(await giftMails('direccion-antigua@ejemplo.cl')).toEqual([]);
  });

  it('ignores what the giver owns or is paying, and gives no discount for it', async () => {
    const giver = await shop.reader();
    const first = await shop.part({ value: 1490 }, { completion_discount: 10 });
    const second = await shop.part({ value: 490, position: 1, book_id: first.book_id });
    await give(shop, giver.id, first.id);
    const awaited = await shop.buy(giver, second.id);
    await shop.click(awaited, 'pending');
    await shop.settled();
    const quoted = await steps.call<Quote>('GET', `/api/quote?part_ids=${first.id},${second.id}&gift=1`, giver);
    expect(quoted.body).toMatchObject({ total: 1782, items: [{ refusal: null }, { refusal: null }] });
    const bought = await steps.order(giver, [first, second], details, { total: 1782 });
    expect(bought.status).toBe(200);
    expect((await shop.rows.order(bought.body.order_id)).total).toBe(1782);
    // Conversely, a pending gift does not block the giver's own purchase.
    await shop.click(bought.body, 'pending');
    await shop.settled();
    const third = await shop.part();
    await shop.click((await steps.order(giver, [third])).body, 'pending');
    await shop.settled();
    expect((await shop.buy(giver, third.id)).id).not.toBe('');
  });

  it('is not paid twice while its voucher is pending, and can be paid again when that failed', async () => {
    const giver = await shop.reader();
    const [part, other] = [await shop.part(), await shop.part()];
    const wish = { ...details, recipient_email: 'cupon@ejemplo.cl' };
    const first = await steps.order(giver, [part], wish);
    const payment = await shop.setPayment(930_001, {
      preference_id: first.body.id,
      transaction_amount: 1490,
      status: 'pending',
    });
    await shop.notify(payment.id);
    await shop.settled();
    expect((await steps.order(giver, [part], wish)).body.code).toBe('payment_pending');
    // Another recipient, message or part makes another gift; gifts without an address may repeat.
    expect((await steps.order(giver, [part], { ...wish, message: 'Otra cosa.' })).status).toBe(200);
    expect((await steps.order(giver, [other], wish)).status).toBe(200);
    const handed = await steps.order(giver, [part], {});
    await shop.click(handed.body, 'pending');
    await shop.settled();
    expect((await steps.order(giver, [part], {})).status).toBe(200);
    // The notice of the rejection is lost, so the shop asks the provider.
    await shop.setSwitches({ notice: 'drop' });
    await shop.setPayment(payment.id, { status: 'rejected' });
    shop.clock.time += HOUR_MS;
    const again = await steps.order(giver, [part], wish);
    expect(again.status).toBe(200);
    // The same holds for a gift that was paid.
    const next = { preference_id: again.body.id, transaction_amount: 1490, status: 'pending' } as const;
    const last = await shop.setPayment(930_002, next);
    await shop.notify(last.id);
    await shop.settled();
    await shop.setPayment(last.id, { status: 'approved' });
    shop.clock.time += HOUR_MS;
    expect((await steps.order(giver, [part], wish)).body.code).toBe('gift_paid');
  });

  it("never reuses an order of the giver's own, of another gift, or the other way round", async () => {
    const giver = await shop.reader();
    const part = await shop.part();
    const gift = await steps.order(giver, [part], details);
    const mine = await shop.buy(giver, part.id);
    expect(mine.order_id).not.toBe(gift.body.order_id);
    expect((await steps.order(giver, [part], details)).body.order_id).toBe(gift.body.order_id);
    const others = [
      { ...details, recipient_email: 'otro@ejemplo.cl' },
      { ...details, message: 'Otra cosa.' },
      { ...details, giver_name: null },
      { ...details, send_on: day(3) },
      {},
    ];
    const ids = new Set([gift.body.order_id, mine.order_id]);
    for (const other of others) ids.add((await steps.order(giver, [part], other)).body.order_id);
    expect(ids.size).toBe(2 + others.length);
    expect((await shop.buy(giver, part.id)).order_id).toBe(mine.order_id);
  });

  it('refuses free and unavailable parts, wrong totals, and links in the message', async () => {
    const giver = await shop.reader();
    const free = await shop.part({ value: 0 });
    const part = await shop.part();
    expect((await steps.order(giver, [free])).body.code).toBe('gift_free');
    expect((await steps.order(giver, [part, free])).body.code).toBe('gift_free');
    const later = await shop.part({ release_at: shop.clock.now() + DAY_MS });
    expect((await steps.order(giver, [later])).body.code).toBe('part_not_released');
    expect((await steps.order(giver, [part], {}, { total: 1 })).body.code).toBe('price_changed');
    for (const words of [
      { message: 'mira https://malo.cl' },
      { giver_name: 'www.malo.cl' },
      { message: 'a'.repeat(501) },
      { recipient_email: 'no es correo' },
      { recipient_email: 'ana@ejemplo.cl', send_on: 'mañana' },
      { recipient_email: 'ana@ejemplo.cl', send_on: day(0) },
      { recipient_email: 'ana@ejemplo.cl', send_on: day(400) },
    ])
      expect((await steps.order(giver, [part], words)).status, JSON.stringify(words)).toBe(422);
    expect(await shop.ports.db.read.selectFrom('orders').selectAll().where('user_id', '=', giver.id).execute()).toEqual(
      [],
    );
  });

  it('limits the new gifts of a giver per day, but not the number of givers to an address', async () => {
    const [giver, otherGiver] = [await shop.reader(), await shop.reader()];
    const part = await shop.part();
    const to = { recipient_email: 'asediada@ejemplo.cl' };
    const giving = async (message: string, gift: object = {}) =>
      (await steps.order(giver, [part], { message, ...gift })).body.code;
    // Ordering the same gift again, or one that is refused, does not count.
    for (let turn = 0; turn < 12; turn += 1) expect(await giving('Igual.', to)).toBeUndefined();
    for (let turn = 0; turn < 12; turn += 1)
      expect((await steps.order(giver, [part], to, { total: 1 })).body.code).toBe('price_changed');
    const codes: (string | undefined)[] = [];
    for (let turn = 0; turn < 11; turn += 1) codes.push(await giving(`Otro ${turn}.`, to));
    expect(codes.filter((code) => code === 'too_many_gifts')).toHaveLength(2);
    expect((await steps.order(otherGiver, [part], to)).status).toBe(200);
    const many: (string | undefined)[] = [];
    for (let turn = 0; turn < 12; turn += 1) many.push(await giving(`Sin correo ${turn}.`));
    expect(many.filter((code) => code === 'too_many_gifts')).toHaveLength(2);
  });

  it('refunds a duplicate payment, a wrong amount, and a payment of a deleted giver', async () => {
    const { giver, bought } = await steps.newGift();
    const second = await shop.setPayment(910_001, {
      preference_id: bought.id,
      transaction_amount: 1490,
      status: 'approved',
    });
    await shop.notify(second.id);
    await shop.settled();
    expect((await shop.rows.payments()).find((row) => row.provider_payment_id === String(second.id))).toMatchObject({
      problem: 'duplicate',
    });
    const sentBackMail = (await shop.rows.mails('sent-back')).find(({ recipient }) => recipient.startsWith(giver.id));
    expect(sentBackMail?.text).toContain('por un regalo que ya estaba pagado');
    expect(sentBackMail?.text).not.toContain('biblioteca');
    expect(await steps.stateOf(bought)).toBe('open');

    const gone = await shop.reader();
    const part = await shop.part();
    const late = await steps.order(gone, [part], details);
    await shop.ports.db.handle
      .updateTable('users')
      .set({ deleted_at: shop.clock.now() })
      .where('id', '=', gone.id)
      .execute();
    await shop.click(late.body, 'approved');
    await shop.settled();
    expect((await steps.rowOf(late.body)).opened_at).toBeNull();
    expect(await steps.refundsOf(late.body)).toMatchObject([{ reason: 'buyer_gone', amount: 1490 }]);
    expect((await steps.open(await steps.tokenOf(late.body))).body.code).toBe('gift_not_found');
  });
});

describe('the mail of a gift', () => {
  it('is sent at nine on its day, once by any process, and the gift can be claimed before', async () => {
    const address = 'espera@ejemplo.cl';
    const { bought, token } = await steps.newGift({ ...details, recipient_email: address, send_on: day(10) });
    expect(await steps.stateOf(bought)).toBe('waiting');
    const due = (await steps.rowOf(bought)).mail_due_at!;
    expect(new Date(due).toISOString()).toMatch(/T1[23]:00:00\.000Z$/);
    shop.clock.time = due - 1;
    await shop.services.gifts.sendGifts();
    expect(await giftMails(address)).toEqual([]);
    expect((await steps.open(token)).body.state).toBe('waiting');
    shop.clock.time = due;
    const other = shop.startProcess();
    await Promise.all([shop.services.gifts.sendGifts(), other.gifts.sendGifts(), shop.services.gifts.sendGifts()]);
    expect(await giftMails(address)).toHaveLength(1);
    expect(await steps.rowOf(bought)).toMatchObject({ mail_due_at: null, sent_at: due, mails: 1 });
    expect(await steps.stateOf(bought)).toBe('open');
  });

  it('is not sent for a gift that was claimed, refunded or disputed meanwhile', async () => {
    const address = 'nada@ejemplo.cl';
    const wish = { ...details, recipient_email: address, send_on: day(10) };
    const claimed = await steps.newGift(wish);
    await steps.claim(claimed.token, claimed.claimer);
    const returned = await steps.newGift(wish);
    await steps.call('POST', `/api/orders/${returned.bought.order_id}/withdraw`, returned.giver, {
      part_id: returned.part.id,
    });
    const disputed = await steps.newGift(wish);
    const payment = Number((await steps.paymentOf(disputed.bought)).provider_payment_id);
    await shop.setPayment(payment, { status: 'in_mediation' });
    await shop.notify(payment);
    await shop.settled();
    expect(await steps.stateOf(disputed.bought)).toBe('paused');
    shop.clock.time = start + 11 * DAY_MS;
    await shop.services.gifts.sendGifts();
    expect(await giftMails(address)).toEqual([]);
    await shop.setPayment(payment, { status: 'approved' });
    await shop.notify(payment);
    await shop.settled();
    shop.clock.time += 2 * HOUR_MS;
    await shop.services.gifts.sendGifts();
    expect(await giftMails(address)).toHaveLength(1);
  });

  it('waits when its address got ten gift mails that day; unpaid orders do not count', async () => {
    const address = 'llena@ejemplo.cl';
    const wish = { ...details, recipient_email: address };
    const stranger = await shop.reader();
    const part = await shop.part();
    for (let turn = 0; turn < 12; turn += 1) await steps.order(stranger, [part], { ...wish, message: `${turn}` });
    const disputed = await steps.newGift(wish);
    const payment = Number((await steps.paymentOf(disputed.bought)).provider_payment_id);
    await shop.setPayment(payment, { status: 'in_mediation' });
    await shop.notify(payment);
    await shop.settled();
    const turn = async () => shop.services.gifts.sendGifts();
    await turn();
    for (let paid = 0; paid < 11; paid += 1) await steps.newGift(wish);
    await turn();
    expect(await giftMails(address)).toHaveLength(10);
    for (let hour = 1; hour < 24; hour += 1) {
      shop.clock.time = start + hour * HOUR_MS + hour;
      await turn();
    }
    expect(await giftMails(address)).toHaveLength(10);
    shop.clock.time = start + 25 * HOUR_MS;
    await turn();
    expect(await giftMails(address)).toHaveLength(11);
  });

  it('is sent again to a corrected address, a few times a day, by its giver alone and while the gift is open', async () => {
    const { giver, claimer, bought, token } = await steps.newGift({ ...details, recipient_email: 'antes@ejemplo.cl' });
    await shop.services.gifts.sendGifts();
    const send = async (as: Reader, body: object = {}) =>
      steps.call<OwnGift>('POST', `/api/gifts/${bought.order_id}/send`, as, body);
    expect((await send(claimer)).body.code).toBe('order_not_found');
    // A double click immediately after.
    await send(giver);
    await shop.services.gifts.sendGifts();
    expect(await giftMails('antes@ejemplo.cl')).toHaveLength(1);
    const corrected = { recipient_email: 'Despues@ejemplo.cl ' };
    expect((await send(giver, corrected)).body.recipient_email).toBe('despues@ejemplo.cl');
    await shop.services.gifts.sendGifts();
    expect(await giftMails('despues@ejemplo.cl')).toHaveLength(1);
    const codes: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      shop.clock.time += 5 * 60_000;
      codes.push((await send(giver)).body.code);
      await shop.services.gifts.sendGifts();
    }
    expect(codes).toEqual([undefined, undefined, 'too_many_gifts', 'too_many_gifts']);
    expect(await giftMails('despues@ejemplo.cl')).toHaveLength(3);
    await steps.claim(token, claimer);
    expect((await send(giver)).body.code).toBe('gift_closed');
    expect((await steps.rowOf(bought)).recipient_email).toBeNull();
  });

  it('can be moved and changed until it was sent', async () => {
    const { giver, claimer, bought } = await steps.newGift({
      ...details,
      recipient_email: 'c@ejemplo.cl',
      send_on: day(10),
    });
    const change = async (as: Reader, body: object) =>
      steps.call<OwnGift>('PUT', `/api/gifts/${bought.order_id}`, as, body);
    const next = { ...details, message: 'Mejor esto.', recipient_email: 'c@ejemplo.cl', send_on: day(5) };
    expect((await change(claimer, next)).body.code).toBe('order_not_found');
    expect((await change(giver, next)).body).toMatchObject({ message: 'Mejor esto.', state: 'waiting' });
    expect((await steps.rowOf(bought)).mail_due_at).toBeLessThan(start + 6 * DAY_MS);
    shop.clock.time = start + 6 * DAY_MS;
    await shop.services.gifts.sendGifts();
    expect((await giftMails('c@ejemplo.cl'))[0]?.text).toContain('«Mejor esto.»');
    expect((await change(giver, { ...next, send_on: day(9) })).body.code).toBe('gift_sent');
  });

  it("keeps its day when its message is changed on that day, and accepts none after the gift's end", async () => {
    const wish = { ...details, recipient_email: 'mismo@ejemplo.cl', send_on: day(10) };
    const { giver, bought } = await steps.newGift(wish);
    const { mail_due_at: due, expires_at: ends } = await steps.rowOf(bought);
    const change = async (body: object) =>
      steps.call<OwnGift>('PUT', `/api/gifts/${bought.order_id}`, giver, { ...wish, ...body });
    const inSantiago = (at: number) => new Date(at - 4 * HOUR_MS).toISOString().slice(0, 10);
    shop.clock.time = due! - 2 * HOUR_MS;
    expect((await change({ message: 'Hoy.', send_on: inSantiago(due!) })).status).toBe(200);
    expect(await steps.rowOf(bought)).toMatchObject({ message: 'Hoy.', mail_due_at: due });
    expect((await change({ send_on: inSantiago(due! - DAY_MS) })).body.code).toBe('gift_day');
    shop.clock.time = due! - HOUR_MS;
    await change({ send_on: inSantiago(start + 300 * DAY_MS) });
    shop.clock.time = start + 60 * DAY_MS;
    const refused = await change({ send_on: inSantiago(ends! + DAY_MS) });
    expect([refused.status, refused.body.code]).toEqual([422, 'gift_day']);
    expect((await steps.rowOf(bought)).mail_due_at).toBeLessThan(ends!);
  });

  it('is followed by one reminder to the giver, thirty days before an unclaimed gift ends', async () => {
    const { giver, bought } = await steps.newGift();
    const ends = (await steps.rowOf(bought)).expires_at!;
    const reminders = async () =>
      (await shop.rows.mails('gift-ending')).filter(({ recipient }) => recipient.startsWith(giver.id));
    shop.clock.time = ends - 31 * DAY_MS;
    await shop.services.gifts.sendGifts();
    expect(await reminders()).toEqual([]);
    shop.clock.time = ends - 29 * DAY_MS;
    await shop.services.gifts.sendGifts();
    await shop.services.gifts.sendGifts();
    expect(await reminders()).toHaveLength(1);
  });

  it('is followed by a reminder also if a dispute was won in that month', async () => {
    const { giver, bought } = await steps.newGift();
    const payment = Number((await steps.paymentOf(bought)).provider_payment_id);
    const move = async (status: 'in_mediation' | 'approved') => {
      await shop.setPayment(payment, { status });
      await shop.notify(payment);
      await shop.settled();
      await shop.services.gifts.sendGifts();
      return (await shop.rows.mails('gift-ending')).filter(({ recipient }) => recipient.startsWith(giver.id));
    };
    shop.clock.time = (await steps.rowOf(bought)).expires_at! - 29 * DAY_MS;
    expect(await move('in_mediation')).toEqual([]);
    expect(await move('approved')).toHaveLength(1);
  });
});

describe('a gift’s link', () => {
  it('describes the gift to a stranger, stores nothing, and gives it to one account once', async () => {
    const { giver, claimer, part, bought, token } = await steps.newGift();
    const response = await steps.open(token);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.body).toMatchObject({
      state: 'open',
      giver_name: 'Elisa',
      message: 'Para tus viajes.',
      items: [{ part_id: part.id, is_owned: false }],
      is_own: false,
      is_mine: false,
    });
    expect(await steps.owns(claimer, part)).toBe(false);
    const taken = await steps.claim(token, claimer);
    expect(taken).toMatchObject({ status: 200, body: { state: 'claimed', is_mine: true } });
    expect(await steps.claim(token, claimer)).toMatchObject({ status: 200, body: { is_mine: true } });
    expect(await shop.rows.owned(claimer.id, part.id)).toMatchObject([{ source: 'gift', order_id: bought.order_id }]);
    const other = await shop.reader();
    expect((await steps.claim(token, other)).body.code).toBe('gift_claimed');
    expect(await steps.owns(other, part)).toBe(false);
    // No other account reads the message afterwards, and the giver never learns who claimed the gift.
    expect((await steps.open(token, other)).body).toMatchObject({ state: 'claimed', giver_name: null, message: null });
    const answerText = JSON.stringify(await steps.own(bought));
    expect(answerText).not.toContain(claimer.id);
    expect((await steps.own(bought)).gift).toMatchObject({ state: 'claimed', link: null });
    expect(await steps.owns(giver, part)).toBe(false);
    const library = await steps.call<{ user_book_parts: { book_part_id: string; gift_from?: string }[] }>(
      'GET',
      '/api/user_book_parts/',
      claimer,
    );
    expect(library.body.user_book_parts).toMatchObject([{ book_part_id: part.id, gift_from: 'Elisa' }]);
  });

  it('is refused if it is mistyped, made with another key, or of an unpaid gift', async () => {
    const { token, claimer } = await steps.newGift();
    const unpaid = await steps.order(await shop.reader(), [await shop.part()]);
    const [id = '', signature = ''] = token.split('.');
    for (const wrong of [
      '',
      'x',
      id,
      `${id}.`,
      `${id}.${signature}x`,
      `${id}.${signature}.x`,
      await steps.tokenOf(unpaid.body),
    ]) {
      expect((await steps.open(wrong)).body.code, wrong).toBe('gift_not_found');
      expect((await steps.claim(wrong, claimer)).body.code, wrong).toBe('gift_not_found');
    }
  });

  it('changes nothing for an owner of all parts, and asks an owner of some', async () => {
    const [giver, claimer] = [await shop.reader(), await shop.reader()];
    const first = await shop.part();
    const second = await shop.part({ position: 1, book_id: first.book_id });
    const bought = await steps.paidGift(giver, [first, second], {});
    const token = await steps.tokenOf(bought);
    await give(shop, claimer.id, first.id);
    const all = await shop.reader();
    for (const { id } of [first, second]) await give(shop, all.id, id);
    expect((await steps.claim(token, all, { accepts_owned: true })).body.code).toBe('gift_owned');
    expect((await steps.open(token, claimer)).body.items.map(({ is_owned: owned }) => owned)).toEqual([true, false]);
    expect((await steps.claim(token, claimer)).body.code).toBe('gift_owned_in_part');
    expect((await steps.rowOf(bought)).claimed_at).toBeNull();
    expect((await steps.claim(token, claimer, { accepts_owned: true })).status).toBe(200);
    expect(await steps.owns(claimer, second)).toBe(true);
  });

  it('is claimed by its giver only after a confirmation', async () => {
    const { giver, part, token } = await steps.newGift();
    expect((await steps.open(token, giver)).body).toMatchObject({ is_own: true, message: 'Para tus viajes.' });
    expect((await steps.claim(token, giver)).body.code).toBe('gift_own');
    expect(await steps.owns(giver, part)).toBe(false);
    expect((await steps.claim(token, giver, { accepts_own: true })).status).toBe(200);
    expect(await steps.owns(giver, part)).toBe(true);
  });

  it("ends with the gift's last day", async () => {
    const { bought, token, claimer } = await steps.newGift();
    shop.clock.time = (await steps.rowOf(bought)).expires_at!;
    expect((await steps.open(token)).body.state).toBe('open');
    shop.clock.time += 1;
    expect((await steps.claim(token, claimer)).body.code).toBe('gift_expired');
    expect((await steps.open(token)).body).toMatchObject({ state: 'expired', message: null });
    expect(await steps.stateOf(bought)).toBe('expired');
  });

  it('gives the gift to one of many simultaneous accounts', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { part, token } = await steps.newGift();
      const readers = await Promise.all(Array.from({ length: 6 }, async () => shop.reader()));
      const answers = await Promise.all(readers.map(async (reader) => steps.claim(token, reader)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
      const ownerships = await Promise.all(readers.map(async (reader) => steps.owns(reader, part)));
      expect(ownerships).toEqual(answers.map(({ status }) => status === 200));
    }
  });
});
