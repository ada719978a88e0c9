import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { readSecrets } from '../../../platform/config/secrets.ts';
import type { PaymentFixture } from '../../../ports/testing/payment-contract.ts';
import { buildTestApp, limitProvider } from '../../../testing/build-test-app.ts';
import { noticeSignature } from '../../mercadopago/notice-signature.ts';
import type { Switches } from '../sandbox-store.ts';

const faults = {
  error: 'error_500',
  busy: 'error_429',
  hang: 'hang',
  rubbish: 'rubbish',
  refuse: 'error_400',
  unauthorized: 'error_401',
  forbidden: 'error_403',
  'lost answer': 'lost_answer',
  never: 'normal',
} as const satisfies Record<string, Switches['api']>;

/** Opens the sandbox as the provider of a contract test. */
export async function openPaymentFixture(): Promise<PaymentFixture> {
  const test = await buildTestApp();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const base = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}/sandbox/mercadopago`;
  const secret = readSecrets(test.config.dataDir, test.config.AUTH_SECRET).sandboxNotice;
  const put = async (path: string, body: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${base}/_control/${path}`, { method: 'PUT', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
  };
  await put('settings', { notice: 'drop' });
  return {
    port: test.ports.payments,
    async pay({ id }, outcome) {
      const body = new URLSearchParams({ action: outcome });
      const response = await fetch(`${base}/checkout/${id}`, { method: 'POST', redirect: 'manual', body });
      return new URL(response.headers.get('location') ?? '').searchParams.get('payment_id') ?? '';
    },
    async move(paymentId, state) {
      const won = state === 'chargeback won';
      await put(
        `payments/${paymentId}`,
        won ? { status: 'charged_back', status_detail: 'reimbursed' } : { status: state },
      );
    },
    notice(paymentId) {
      const requestId = randomUUID();
      const ts = '1793000000';
      const v1 = noticeSignature(secret, { dataId: paymentId, requestId, ts });
      return {
        headers: { 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` },
        query: { 'data.id': paymentId, type: 'payment' },
      };
    },
    async fail(how) {
      await put('settings', { api: faults[how] });
      limitProvider(test, faults[how]);
    },
    close: test.close,
  };
}
