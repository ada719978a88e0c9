import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckoutRequest, PaymentUnavailable } from '../../ports/payment.ts';
import { describePaymentPort } from '../../ports/testing/payment-contract.ts';
import { openPaymentFixture } from '../mercadopago-sandbox/testing/payment-fixture.ts';
import { createMercadoPago } from './mercadopago-payments.ts';
import { noticeSignature } from './notice-signature.ts';

describePaymentPort('Mercado Pago, talking to the sandbox', openPaymentFixture);

interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

let server: Server;
let answer: (response: ServerResponse) => void = () => undefined;
const recorded: Recorded[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      recorded.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: text === '' ? null : JSON.parse(text),
      });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const apiBase = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const port = (
  noticeUrl: string | null = 'https://tienda.cl/api/payments/webhook',
  timeLimitMs = 60_000,
  storeName = 'Cuentos de Bolsillo',
) =>
  createMercadoPago({
    apiBase,
    accessToken: 'APP_USR-1',
    noticeSecret: 'secret',
    noticeUrl: () => noticeUrl,
    storeName: () => storeName,
    timeLimit: () => AbortSignal.timeout(timeLimitMs),
  });
const request: CheckoutRequest = {
  orderId: '01900000-0000-7000-8000-000000000001',
  items: [{ id: 'p1', title: `Ñandú ${'x'.repeat(300)}`, amount: 1490 }],
  buyer: { name: 'Lucía', email: 'lucia@ejemplo.cl' },
  returnUrl: 'https://tienda.cl/user-library/b1',
  expiresAt: Date.UTC(2026, 10, 18, 15, 30),
};
const answerCreated = (response: ServerResponse): void =>
  void response.end('{"id":"77-abc","init_point":"https://pay.test/77","collector_id":77}');

