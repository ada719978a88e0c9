import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Bought, openShop, type Reader, type TestShop } from '../../modules/orders/testing/open-shop.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createPaymentSandbox } from './payment-sandbox.ts';

let shop: TestShop;
let reader: Reader;
beforeAll(async () => {
  shop = await openShop();
  reader = await shop.reader();
});
afterAll(async () => shop.close());
afterEach(async () => void (await shop.request('/sandbox/mercadopago/_control/settings', { method: 'DELETE' })));

const page = async ({ id }: Bought): Promise<{ status: number; html: string; headers: Headers }> => {
  const response = await shop.request(`/sandbox/mercadopago/checkout/${id}`);
  return { status: response.status, html: await response.text(), headers: response.headers };
};
const buy = async (): Promise<Bought> => shop.buy(reader, (await shop.part()).id);
const api = async (path: string, token: string | null, init: RequestInit = {}): Promise<Response> =>
  shop.request(`/sandbox/mercadopago${path}`, {
    ...init,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...(init.headers as object) },
  });

describe('the checkout page', () => {
  it('is in Spanish, says that no money moves, shows the order, and needs no script', async () => {
    const { status, html, headers } = await page(await buy());
    expect(status).toBe(200);
    expect(html).toContain('<html lang="es-CL">');
    expect(html).toContain('Pagos de prueba: no se mueve dinero real');
    expect(html).toContain('$1.490');
    expect(html).toContain('La micro &lt;de&gt; las seis');
    for (const label of ['Aprobar pago', 'Rechazar pago', 'Dejar pendiente'])
      expect(html).toContain(`>${label}</button>`);
    expect(html).not.toContain('<script');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
  });

  it("offers to approve or reject a pending payment, and keeps the payment's number", async () => {
    const bought = await buy();
    const first = await shop.click(bought, 'pending');
    const { html } = await page(bought);
    expect(html).toContain('Este pago está pendiente');
    expect(html).toContain(`Pago n.º ${first.searchParams.get('payment_id')}`);
    expect(html).not.toContain('Dejar pendiente');
    const later = await shop.click(bought, 'approved');
    expect(later.searchParams.get('payment_id')).toBe(first.searchParams.get('payment_id'));
    expect((await page(bought)).html).toContain('Este pago ya está resuelto');
  });

  it('takes one payment from a double click', async () => {
    const bought = await buy();
    const clicks = await Promise.all([1, 2, 3].map(async () => shop.click(bought, 'approved')));
    expect(new Set(clicks.map((url) => url.searchParams.get('payment_id'))).size).toBe(1);
  });

  it('accepts no payment after half an hour', async () => {
    const bought = await buy();
    shop.clock.time += 30 * MINUTE_MS;
    expect((await page(bought)).html).toContain('Este pago venció');
    const body = new URLSearchParams({ action: 'approved' });
    const response = await shop.request(`/sandbox/mercadopago/checkout/${bought.id}`, { method: 'POST', body });
    expect(response.status).toBe(410);
  });

  it('refuses unknown preferences and unknown actions', async () => {
    expect((await page({ id: '<script>', init_point: null, order_id: '' })).status).toBe(404);
    const bought = await buy();
    const body = new URLSearchParams({ action: 'steal' });
    const response = await shop.request(`/sandbox/mercadopago/checkout/${bought.id}`, { method: 'POST', body });
    expect(response.status).toBe(422);
  });
});

describe('the API', () => {
  it('refuses a request without the token', async () => {
    for (const token of [null, 'TEST-wrong']) {
      for (const path of ['/v1/payments/1', '/v1/payments/search?external_reference=x', '/merchant_orders/1']) {
        expect((await api(path, token)).status).toBe(401);
      }
      expect((await api('/checkout/preferences', token, { method: 'POST' })).status).toBe(401);
      expect((await api('/v1/payments/1/refunds', token, { method: 'POST' })).status).toBe(401);
    }
  });

  it('refuses a preference with decimals or another currency, and takes a trailing slash', async () => {
    const { accessToken } = shop.sandbox;
    const send = async (item: object): Promise<number> => {
      const items = [{ title: 'x', quantity: 1, currency_id: 'CLP', unit_price: 490, ...item }];
      const urls = { success: 'https://a.cl/', failure: 'https://a.cl/', pending: 'https://a.cl/' };
      const headers = { 'content-type': 'application/json', 'x-idempotency-key': 'k' };
      return (
        await api('/checkout/preferences/', accessToken, {
          method: 'POST',
          headers,
          body: JSON.stringify({ items, back_urls: urls }),
        })
      ).status;
    };
    expect(await send({})).toBe(201);
    expect(await send({ unit_price: 490.5 })).toBe(400);
    expect(await send({ unit_price: 0 })).toBe(400);
    expect(await send({ currency_id: 'ARS' })).toBe(400);
  });

  it('shows the merchant order of a payment', async () => {
    const bought = await buy();
    const back = await shop.click(bought, 'approved');
    const response = await api(
      `/merchant_orders/${back.searchParams.get('merchant_order_id')}`,
      shop.sandbox.accessToken,
    );
    expect(await response.json()).toMatchObject({
      preference_id: bought.id,
      external_reference: bought.order_id,
      status: 'closed',
      paid_amount: 1490,
      payments: [{ id: Number(back.searchParams.get('payment_id')), status: 'approved' }],
    });
  });
});

