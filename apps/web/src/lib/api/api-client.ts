import { type AnswerOf, type BodyOf, type Call, type ParamsOf, type QueryOf, urlOf } from '@cuentos/contract/call';
import { antiForgeryHeader } from './anti-forgery.ts';
import { ApiError, statusText } from './api-error.ts';
import { learnServerTime } from '../clock.ts';
import { failures, pendingRequests, serverReach, sessionEnd } from './api-events.ts';
import { refreshSession } from './refresh-session.ts';
import { session } from './session.ts';

/** Sends a request as `fetch` does. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

/** Options of a call, whatever it is for. */
export interface CallSettings {
  /** Body sent as form data. */
  readonly form?: Readonly<Record<string, string>>;
  /** Body sent as multipart form data, with files. */
  readonly multipart?: FormData;
  /** Function that sends the request instead of `fetch`. */
  readonly transport?: Transport;
  /**
   * Statuses for which the caller has a text of its own, or `all`: they show no global toast, so that there is exactly
   * one message for each failure.
   */
  readonly handles?: readonly number[] | 'all';
  /** Runs in the background, without the loader. */
  readonly quiet?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call: its parameters, query and body, each as the contract has them. */
export type CallOptions<C extends Call> = CallSettings & {
  readonly query?: QueryOf<C>;
  /** Body sent as JSON. */
  readonly json?: BodyOf<C>;
} & (keyof ParamsOf<C> extends never ? { readonly params?: undefined } : { readonly params: ParamsOf<C> });

/** Arguments after the call in a request; none are needed for a call without parameters. */
export type CallArguments<C extends Call> = keyof ParamsOf<C> extends never
  ? [options?: CallOptions<C>]
  : [options: CallOptions<C>];

interface Request extends CallSettings {
  readonly url: string;
  readonly method: Call['method'];
  readonly json: unknown;
}

/**
 * Calls with a proof of their own: renewing the session for them would be circular. The address of another call never
 * looks like one, because slashes in parameters and queries are encoded.
 */
const isAuthCall = (url: string) => url.includes('/auth/');
/** The Bearer token is sent to our own API only, never to the file storage. */
const takesBearer = (url: string) => url.startsWith('/') && !url.startsWith('//') && !url.startsWith('/files/');

function requestInit({ url, method, ...options }: Request): RequestInit {
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
async function afterUnauthorized(request: Request, error: ApiError, used: string | null) {
  if (!session.refreshToken()) {
    sessionEnd.announce({ redirect: false });
    throw error;
  }
  if (error.code === 'invalid_user_session') {
    sessionEnd.announce({ redirect: true });
    throw error;
  }
  if ((await refreshSession(used)) !== 'refreshed') throw error;
  return send(request);
}

async function send(request: Request): Promise<Response> {
  try {
    const response = await (request.transport ?? fetch)(request.url, requestInit(request));
    learnServerTime(response.headers.get('date'));
    serverReach.note(response.status);
    return response;
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    serverReach.note(null);
    throw new ApiError(0, null, cause);
  }
}

async function authorizedSend(request: Request): Promise<Response> {
  const { url } = request;
  // A newly loaded page exchanges its refresh token first, instead of getting a 401.
  if (!session.accessToken() && session.refreshToken() && !isAuthCall(url)) await refreshSession(null);
  const used = session.accessToken();
  const response = await send(request);
  if (response.status !== 401 || isAuthCall(url)) return response;
  return afterUnauthorized(request, await ApiError.from(response), used);
}

function announce({ url, handles }: Request, error: ApiError): void {
  if (isAuthCall(url) || handles === 'all' || handles?.includes(error.status)) return;
  const text = statusText(error.status);
  if (text) failures.announce(text);
}

/** Calls the API and reads its answer as JSON; an empty answer is `undefined`. Throws {@link ApiError}. */
export async function request<C extends Call>(call: C, ...[options]: CallArguments<C>): Promise<AnswerOf<C>> {
  const { params, query, json, ...settings } = (options ?? {}) as CallOptions<C>;
  const url = urlOf(call, params, query as Parameters<typeof urlOf>[2]);
  const preparedRequest: Request = { ...(settings as CallSettings), url, method: call.method, json };
  const answered = authorizedSend(preparedRequest);
  const response = await (preparedRequest.quiet ? answered : pendingRequests.track(url, answered));
  if (!response.ok) {
    const error = await ApiError.from(response);
    announce(preparedRequest, error);
    throw error;
  }
  return readAnswer(preparedRequest, response) as Promise<AnswerOf<C>>;
}

/** Reads an answer's body. A connection that breaks during it counts as no answer. @throws {ApiError} with status 0 */
async function readAnswer({ signal }: Request, response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    serverReach.note(null);
    throw new ApiError(0, null, cause);
  }
}
