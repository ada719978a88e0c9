import { DAY_MS } from '@cuentos/domain/time/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eraseAccount } from '../personal-data/erase-account.ts';
import { giftEvent } from './gifts.ts';
import { details, giftSteps } from '../orders/testing/gift-steps.ts';
import { openShop, type Reader, type TestShop } from '../orders/testing/open-shop.ts';

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
/** Marks the mails in the outbox as sent. */
const mailsGone = async () =>
  shop.ports.db.handle
    .updateTable('mails')
    .set({ sent_at: shop.clock.now(), next_attempt_at: null })
    .where('sent_at', 'is', null)
    .execute();
const giftMails = async (to: string) => (await shop.rows.mails('gift')).filter((mail) => mail.recipient === to);

describe('the personal data of a gift', () => {
  it('loses message and address a month after its end, and of an unpaid gift too', async () => {
    const wish = { ...details, recipient_email: 'olvido@ejemplo.cl' };
    const { bought } = await steps.newGift(wish);
    const unpaid = await steps.order(await shop.reader(), [await shop.part()], wish);
    await shop.services.gifts.sweepGifts(shop.clock.now());
    expect((await steps.rowOf(bought)).message).not.toBeNull();
    const endsAt = (await steps.rowOf(bought)).expires_at!;
    await shop.services.gifts.sweepGifts(endsAt + 29 * DAY_MS);
    expect((await steps.rowOf(bought)).message).not.toBeNull();
    expect((await steps.rowOf(unpaid.body)).message).toBeNull();
    await shop.services.gifts.sweepGifts(endsAt + 31 * DAY_MS);
    expect(await steps.rowOf(bought)).toMatchObject({ message: null, recipient_email: null, giver_name: null });
  });

  it('loses message and address a month after a refund', async () => {
    const gift = await steps.newGift({ ...details, recipient_email: 'devuelto@ejemplo.cl' });
    const body = { part_id: gift.part.id };
    await steps.call('POST', `/api/orders/${gift.bought.order_id}/withdraw`, gift.giver, body);
    await shop.settled();
    expect(await steps.stateOf(gift.bought)).toBe('withdrawn');
    await shop.services.gifts.sweepGifts(shop.clock.now() + 29 * DAY_MS);
    expect((await steps.rowOf(gift.bought)).message).not.toBeNull();
    await shop.services.gifts.sweepGifts(shop.clock.now() + 31 * DAY_MS);
    expect(await steps.rowOf(gift.bought)).toMatchObject({ message: null, recipient_email: null, giver_name: null });
  });

  const erase = async ({ id }: Reader) => shop.ports.db.withTx(async (tx) => eraseAccount(tx, id, shop.clock.now()));

  it('loses name, message and address with its giver once it was sent, and can still be claimed', async () => {
    const address = 'borrar@ejemplo.cl';
    const gift = await steps.newGift({ ...details, recipient_email: address });
    await shop.services.gifts.sendGifts();
    await mailsGone();
    const waiting = await steps.newGift({ ...details, recipient_email: address, send_on: day(10) });
    await erase(gift.giver);
    await erase(waiting.giver);
    expect(await giftMails(address)).toEqual([]);
    const nothing = { giver_name: null, message: null, recipient_email: null };
    expect(await steps.rowOf(gift.bought)).toMatchObject(nothing);
    expect(await steps.rowOf(waiting.bought)).toMatchObject({
      ...nothing,
      message: 'Para tus viajes.',
      recipient_email: address,
    });
    shop.clock.time = start + 11 * DAY_MS;
    await shop.services.gifts.sendGifts();
    expect((await giftMails(address))[0]?.text).toContain('«Para tus viajes.»');
    expect(await steps.rowOf(waiting.bought)).toMatchObject(nothing);
    // The mail that is still tried needs the address; an hour later no mail has it either.
    await shop.services.gifts.sweepGifts(shop.clock.now());
    expect(await giftMails(address)).toHaveLength(1);
    await mailsGone();
    await shop.services.gifts.sweepGifts(shop.clock.now());
    expect(await giftMails(address)).toEqual([]);
    expect((await steps.claim(gift.token, gift.claimer)).status).toBe(200);
    expect((await steps.claim(waiting.token, waiting.claimer)).status).toBe(200);
  });

  it('loses recipient, sender and mail errors a month after the mail was sent', async () => {
    const { bought } = await steps.newGift({ ...details, recipient_email: 'lista@ejemplo.cl' });
    await shop.services.gifts.sendGifts();
    const event = giftEvent((await steps.rowOf(bought)).id);
    const rowOf = async () =>
      shop.ports.db.handle.selectFrom('mails').selectAll().where('event', '=', event).executeTakeFirstOrThrow();
    const mail = await rowOf();
    expect(mail.subject).toContain('Elisa');
    await shop.services.gifts.sweepGifts(start + 31 * DAY_MS);
    expect(await rowOf()).toEqual(mail);
    await mailsGone();
    await shop.services.gifts.sweepGifts(start + 29 * DAY_MS);
    expect((await rowOf()).recipient).toBe('lista@ejemplo.cl');
    await shop.services.gifts.sweepGifts(start + 31 * DAY_MS);
    const swept = await rowOf();
    expect(swept).toMatchObject({ recipient: '', text: '', html: '', sent_at: start });
    expect(JSON.stringify(swept)).not.toMatch(/Elisa|lista@ejemplo/);
    expect((await steps.own(bought)).gift?.sent_at).toBe(new Date(start).toISOString());
  });

  it('loses an erased claimer and an unproved address, and the gift stays claimed', async () => {
    const gift = await steps.newGift();
    await steps.claim(gift.token, gift.claimer);
    await erase(gift.claimer);
    expect(await steps.rowOf(gift.bought)).toMatchObject({ claimed_by: null, message: null });
    expect((await steps.rowOf(gift.bought)).claimed_at).not.toBeNull();
    expect(await steps.owns(gift.claimer, gift.part)).toBe(false);
    expect((await steps.claim(gift.token, await shop.reader())).body.code).toBe('gift_claimed');
    const { handle } = shop.ports.db;
    const recipient = await shop.reader();
    const { email } = await handle
      .selectFrom('users')
      .select('email')
      .where('id', '=', recipient.id)
      .executeTakeFirstOrThrow();
    await handle.updateTable('users').set({ email_verified_at: start }).where('id', '=', recipient.id).execute();
    const addressed = await steps.newGift({ ...details, recipient_email: email, send_on: day(10) });
    await erase(recipient);
    expect(await steps.rowOf(addressed.bought)).toMatchObject({
      recipient_email: null,
      message: null,
      mail_due_at: null,
    });
    expect((await steps.claim(addressed.token, addressed.claimer)).status).toBe(200);
  });

  it.each([
    ['her own account, whose address she proved', true],
    ['an account that somebody else made with her address', false],
  ])('is not mailed to who is blocked by %s: %s; the giver never reads that it was sent', async (_, isProved) => {
    const recipient = await shop.reader();
    const { handle } = shop.ports.db;
    const { email } = await handle
      .updateTable('users')
      .set({ blocked_at: start, ...(isProved ? {} : { email_verified_at: null }) })
      .where('id', '=', recipient.id)
      .returning('email')
      .executeTakeFirstOrThrow();
    const { bought } = await steps.newGift({ ...details, recipient_email: email });
    await shop.services.gifts.sendGifts();
    expect(await giftMails(email)).toHaveLength(isProved ? 0 : 1);
    const ownGift = (await steps.own(bought)).gift;
    expect(ownGift).toMatchObject({ state: 'open', sent_at: null });
    // A mail that will be sent has a due time; one that never will has none.
    expect(ownGift?.mail_due_at === null).toBe(isProved);
  });

  it('shows the gift as sent once its mail was sent, and as not sent when the mail was given up', async () => {
    const address = 'rechaza@ejemplo.cl';
    const { bought } = await steps.newGift({ ...details, recipient_email: address });
    await shop.services.gifts.sendGifts();
    const mail = (change: { sent_at: number | null; next_attempt_at: null }) =>
      shop.ports.db.handle.updateTable('mails').set(change).where('recipient', '=', address).execute();
    await mail({ sent_at: null, next_attempt_at: null });
    expect((await steps.own(bought)).gift).toMatchObject({ sent_at: null, mail_due_at: null });
    await mail({ sent_at: shop.clock.now(), next_attempt_at: null });
    expect((await steps.own(bought)).gift?.sent_at).toBe(new Date(shop.clock.now()).toISOString());
  });
});