describe('requests to the provider', () => {
  it("create a preference with the order's items and addresses", async () => {
    answer = answerCreated;
    const checkout = await port().createCheckout(request, 'key-1');
    expect(checkout).toEqual({ id: '77-abc', url: 'https://pay.test/77', account: '77' });
    const lastRequest = recorded.at(-1);
    expect(lastRequest).toMatchObject({ method: 'POST', url: '/checkout/preferences' });
    expect(lastRequest?.headers).toMatchObject({ authorization: 'Bearer APP_USR-1', 'x-idempotency-key': 'key-1' });
    expect(lastRequest?.body).toEqual({
      items: [{ id: 'p1', title: `Ñandú ${'x'.repeat(250)}`, quantity: 1, currency_id: 'CLP', unit_price: 1490 }],
      payer: { name: 'Lucía', email: 'lucia@ejemplo.cl' },
      external_reference: request.orderId,
      back_urls: {
        success: 'https://tienda.cl/user-library/b1?result=success',
        failure: 'https://tienda.cl/user-library/b1?result=failure',
        pending: 'https://tienda.cl/user-library/b1?result=pending',
      },
      auto_return: 'approved',
      notification_url: 'https://tienda.cl/api/payments/webhook?source_news=webhooks',
      expires: true,
      expiration_date_to: '2026-11-18T15:30:00.000+00:00',
      statement_descriptor: 'CUENTOS DE BO',
      payment_methods: { installments: 1 },
    });
  });

  it.each([
    'http://tienda.cl',
    'https://localhost:3000',
    'https://127.0.0.1',
    'https://10.0.0.7',
    'https://[::1]',
    'https://tienda.local',
    'https://tienda',
    `https://${'larga.'.repeat(40)}cl`,
  ])('no address of %s, over which the provider would refuse the preference', async (origin) => {
    answer = answerCreated;
    const notices = `${origin}/api/payments/webhook`;
    await port(notices).createCheckout({ ...request, returnUrl: `${origin}/user-library/b1` }, 'key');
    for (const field of ['auto_return', 'back_urls', 'notification_url'])
      expect(recorded.at(-1)?.body, field).not.toHaveProperty(field);
  });

  it('have a statement descriptor only for a name in Latin letters', async () => {
    answer = answerCreated;
    await port(null, 60_000, '書店').createCheckout(request, 'key');
    expect(recorded.at(-1)?.body).not.toHaveProperty('statement_descriptor');
  });

  it('search for a payment and refund it', async () => {
    answer = (response) => void response.end('{"results":[]}');
    await port().searchPayments(request.orderId);
    expect(recorded.at(-1)?.url).toBe(
      `/v1/payments/search?external_reference=${request.orderId}&sort=date_created&criteria=desc&limit=50`,
    );
    expect(recorded.at(-1)?.headers).not.toHaveProperty('x-idempotency-key');
    answer = (response) => void response.end('{"id":5}');
    expect(await port().refund('12', null, 'r1')).toEqual({ id: '5', state: 'unknown', amount: null });
    expect(recorded.at(-1)).toMatchObject({
      url: '/v1/payments/12/refunds',
      body: {},
      // Without this header the provider reports a refund that it accepted but has not decided as an error.
      headers: { 'x-render-in-process-refunds': 'true' },
    });
    await port().refund('12', 490, 'r2');
    expect(recorded.at(-1)).toMatchObject({ body: { amount: 490 }, headers: { 'x-idempotency-key': 'r2' } });
  });

  it('ask for changes since an instant, page by page', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      id: index + 1,
      status: 'approved',
      external_reference: 'o',
      transaction_amount: 1490,
      currency_id: 'CLP',
    }));
    const urls: string[] = [];
    answer = (response) => {
      const url = new URL(recorded.at(-1)?.url ?? '', apiBase());
      urls.push(url.searchParams.get('offset') ?? '');
      const offset = Number(url.searchParams.get('offset'));
      response.end(JSON.stringify({ results: rows.slice(offset, offset + 50) }));
    };
    expect(await port().changedPayments(Date.UTC(2026, 10, 18))).toHaveLength(60);
    expect(urls).toEqual(['0', '50']);
    expect(recorded.at(-1)?.url).toContain(
      'range=date_last_updated&begin_date=2026-11-18T00%3A00%3A00.000Z&end_date=NOW',
    );
  });

  it.each([
    ['approved', 'approved'],
    ['in_process', 'in_process'],
    ['rejected', 'rejected'],
    ['cancelled', 'cancelled'],
    ['authorized', 'in_process'],
    [7, 'unknown'],
  ] as const)('refunds that are %s', async (status, state) => {
    answer = (response) => void response.end(JSON.stringify([{ id: 5, amount: 490, status }]));
    expect(await port().refunds('12')).toEqual([{ id: '5', state, amount: 490 }]);
    expect(recorded.at(-1)).toMatchObject({
      method: 'GET',
      url: '/v1/payments/12/refunds',
      headers: { 'x-render-in-process-refunds': 'true' },
    });
  });

  it.each([
    ['status nobody heard of', { status: 'sleeping' }, { state: 'pending' }],
    ['chargeback that we won', { status: 'charged_back', status_detail: 'reimbursed' }, { state: 'approved' }],
    ['decimals', { transaction_amount: 1490.5 }, { amount: 1490.5 }],
    ['no reference', { external_reference: null }, { orderId: null }],
    [
      'fees',
      {
        fee_details: [
          { amount: 47.5, fee_payer: 'collector' },
          { amount: 9, fee_payer: 'payer' },
        ],
      },
      { fee: 48 },
    ],
  ] as const)('a payment with %s', async (_, change, expected) => {
    const payment = {
      id: 12,
      status: 'approved',
      external_reference: 'o',
      transaction_amount: 1490,
      currency_id: 'CLP',
      date_last_updated: '2026-11-18T12:00:00.000-03:00',
    };
    answer = (response) => void response.end(JSON.stringify({ ...payment, ...change }));
    expect(await port().getPayment('12')).toMatchObject({ id: '12', version: Date.UTC(2026, 10, 18, 15), ...expected });
  });
});

