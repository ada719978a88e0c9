import { randomUUID } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import { noticeSignature } from '../mercadopago/notice-signature.ts';
import type { SandboxChargeback } from './sandbox-chargeback.ts';
import { COLLECTOR_ID, iso, type SandboxPayment } from './sandbox-payment.ts';
import type { SandboxStore } from './sandbox-store.ts';

/** The provider waits 22 s for an answer; too long for a test payment. */
const ANSWER_LIMIT_MS = 5000;
/** Waits before a notice that was not answered with 2xx is sent again. */
const RETRIES_MS = [1000, 5000];

export interface NoticeSender {
  /**
   * Notifies the shop about a payment as the switches say. Resolves after the first try of every copy; later tries run
   * in the background.
   */
  send(notificationUrl: string | undefined, paymentId: number): Promise<void>;
  /** Tells the shop likewise about a chargeback that was opened or changed. */
  sendChargeback(
    notificationUrl: string | undefined,
    chargeback: SandboxChargeback,
    payment: SandboxPayment,
  ): Promise<void>;
  stop(): void;
}

interface Deps {
  readonly store: SandboxStore;
  readonly clock: Clock;
  readonly secret: string;
}

/** A notice: its topic, the id of the payment or chargeback, and its body. */
interface OutgoingNotice {
  readonly type: 'payment' | 'topic_chargebacks_wh';
  readonly dataId: string;
  readonly body: string;
}

function paymentNotice(paymentId: number): OutgoingNotice {
  const dataId = String(paymentId);
  const body = { action: 'payment.updated', type: 'payment', live_mode: false, data: { id: dataId } };
  return { type: 'payment', dataId, body: JSON.stringify(body) };
}

/** The provider writes the chargeback's id as a JSON number beyond `Number.MAX_SAFE_INTEGER`, so it is inserted as text. */
function chargebackNotice(
  { id, date_last_updated: changed }: SandboxChargeback,
  payment: SandboxPayment,
): OutgoingNotice {
  const type = 'topic_chargebacks_wh';
  const data = {
    checkout: 'PRO',
    date_updated: '0001-01-01T00:00:00Z',
    id: 0,
    payment_id: payment.id,
    product_id: '',
    site_id: 'MLC',
    transaction_intent_id: '',
  };
  const at = Date.parse(changed);
  const notice = {
    actions: ['changed_case_status'],
    api_version: 'v1',
    application_id: COLLECTOR_ID,
    data,
    date_created: iso(at),
    id: at,
    live_mode: false,
    type,
    user_id: COLLECTOR_ID,
    version: Math.floor(at / 1000),
  };
  return { type, dataId: id, body: JSON.stringify(notice).replace('"id":0', `"id":${id}`) };
}

/** Sends signed notices over HTTP, as the provider does. */
export function createNoticeSender({ store, clock, secret }: Deps): NoticeSender {
  const stopping = new AbortController();
  const post = async (target: string, { type, dataId, body }: OutgoingNotice, forged: boolean): Promise<boolean> => {
    const url = new URL(target);
    url.searchParams.set('data.id', dataId);
    url.searchParams.set('type', type);
    const requestId = randomUUID();
    const ts = String(Math.floor(clock.now() / 1000));
    const v1 = noticeSignature(forged ? `not ${secret}` : secret, { dataId, requestId, ts });
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
      headers: { 'content-type': 'application/json', 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` },
      body,
    });
    await response.arrayBuffer();
    return response.ok;
  };
  const timers = new Set<NodeJS.Timeout>();
  const schedule = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms).unref();
    timers.add(timer);
  };
  const attempt = async (target: string, notice: OutgoingNotice, forged: boolean, tries = 0): Promise<void> => {
    const accepted = await post(target, notice, forged).catch(() => false);
    const wait = RETRIES_MS[tries];
    if (accepted || forged || wait === undefined || stopping.signal.aborted) return;
    schedule(wait, () => void attempt(target, notice, forged, tries + 1));
  };
  const send = async (target: string | undefined, subject: OutgoingNotice): Promise<void> => {
    const { notice, notice_copies, notice_delay_ms } = await store.switches();
    if (target === undefined || notice === 'drop' || stopping.signal.aborted) return;
    const sendCopies = async (): Promise<void> => {
      const copies = Array.from({ length: notice_copies }, async () =>
        attempt(target, subject, notice === 'bad_signature'),
      );
      await Promise.all(copies);
    };
    if (notice_delay_ms === 0) await sendCopies();
    else schedule(notice_delay_ms, () => void sendCopies());
  };
  return {
    send: async (target, paymentId) => send(target, paymentNotice(paymentId)),
    sendChargeback: async (target, chargeback, payment) => send(target, chargebackNotice(chargeback, payment)),
    stop() {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
