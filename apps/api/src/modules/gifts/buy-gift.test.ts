import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { expect, it } from 'vitest';
import { details, giftSteps } from '../orders/testing/gift-steps.ts';
import { openShop } from '../orders/testing/open-shop.ts';

it('a gift is not paid again when its payment succeeded and the notice was lost', async () => {
  const shop = await openShop();
  const giver = await shop.reader();
  const part = await shop.part();
  const { body } = await giftSteps(shop).order(giver, [part], details);
  await shop.setSwitches({ notice: 'drop' });
  await shop.setPayment(930_003, { preference_id: body.id, transaction_amount: 1490, status: 'approved' });
  shop.clock.time += 5 * MINUTE_MS;
  expect((await giftSteps(shop).order(giver, [part], details)).body.code).toBe('gift_paid');
  await shop.close();
});

it('a gift is listed among the purchases of its giver', async () => {
  const shop = await openShop({ LIMIT_PREFERENCE_PER_HOUR: '2' });
  const [giver, part] = [await shop.reader(), await shop.part()];
  const { order } = giftSteps(shop);
  const codes: (string | undefined)[] = [];
  for (const message of ['uno', 'dos', 'tres']) codes.push((await order(giver, [part], { message })).body.code);
  expect(codes).toEqual([undefined, undefined, 'too_many_requests']);
  await shop.close();
});