describe('optional information about a payment', () => {
  const payment = {
    id: 12,
    status: 'approved',
    external_reference: 'o',
    transaction_amount: 1490,
    currency_id: 'CLP',
    collector_id: 77,
    date_last_updated: '2026-11-18T12:00:00.000-03:00',
  };
  const money = { id: '12', state: 'approved', orderId: 'o', amount: 1490, currency: 'CLP', account: '77' };

  it.each([
    ['fees that are no list', { fee_details: { amount: 47 } }, { fee: 0 }],
    ['a fee without an amount beside one', { fee_details: [{ amount: null }, { amount: 47.5 }, 'fee'] }, { fee: 48 }],
    ['a method that is no word', { payment_method_id: 7 }, { method: '' }],
    ['a link that is no text', { transaction_details: { external_resource_url: 1 } }, { resumeUrl: null }],
    ['details that are a list', { transaction_details: [] }, { resumeUrl: null }],
    ['a detail that is no word', { status_detail: { code: 1 } }, { detail: 'approved' }],
    ['a time that is none', { date_last_updated: 5, date_created: false }, { version: 0 }],
  ] as const)('%s blocks no money', async (_, change, expected) => {
    answer = (response) => void response.end(JSON.stringify({ ...payment, ...change }));
    expect(await port().getPayment('12')).toMatchObject({ ...money, ...expected });
  });

  it.each([
    ['id', { id: null }],
    ['state', { status: 1 }],
    ['reference', { external_reference: 5 }],
    ['amount', { transaction_amount: '1490' }],
    ['returned sum', { transaction_amount_refunded: 'all' }],
    ['currency', { currency_id: null }],
    ['account', { collector_id: 'nobody' }],
  ])('is not the %s: what money depends on is as documented, or the answer is none', async (_, change) => {
    answer = (response) => void response.end(JSON.stringify({ ...payment, ...change }));
    await expect(port().getPayment('12')).rejects.toThrow(PaymentUnavailable);
  });

  it('an unreadable row of a search is skipped and reported, the other rows are kept', async () => {
    answer = (response) =>
      void response.end(JSON.stringify({ results: [{ ...payment, id: 11, transaction_amount: {} }, payment, null] }));
    const reports: string[] = [];
    const reading = createMercadoPago({
      apiBase,
      accessToken: 'APP_USR-1',
      noticeSecret: 'secret',
      noticeUrl: () => null,
      storeName: () => '',
      onUnreadable: (sentence) => reports.push(sentence),
    });
    expect(await reading.searchPayments('o')).toMatchObject([money]);
    expect(reports).toEqual([
      'the payment provider told something unreadable of 11: transaction_amount',
      'the payment provider told something unreadable of a row without a number: ',
    ]);
  });
});

const drip = (response: ServerResponse): void => {
  setInterval(() => response.write(' '), 50).unref();
};

describe('a chargeback', () => {
  const id = '217000061307271000';
  const chargeback = {
    id,
    payments: [81034165129],
    currency: 'CLP',
    amount: 1490,
    reason: 'general',
    coverage_applied: null,
    coverage_elegible: true,
    documentation_required: true,
    documentation_status: 'pending',
    documentation: [],
    date_documentation_deadline: '2026-12-08T09:50:37.000-04:00',
    date_created: null,
    date_last_updated: '2026-11-28T10:48:48.000-04:00',
    live_mode: true,
  };
  const ask = async (change: object) => {
    answer = (response) => void response.end(JSON.stringify({ ...chargeback, ...change }));
    return port().getChargeback(id);
  };

  it('is read in the form that the provider documents', async () => {
    expect(await ask({})).toEqual({
      id,
      paymentIds: ['81034165129'],
      amount: 1490,
      currency: 'CLP',
      documentsRequired: true,
      documentsStatus: 'pending',
      documentsDeadline: Date.parse('2026-12-08T13:50:37.000Z'),
      isCovered: null,
      isCoverable: true,
    });
    expect(recorded.at(-1)).toMatchObject({ method: 'GET', url: `/v1/chargebacks/${id}` });
  });

  it('counts even if its details cannot be read', async () => {
    const unread = { coverage_applied: 'yes', coverage_elegible: [], documentation_required: 1 };
    const rubbish = { ...unread, documentation_status: {}, date_documentation_deadline: 'soon' };
    expect(await ask(rubbish)).toMatchObject({
      paymentIds: ['81034165129'],
      documentsRequired: null,
      documentsStatus: null,
      documentsDeadline: null,
      isCovered: null,
      isCoverable: null,
    });
  });

  it.each([
    ['another number', { id: '217000061307271001' }],
    ['no payment', { payments: [] }],
    ['a payment without a number', { payments: ['abc'] }],
    ['no payments at all', { payments: undefined }],
    ['an amount in words', { amount: 'mil' }],
    ['no currency', { currency: null }],
  ])('is no answer with %s', async (_, change) => {
    await expect(ask(change)).rejects.toThrow(PaymentUnavailable);
  });
});

