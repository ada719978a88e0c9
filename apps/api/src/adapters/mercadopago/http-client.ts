import { PaymentNotFound, PaymentRefused, PaymentUnauthorized, PaymentUnavailable } from '../../ports/payment.ts';
import type { z } from 'zod';

/** A buyer must read a sentence after 10 s at the latest, so the provider gets 9 for the whole answer. */
const TIME_LIMIT_MS = 9000;
/** Limit of an answer's size: a search page of 50 payments has about 200 kB. */
const ANSWER_LIMIT = 2 * 1024 * 1024;

export interface HttpClientOptions {
  /** Address of the API without trailing slash; read at each call, because the sandbox's port is known only later. */
  readonly apiBase: () => string;
  readonly accessToken: string;
  /** Returns the signal that ends a call after its time limit; tests replace it. */
  readonly timeLimit?: () => AbortSignal;
}

interface Call<T extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent with every call that changes something, so that a repeat has no second effect. */
  readonly idempotencyKey?: string;
  /** Headers that this call needs besides. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: T;
}

export type ProviderCall = <T extends z.ZodType>(call: Call<T>) => Promise<z.output<T>>;

/**
 * JSON over HTTP with the provider's four failures told apart.
 * @throws {PaymentUnavailable} on no connection, no whole answer in time, 408, 425, 429, 5xx, or an answer that is not
 *   what was documented; {@link PaymentUnauthorized} on 401 and 403; {@link PaymentNotFound} on 404;
 *   {@link PaymentRefused} on any other 4xx.
 */
export function createHttpClient({
  apiBase,
  accessToken,
  timeLimit = () => AbortSignal.timeout(TIME_LIMIT_MS),
}: HttpClientOptions): ProviderCall {
  return async ({ method, path, query, body, idempotencyKey, headers, answer }) => {
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const { status, text } = await exchange(`${apiBase()}${path}${search}`, {
      method,
      redirect: 'error',
      signal: timeLimit(),
      headers: {
        authorization: `Bearer ${accessToken}`,
        accept: 'application/json',
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'x-idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (status === 404) throw new PaymentNotFound(`${method} ${path}`);
    if (status === 401 || status === 403) throw new PaymentUnauthorized(`${method} answered ${status}`);
    if (status >= 400 && status < 500 && ![408, 425, 429].includes(status)) {
      throw new PaymentRefused(`${method} answered ${status}`);
    }
    if (status < 200 || status > 299) throw new PaymentUnavailable(`${method} answered ${status}`);
    const parsed = answer.safeParse(readJson(text));
    if (!parsed.success) throw new PaymentUnavailable(`${method} answered something else than documented`);
    return parsed.data;
  };
}

/** The time limit covers the body too: an answer that drips for minutes is no answer. */
async function exchange(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, init);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > ANSWER_LIMIT) throw new PaymentUnavailable('the answer is too long');
      chunks.push(chunk);
    }
    return { status: response.status, text: Buffer.concat(chunks).toString('utf8') };
  } catch (error) {
    if (error instanceof PaymentUnavailable) throw error;
    throw new PaymentUnavailable('no answer', { cause: error });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
