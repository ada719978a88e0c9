import type { Stats } from '@cuentos/contract/reports';
import type { SaleMails } from '@cuentos/contract/shop';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { get } from '../../testing/calls.ts';
import { addReader, type SignedIn, wipe } from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';
import { shopNewsTexts } from '../mail/templates/texts.ts';
import { giftSteps } from '../orders/testing/gift-steps.ts';
import { openShop, type TestShop } from '../orders/testing/open-shop.ts';
import { figureTexts } from '../reports/texts.ts';
import { mailSalesOfDay, SALES_OF_DAY_JOB } from './mail-sales-of-day.ts';

const CONTACT = 'autora@ejemplo.cl';
const YESTERDAY = { year: 2026, month: 11, day: 24 };
const MIDNIGHT = startOfSantiagoDay({ ...YESTERDAY, day: 25 });

let shop: TestShop;
let admin: SignedIn;
beforeAll(async () => {
  shop = await openShop({ CONTACT_EMAIL: CONTACT });
});
beforeEach(async () => {
  await wipe(shop.ports.db);
  shop.clock.time = startOfSantiagoDay(YESTERDAY) + 20 * HOUR_MS;
  admin = await addReader(shop, { role: 'admin' });
});
afterAll(async () => shop.close());

let choices = 0;

async function choose(sale_mails: SaleMails): Promise<void> {
  // Every test begins with the same settings, so each publication needs its own revision and instant.
  choices += 1;
  shop.clock.time += choices;
  const { shop: facts } = shop.services;
  const { revision } = await facts.section('settings');
  await facts.publish({ section: 'settings', revision, actorId: null }, { ...facts.latest().settings, sale_mails });
}

const mails = async () =>
  (await mailsTo(shop, CONTACT)).filter(({ template }) => template === 'sale' || template === 'sales-of-day');
const pesos = (value: number): string => `$${value.toLocaleString('es-CL')}`;

async function buy(value = 1490) {
  const [reader, part] = [await shop.reader(), await shop.part({ value })];
  const bought = await shop.buy(reader, part.id);
  await shop.click(bought, 'approved');
  await shop.settled();
  const payment = (await shop.rows.payments()).find(({ order_id: id }) => id === bought.order_id)!;
  return { part, bought, paymentId: Number(payment.provider_payment_id) };
}