describe('a provider that answers wrongly', () => {
  it.each([
    ['drips its answer', drip, 500],
    [
      'sends another address',
      (response: ServerResponse) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['answers another thing', (response: ServerResponse) => void response.end('{"id":"1"}')],
    [
      'answers a checkout that is no address',
      (response: ServerResponse) => void response.end('{"id":"1","init_point":"javascript:alert(1)"}'),
    ],
    ['sends more than anyone needs', (response: ServerResponse) => void response.end('x'.repeat(3 * 1024 * 1024))],
    ['breaks off', (response: ServerResponse) => void response.destroy()],
    ['answers nothing', (response: ServerResponse) => void response.end()],
  ])('%s', async (_, behaviour, limitMs?: number) => {
    answer = behaviour;
    // Without limits of time and size, the first and the fifth answer would never end.
    await expect(port(null, limitMs).createCheckout(request, 'key')).rejects.toThrow(PaymentUnavailable);
  });

  it('counts as unavailable when it cannot be reached', async () => {
    const gone = createMercadoPago({
      apiBase: () => 'http://127.0.0.1:9',
      accessToken: '',
      noticeSecret: '',
      noticeUrl: () => null,
      storeName: () => '',
    });
    await expect(gone.getPayment('1')).rejects.toThrow(PaymentUnavailable);
  });
});

describe('the signature of a notice', () => {
  const sign = (values: { dataId?: string; requestId?: string; ts: string }) =>
    noticeSignature('secret', { dataId: values.dataId, requestId: values.requestId, ts: values.ts });
  const query = { 'data.id': '123', type: 'payment' };

  it.each([
    ['seconds', '1793000000'],
    ['milliseconds', '1793000000000'],
    ['a time long ago', '1'],
  ])('with ts in %s', (_, ts) => {
    const headers = {
      'x-request-id': 'r',
      'x-signature': `ts=${ts},v1=${sign({ dataId: '123', requestId: 'r', ts })}`,
    };
    expect(port().verifyNotice(headers, query)).toEqual({ kind: 'payment', paymentId: '123' });
  });

  it('covers the number in the address of a chargeback notice', () => {
    const dataId = '217000061307271000';
    const headers = { 'x-signature': `ts=1,v1=${sign({ dataId, ts: '1' })}` };
    const about = { 'data.id': dataId, type: 'topic_chargebacks_wh' };
    expect(port().verifyNotice(headers, about)).toEqual({ kind: 'chargeback', chargebackId: dataId });
    expect(port().verifyNotice(headers, { ...about, 'data.id': '217000061307271001' })).toEqual({ kind: 'forged' });
  });

  it('is accepted without a request id', () => {
    const headers = { 'x-signature': ` v1=${sign({ dataId: '123', ts: '1' }).toUpperCase()} , ts=1` };
    expect(port().verifyNotice(headers, query)).toEqual({ kind: 'payment', paymentId: '123' });
  });

  it.each([
    [
      'another secret',
      {
        'x-request-id': 'r',
        'x-signature': `ts=1,v1=${noticeSignature('other', { dataId: '123', requestId: 'r', ts: '1' })}`,
      },
      query,
    ],
    [
      'another request id',
      { 'x-request-id': 's', 'x-signature': `ts=1,v1=${sign({ dataId: '123', requestId: 'r', ts: '1' })}` },
      query,
    ],
    [
      'another time',
      { 'x-request-id': 'r', 'x-signature': `ts=2,v1=${sign({ dataId: '123', requestId: 'r', ts: '1' })}` },
      query,
    ],
    ['a multibyte hash', { 'x-request-id': 'r', 'x-signature': `ts=1,v1=${'ñ'.repeat(64)}` }, query],
    [
      'two ids',
      { 'x-request-id': 'r', 'x-signature': `ts=1,v1=${sign({ dataId: '123', requestId: 'r', ts: '1' })}` },
      { ...query, 'data.id': ['123', '123'] },
    ],
    [
      'an id that is no number',
      { 'x-request-id': 'r', 'x-signature': `ts=1,v1=${sign({ dataId: 'abc', requestId: 'r', ts: '1' })}` },
      { ...query, 'data.id': 'abc' },
    ],
  ] as const)('refuses %s', (_, headers, query) => {
    expect(port().verifyNotice(headers, query)).toEqual({ kind: 'forged' });
  });
});
