import { antiForgeryHeader } from './anti-forgery.ts';
import { ApiError } from './api-error.ts';
import { statusText } from './error-texts.ts';
import { learnServerTime } from './clock.ts';
import { failures } from './failures.ts';
import { pendingRequests } from './pending-requests.ts';
import { refreshSession } from './refresh-session.ts';
import { sessionEnd } from './session-end.ts';
import { session } from './session.ts';

/** Sends a request as `fetch` does. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Body sent as JSON. */
  readonly json?: unknown;
  /** Body sent as form data. */
  readonly form?: Readonly<Record<string, string>>;
  /** Body sent as multipart form data; files are in there. */
  readonly multipart?: FormData;
  /** What sends the request, when it is not `fetch`. */
  readonly transport?: Transport;
  /**
   * Statuses for which the caller has a text of its own, or `all`: they raise no global toast, so that there is
   * exactly one message per failure.
   */
  readonly handles?: readonly number[] | 'all';
  /** Runs in the background: no loader. */
  readonly quiet?: boolean;
  readonly signal?: AbortSignal | undefined;
}

const isAuthCall = (url: string) => url.includes('auth') || url.includes('google');
/** The Bearer goes to our own API only, never to where the files live. */
const takesBearer = (url: string) => url.startsWith('/') && !url.startsWith('//') && !url.startsWith('/files/');

function requestInit(url: string, options: CallOptions): RequestInit {
  const method = options.method ?? 'GET';
  const headers = new Headers({ accept: 'application/json' });
  if (method !== 'GET' && url.startsWith('/')) {
    for (const [name, value] of Object.entries(antiForgeryHeader())) headers.set(name, value);
  }
  const token = session.accessToken();
  if (token && takesBearer(url)) headers.set('authorization', `Bearer ${token}`);
  const init: RequestInit = { method, headers, signal: options.signal ?? null };
  if (options.json !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(options.json);
  } else if (options.form) {
    init.body = new URLSearchParams(options.form);
  } else if (options.multipart) {
    init.body = options.multipart;
  }
  return init;
}

/**
 * A 401 outside the auth calls: without a stored refresh token or with 'Invalid user session' the session
 * ends; otherwise it is renewed once and the call repeated.
 */
async function afterUnauthorized(url: string, options: CallOptions, error: ApiError, used: string | null) {
  if (!session.refreshToken()) {
    sessionEnd.announce({ redirect: false });
    throw error;
  }
  if (error.detail === 'Invalid user session') {
    sessionEnd.announce({ redirect: true });
    throw error;
  }
  if ((await refreshSession(used)) !== 'refreshed') throw error;
  return send(url, options);
}

async function send(url: string, options: CallOptions): Promise<Response> {
  try {
    const response = await (options.transport ?? fetch)(url, requestInit(url, options));
    learnServerTime(response.headers.get('date'));
    return response;
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError(0, null, cause);
  }
}

async function authorizedSend(url: string, options: CallOptions): Promise<Response> {
  // A page that has just loaded exchanges its refresh token first, instead of collecting a 401.
  if (!session.accessToken() && session.refreshToken() && !isAuthCall(url)) await refreshSession(null);
  const used = session.accessToken();
  const response = await send(url, options);
  if (response.status !== 401 || isAuthCall(url)) return response;
  return afterUnauthorized(url, options, await ApiError.from(response), used);
}

function announce(url: string, options: CallOptions, error: ApiError): void {
  if (isAuthCall(url) || options.handles === 'all' || options.handles?.includes(error.status)) return;
  const text = statusText(error.status);
  if (text) failures.announce(text);
}

/** Calls the API and reads its answer as JSON; an empty answer is `undefined`. Throws {@link ApiError}. */
export async function callApi<T>(url: string, options: CallOptions = {}): Promise<T> {
  const sent = authorizedSend(url, options);
  const response = await (options.quiet ? sent : pendingRequests.track(url, sent));
  if (!response.ok) {
    const error = await ApiError.from(response);
    announce(url, options, error);
    throw error;
  }
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
