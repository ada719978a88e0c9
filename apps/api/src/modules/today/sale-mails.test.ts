import type { Stats } from '@cuentos/contract/reports';
import type { SaleMails } from '@cuentos/contract/shop';
import { HOUR_MS } from '@cuentos/domain/time/durations';
import { startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { get } from '../../testing/calls.ts';
import { addReader, type SignedIn, wipe } from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';
import { shopNewsTexts } from '../mail/templates/texts.ts';
import { openShop, type TestShop } from '../orders/testing/open-shop.ts';
import { figureTexts } from '../reports/texts.ts';
import { mailSalesOfDay } from './mail-sales-of-day.ts';

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
  // Sections are told apart by revision and instant, and every test begins with the same ones.
  shop.clock.time += choices += 1;
  const { shop: facts } = shop.services;
  const { revision } = await facts.section('settings');
  await facts.publish({ section: 'settings', revision, actorId: null }, { ...facts.latest().settings, sale_mails });
}

const mails = async () =>
  (await mailsTo(shop, CONTACT)).filter(({ template }) => template === 'sale' || template === 'sales-of-day');
const pesos = (value: number): string => `$${value.toLocaleString('es-CL')}`;

async function buy(value = 1490) {
  const [reader, part] = [await shop.reader(), await shop.part({ value })];
  await shop.click(await shop.buy(reader, part.id), 'approved');
  await shop.settled();
  const [payment] = (await shop.rows.payments()).toReversed();
  return { part, payment: payment! };
}

async function figures(): Promise<Record<string, number>> {
  const day = '2026-11-24';
  const { figures: rows } = (await get(shop, `/api/admin/stats?from=${day}&to=${day}`, admin.headers)).json<Stats>();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

const tellYesterday = async () =>
  mailSalesOfDay({ db: shop.ports.db, clock: shop.ports.clock, publicUrl: null, shop: shop.services.shop });

it('calls money as the figures of ‘Ventas’ do', () => {
  for (const key of ['sales', 'amount', 'refunds', 'chargebacks', 'fees', 'vat', 'net'] as const) {
    expect(shopNewsTexts[key]).toBe(figureTexts[key][0]);
  }
});

describe('one mail for each sale', () => {
  beforeEach(async () => choose('each'));

  it('tells part, amount, way and what is left, by the same sums, once however often the payment is reported', async () => {
    const { part, payment } = await buy();
    await shop.notify(Number(payment.provider_payment_id));
    await shop.settled();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    const { amount, fees, vat, net } = await figures();
    expect([amount, fees! > 0]).toEqual([1490, true]);
    expect(mail?.subject).toContain(part.name);
    for (const line of [
      `Monto vendido: ${pesos(amount!)}`,
      `Comisiones: −${pesos(fees!)}`,
      `IVA: −${pesos(vat!)}`,
      `Neto: ${pesos(net!)}`,
    ]) {
      expect(mail?.text).toContain(line);
    }
    expect(mail?.text).toContain('Medio de pago: ');
  });

  it('tells nothing of a free part, of money that goes back at once, nor of a dispute that was won', async () => {
    const reader = await shop.reader();
    const free = await shop.part({ value: 0 });
    await shop.buy(reader, free.id);
    expect(await mails()).toEqual([]);
    const { payment } = await buy();
    expect(await mails()).toHaveLength(1);
    await shop.ports.db.handle.deleteFrom('mails').execute();
    const id = Number(payment.provider_payment_id);
    await shop.setPayment(id, { status: 'charged_back', notify: true });
    await shop.settled();
    await shop.setPayment(id, { status: 'approved', notify: true });
    await shop.settled();
    expect((await shop.rows.payments()).at(-1)?.status).toBe('approved');
    expect(await mails()).toEqual([]);
  });
});

it.each(['daily', 'none'] as const)('with %s no sale is told by itself', async (choice) => {
  await choose(choice);
  await buy();
  expect(await mails()).toEqual([]);
});

describe('one mail a day', () => {
  beforeEach(async () => choose('daily'));

  it('comes at eight about the day before, with the figures of ‘Ventas’, once', async () => {
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
    expect(mail?.subject).toBe(`Lo vendido el 24/11/2026: te quedan ${pesos(net!)}`);
    for (const line of [
      'Ventas: 2',
      `Monto vendido: ${pesos(amount!)}`,
      `Comisiones: −${pesos(fees!)}`,
      `IVA: −${pesos(vat!)}`,
      `Neto: ${pesos(net!)}`,
      `${part.name}: 1 venta`,
    ]) {
      expect(mail?.text).toContain(line);
    }
  });

  it('does not come about a day on which nothing was sold, nor where it is not wanted', async () => {
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
