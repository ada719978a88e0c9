import { randomUUID } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import { noticeSignature } from '../mercadopago/notice-signature.ts';
import type { SandboxStore } from './sandbox-store.ts';

/** The provider waits 22 s for an answer; nobody wants to wait that long for a test payment. */
const ANSWER_LIMIT_MS = 5000;
/** Waits before a notice that was not answered with 2xx is sent again. */
const RETRIES_MS = [1000, 5000];

export interface NoticeSender {
  /**
   * Tells the shop about a payment as the switches say. Resolves when the first try of every copy is over; tries
   * after it go on by themselves.
   */
  send(notificationUrl: string | undefined, paymentId: number): Promise<void>;
  stop(): void;
}

interface Deps {
  readonly store: SandboxStore;
  readonly clock: Clock;
  readonly secret: string;
}

/** Sends signed notices over HTTP, as the provider does. */
export function createNoticeSender({ store, clock, secret }: Deps): NoticeSender {
  const ending = new AbortController();
  const post = async (target: string, paymentId: number, forged: boolean): Promise<boolean> => {
    const url = new URL(target);
    url.searchParams.set('data.id', String(paymentId));
    url.searchParams.set('type', 'payment');
    const requestId = randomUUID();
    const ts = String(Math.floor(clock.now() / 1000));
    const v1 = noticeSignature(forged ? `not ${secret}` : secret, { dataId: String(paymentId), requestId, ts });
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.any([ending.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
      headers: { 'content-type': 'application/json', 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` },
      body: JSON.stringify({
        action: 'payment.updated',
        type: 'payment',
        live_mode: false,
        data: { id: String(paymentId) },
      }),
    });
    await response.arrayBuffer();
    return response.ok;
  };
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms).unref();
    timers.add(timer);
  };
  const attempt = async (target: string, paymentId: number, forged: boolean, tries = 0): Promise<void> => {
    const accepted = await post(target, paymentId, forged).catch(() => false);
    const wait = RETRIES_MS[tries];
    if (accepted || forged || wait === undefined || ending.signal.aborted) return;
    later(wait, () => void attempt(target, paymentId, forged, tries + 1));
  };
  return {
    async send(target, paymentId) {
      const { notice, notice_copies, notice_delay_ms } = await store.switches();
      if (target === undefined || notice === 'drop' || ending.signal.aborted) return;
      const all = async (): Promise<void> => {
        const copies = Array.from({ length: notice_copies }, async () =>
          attempt(target, paymentId, notice === 'bad_signature'),
        );
        await Promise.all(copies);
      };
      if (notice_delay_ms === 0) return all();
      later(notice_delay_ms, () => void all());
    },
    stop() {
      ending.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
