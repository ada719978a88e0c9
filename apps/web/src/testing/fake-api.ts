import { vi } from 'vitest';

interface Answer {
  readonly status?: number;
  readonly body?: unknown;
}

export interface Call {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Handler = (call: Call) => Answer | Promise<Answer>;

/** Answers the calls of a test, by `METHOD path`; a call without an answer fails the test. */
export function fakeApi(handlers: Readonly<Record<string, Handler | Answer>>): Call[] {
  const calls: Call[] = [];
  const fetchStub = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const call: Call = { url, method: init.method ?? 'GET', headers: new Headers(init.headers), body: init.body };
    calls.push(call);
    const handler = handlers[`${call.method} ${url.split('?')[0]}`];
    if (!handler) throw new Error(`unexpected call: ${call.method} ${url}`);
    const { status = 200, body } = typeof handler === 'function' ? await handler(call) : handler;
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  };
  vi.stubGlobal('fetch', fetchStub);
  return calls;
}