describe('the controls', () => {
  it('set any payment, completed with the fields of its preference', async () => {
    const bought = await buy();
    const payment = await shop.setPayment(42, { preference_id: bought.id, status: 'approved' });
    expect(payment).toMatchObject({
      id: 42,
      status: 'approved',
      transaction_amount: 1490,
      currency_id: 'CLP',
      external_reference: bought.order_id,
    });
    expect(payment.fee_details).toEqual([{ type: 'mercadopago_fee', amount: 56.56, fee_payer: 'collector' }]);
    expect(await shop.setPayment(42, { transaction_amount: 1 })).toMatchObject({
      status: 'approved',
      transaction_amount: 1,
    });
    await expect(shop.setPayment(43, { status: 'approved' })).rejects.toThrow('404');
    await expect(shop.setPayment(42, { status: 'gone' as never })).rejects.toThrow('400');
  });

  it('open a chargeback, which is notified as the provider does and found by its number and its payment', async () => {
    const heard: { url: string; body: string }[] = [];
    const listener = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        heard.push({ url: request.url ?? '', body });
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
    try {
      const notificationUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/aviso`;
      const response = await api('/checkout/preferences', shop.sandbox.accessToken, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          items: [{ title: 'Parte', quantity: 1, currency_id: 'CLP', unit_price: 1490 }],
          back_urls: { success: shop.origin, failure: shop.origin, pending: shop.origin },
          notification_url: notificationUrl,
        }),
      });
      const { id: preference } = (await response.json()) as { id: string };
      await shop.setPayment(77, { preference_id: preference, status: 'charged_back' });
      await shop.setChargeback(77, { coverage_elegible: false });
      const number = '217000000000000077';
      expect(heard[0]?.url).toBe(`/aviso?data.id=${number}&type=topic_chargebacks_wh`);
      // The number exceeds the integers that JavaScript represents exactly, as the provider's numbers do.
      expect(heard[0]?.body).toContain(`"id":${number},"payment_id":77`);
      expect(heard[0]?.body).toContain('"actions":["changed_case_status"]');
      const chargeback = { id: number, payments: [77], amount: 1490, currency: 'CLP', coverage_elegible: false };
      expect(await (await api(`/v1/chargebacks/${number}`, shop.sandbox.accessToken)).json()).toMatchObject(chargeback);
      const search = await api('/v1/chargebacks/search?payment_id=77', shop.sandbox.accessToken);
      expect(await search.json()).toMatchObject({ paging: { total: 1 }, results: [chargeback] });
      expect((await api('/v1/chargebacks/217000000000000078', shop.sandbox.accessToken)).status).toBe(404);
    } finally {
      listener.close();
    }
  });

  it('keep the switches set until they are reset', async () => {
    const settings = async (): Promise<unknown> =>
      (await shop.request('/sandbox/mercadopago/_control/settings')).json();
    await shop.setSwitches({ notice: 'drop' });
    await shop.setSwitches({ notice_copies: 3 });
    expect(await settings()).toMatchObject({ notice: 'drop', notice_copies: 3, api: 'normal' });
    await shop.request('/sandbox/mercadopago/_control/settings', { method: 'DELETE' });
    expect(await settings()).toMatchObject({ notice: 'send', notice_copies: 1 });
  });

  it('delay a notice', async () => {
    await shop.setSwitches({ notice_delay_ms: 1500 });
    const bought = await buy();
    await shop.click(bought, 'approved');
    await shop.settled();
    expect((await shop.rows.order(bought.order_id)).state).toBe('open');
    await expect.poll(async () => (await shop.rows.order(bought.order_id)).state, { timeout: 20_000 }).toBe('paid');
  });
});

it("do not exist in production, where the provider's API still demands the token", async () => {
  const { sandboxControls } = readConfig({
    NODE_ENV: 'production',
    PAYMENT_SANDBOX: 'true',
    PUBLIC_URL: 'https://tienda.cl',
    TRUST_PROXY: '1',
  });
  const app = Fastify();
  const { db, clock } = shop.ports;
  await createPaymentSandbox({ db, clock, noticeSecret: 'x', hasControls: sandboxControls }).register(app);
  const statusOf = async (method: 'GET' | 'PUT' | 'DELETE', path: string): Promise<number> =>
    (await app.inject({ method, url: `/sandbox/mercadopago${path}`, payload: {} })).statusCode;
  try {
    expect(await statusOf('PUT', '/_control/payments/42')).toBe(404);
    expect(await statusOf('GET', '/_control/reports/2026-11.csv')).toBe(404);
    expect(await statusOf('GET', '/_control/settings')).toBe(404);
    expect(await statusOf('PUT', '/_control/settings')).toBe(404);
    expect(await statusOf('DELETE', '/_control/settings')).toBe(404);
    expect(await statusOf('GET', '/v1/payments/42')).toBe(401);
  } finally {
    await app.close();
  }
});
