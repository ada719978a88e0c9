import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { TLSSocket } from 'node:tls';
import type { ErrorBody } from '@cuentos/contract/error-codes';
import { takePaymentNotice } from '@cuentos/contract/payments';
import type { SetupFinding } from '@cuentos/contract/setup';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { certificateFault, type FailureReason, failureReason } from '../../../platform/failure-reason.ts';
import { advised, type Check, dayText, missing, momentText, ready } from '../context.ts';
import { findingTexts as t } from '../texts.ts';

/** Answer of the shop's address to a visitor. */
interface Answer {
  readonly status: number;
  readonly body: string;
  /** End of the certificate, epoch milliseconds; null without one. */
  readonly validUntil: number | null;
}

/** Limit of the read bytes, more than any expected answer has. */
const ANSWER_LIMIT = 10_000;
const TIME_LIMIT_MS = 8000;
/** Certificates are renewed a month before; with less left than this something does not renew them. */
const ENDING_MS = 14 * DAY_MS;

/** Sends a request over a new connection, so that the current certificate is checked. */
async function ask(method: 'GET' | 'POST', url: string, signal: AbortSignal): Promise<Answer> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, { method, agent: false, signal, headers: { 'content-length': '0' } }, (response) => {
      const { socket } = response;
      const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : undefined;
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        body += piece;
        if (body.length > ANSWER_LIMIT) response.destroy();
      });
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          body,
          validUntil: certificate === undefined ? null : Date.parse(certificate),
        }),
      );
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end();
  });
}

type Failure = keyof typeof t.addressFailures;

const failures: Partial<Record<FailureReason['reason'], Failure>> = {
  unknownHost: 'name',
  timedOut: 'slow',
};

/** Whether the shop answers under its public address, and until when its certificate is good. */
export const addressCheck: Check = {
  name: 'address',
  isNeeded: true,
  isInside: false,
  limitMs: TIME_LIMIT_MS,
  async run({ config, ports, signal }) {
    const { PUBLIC_URL } = config;
    if (PUBLIC_URL === undefined) return missing(t.noAddress, t.addressNext);
    if (!PUBLIC_URL.startsWith('https:')) return missing(t.plainAddress(PUBLIC_URL), t.addressNext);
    let answer: Answer;
    try {
      answer = await ask('GET', `${PUBLIC_URL}/health/live`, signal);
    } catch (error) {
      const fault = certificateFault(error);
      if (fault) return missing(t.badCertificate(t.services.address, fault), t.addressCertificateNext[fault]);
      const failure = failures[failureReason(error)?.reason ?? 'refused'] ?? 'nobody';
      return missing(t.addressFailures[failure], t.addressFailuresNext[failure]);
    }
    return judgeAddress(answer, ports.clock.now());
  },
};

function judgeAddress({ status, body, validUntil }: Answer, now: number): SetupFinding {
  if (status >= 300 && status < 400) return missing(t.addressMoved(status), t.addressMovedNext);
  if (status !== 200 || body !== '{"status":"ok"}') return missing(t.addressStrange(status), t.addressStrangeNext);
  const until = dayText(validUntil ?? now);
  if (validUntil !== null && validUntil - now < ENDING_MS) {
    return advised(t.addressEnding(until), t.addressEndingNext);
  }
  return ready(t.addressReady(until));
}

/**
 * Checks whether notices of the payment provider arrive. None can be requested from it, so an unsigned one is sent,
 * which must be refused as unsigned, and the last signed one is reported.
 */
export const noticeCheck: Check = {
  name: 'notices',
  isNeeded: false,
  isInside: false,
  limitMs: TIME_LIMIT_MS,
  async run({ config, payments, signal }) {
    if (config.sandbox) return ready(t.noticeSandbox);
    const url = `${config.PUBLIC_URL ?? ''}${takePaymentNotice.path}`;
    let answer: Answer;
    try {
      answer = await ask(takePaymentNotice.method === 'POST' ? 'POST' : 'GET', `${url}?data.id=1&type=payment`, signal);
    } catch {
      return advised(t.noticeUnreachable, t.noticeUnreachableNext);
    }
    if (answer.status !== 401 || !isRefusal(answer.body)) {
      return advised(t.noticeBlocked(answer.status), t.noticeBlockedNext);
    }
    const last = await payments.lastNoticeAt();
    if (last !== null) return ready(t.noticeReady(momentText(last)));
    return advised(t.noticeNone, t.noticeNext, { action: { kind: 'copy', label: t.copyNotice, text: url } });
  },
};

function isRefusal(body: string): boolean {
  try {
    return (JSON.parse(body) as Partial<ErrorBody>).code === 'notice_not_authentic';
  } catch {
    return false;
  }
}