async function figures(): Promise<Record<string, number>> {
  const day = '2026-11-24';
  const { figures: rows } = (await get(shop, `/api/admin/stats?from=${day}&to=${day}`, admin.headers)).json<Stats>();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

const tellYesterday = async () =>
  mailSalesOfDay({ db: shop.ports.db, clock: shop.ports.clock, publicUrl: null, shop: shop.services.shop });

it('mails name money as the sales figures do', () => {
  for (const key of ['sales', 'amount', 'refunds', 'chargebacks', 'fees', 'vat', 'net'] as const) {
    expect(shopNewsTexts[key]).toBe(figureTexts[key][0]);
  }
});

describe('one mail for each sale', () => {
  beforeEach(async () => choose('each'));

  it('has part, amount, payment method and the rest, like the figures, once however often the payment is reported', async () => {
    const { part, paymentId } = await buy();
    await shop.notify(paymentId);
    await shop.settled();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    const { amount, fees, vat, net } = await figures();
    expect([amount, fees! > 0]).toEqual([1490, true]);
    expect(mail?.subject).toContain(part.name);
    for (const line of [
      `Vendido: ${pesos(amount!)}`,
      `Comisión: ${pesos(fees!)}`,
      `IVA: ${pesos(vat!)}`,
      `Lo que queda: ${pesos(net!)}`,
    ]) {
      expect(mail?.text).toContain(line);
    }
    expect(mail?.text).toContain('Medio de pago: ');
  });

  it('names the code that was used, and says if it is a gift', async () => {
    const code = { code: 'VERANO', kind: 'pesos', amount: 300, book_id: null, part_id: null, from: null, until: null };
    const payload = { ...code, max_uses: null, max_uses_per_person: null };
    await shop.app.inject({ method: 'POST', url: '/api/admin/discount_codes', headers: admin.headers, payload });
    const { order } = giftSteps(shop);
    const { body: bought } = await order(
      await shop.reader(),
      [await shop.part({ value: 1490 })],
      {},
      { code: 'VERANO' },
    );
    await shop.click(bought, 'approved');
    await shop.settled();
    const [mail] = await mails();
    expect(mail?.text).toContain('Se acaba de pagar este regalo:');
    expect(mail?.text).toContain('Código: VERANO');
    expect(mail?.text).toContain('Vendido: $1.190');
  });

  it('is not sent for a free part', async () => {
    await shop.buy(await shop.reader(), (await shop.part({ value: 0 })).id);
    expect(await mails()).toEqual([]);
  });

  it('is not sent for a payment that is refunded at once', async () => {
    const { bought, paymentId } = await buy();
    await shop.setPayment(paymentId + 1_000_000, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    expect((await shop.rows.payments()).filter(({ problem }) => problem === 'duplicate')).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  it('is not sent for a dispute that was won', async () => {
    const { paymentId } = await buy();
    // The outbox eventually deletes mails, and with them the record of events already mailed.
    await shop.ports.db.handle.deleteFrom('mails').execute();
    for (const status of ['charged_back', 'approved'] as const) {
      await shop.setPayment(paymentId, { status, notify: true });
      await shop.settled();
    }
    expect((await shop.rows.payments()).map(({ status }) => status)).toEqual(['approved']);
    expect(await mails()).toEqual([]);
  });
});

it.each(['daily', 'none'] as const)('is not sent with the setting %s', async (choice) => {
  await choose(choice);
  await buy();
  expect(await mails()).toEqual([]);
});

describe('one mail a day', () => {
  beforeEach(async () => choose('daily'));

  it('is sent at eight about the day before, with the sales figures, once', async () => {
    const { part } = await buy();
    await buy(2990);
    const { sales, amount, fees, vat, net } = await figures();
    shop.clock.time = MIDNIGHT + 8 * HOUR_MS - 1;
    await tellYesterday();
    expect(await mails()).toEqual([]);
    shop.clock.time = MIDNIGHT + 8 * HOUR_MS;
    await Promise.all([tellYesterday(), tellYesterday()]);
    await tellYesterday();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect([sales, amount]).toEqual([2, 4480]);
    expect(mail?.subject).toBe(`Lo vendido el 24/11/2026: quedan ${pesos(net!)}`);
    for (const line of [
      'Ventas: 2',
      `Vendido: ${pesos(amount!)}`,
      `Comisión: ${pesos(fees!)}`,
      `IVA: ${pesos(vat!)}`,
      `Lo que queda: ${pesos(net!)}`,
      `${part.name}: 1 venta`,
    ]) {
      expect(mail?.text).toContain(line);
    }
  });

  it("is sent for each day whose eight o'clock passed while no process ran, and for none before", async () => {
    const { db } = shop.ports;
    const lastRun = async (succeeded_at: number) =>
      db.handle
        .insertInto('job_runs')
        .values({ job: SALES_OF_DAY_JOB, succeeded_at, failed_at: null })
        .onConflict((conflict) => conflict.column('job').doUpdateSet({ succeeded_at }))
        .execute();
    const subjects = async () => (await mails()).map(({ subject }) => subject.slice(0, 24)).toSorted();
    for (const _day of [21, 22, 23, 24]) {
      shop.clock.time -= DAY_MS;
      await buy();
    }
    // Sold on the 20th to the 23rd; no process ran from the 22nd at nine to the 24th at seven.
    shop.clock.time = startOfSantiagoDay({ ...YESTERDAY, day: 24 }) + 7 * HOUR_MS;
    await lastRun(startOfSantiagoDay({ ...YESTERDAY, day: 22 }) + 10 * HOUR_MS);
    await tellYesterday();
    await tellYesterday();
    expect(await subjects()).toEqual(['Lo vendido el 22/11/2026']);
    shop.clock.time += HOUR_MS;
    await tellYesterday();
    expect(await subjects()).toEqual(['Lo vendido el 22/11/2026', 'Lo vendido el 23/11/2026']);
  });

  it('is sent about a day with refunds alone, with negative amounts', async () => {
    shop.clock.time -= DAY_MS;
    const { bought } = await buy();
    shop.clock.time += DAY_MS;
    const { headers } = await addReader(shop, { role: 'admin' });
    const url = `/api/admin/orders/${bought.order_id}/refund`;
    await shop.app.inject({ method: 'POST', url, headers, payload: { reason: 'Un motivo.' } });
    await shop.settled();
    shop.clock.time = MIDNIGHT + 8 * HOUR_MS;
    await tellYesterday();
    const [mail] = await mails();
    expect(mail?.subject).toBe('Lo vendido el 24/11/2026: quedan −$1.252');
    for (const line of ['Ventas: 0', 'Devoluciones: −$1.490', 'IVA: −$238', 'Lo que queda: −$1.252']) {
      expect(mail?.text).toContain(line);
    }
  });

  it('is not sent about a day without sales, nor if it is switched off', async () => {
    shop.clock.time = MIDNIGHT + 9 * HOUR_MS;
    await tellYesterday();
    expect(await mails()).toEqual([]);
    shop.clock.time = MIDNIGHT - HOUR_MS;
    await choose('none');
    await buy();
    shop.clock.time = MIDNIGHT + 9 * HOUR_MS;
    await tellYesterday();
    expect(await mails()).toEqual([]);
  });
});
