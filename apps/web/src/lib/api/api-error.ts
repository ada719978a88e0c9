import type { ErrorBody, ErrorCode } from '@cuentos/contract/error-codes';
import { SESSION_CLOSED_TEXT, statusTexts } from './texts.ts';

/** Returns the text of the global toast for a status; null when it shows none. */
export function statusText(status: number): string | null {
  return statusTexts[status] ?? null;
}

/** The server's sentences for these are English and for programs. */
const sessionCodes: ReadonlySet<ErrorCode | undefined> = new Set([
  'invalid_user_session',
  'session_expired',
  'refresh_token_invalid',
]);

/** A failed call. `status` is 0 without an answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | null;
  /** The server's sentence, in Spanish. */
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, body: Partial<ErrorBody> | null, cause?: unknown) {
    super(body?.detail ?? `request failed with status ${status}`, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = body?.code ?? null;
    this.detail = sessionCodes.has(body?.code) ? SESSION_CLOSED_TEXT : (body?.detail ?? '');
    this.fields = body?.fields ?? {};
  }

  static async from(response: Response): Promise<ApiError> {
    const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
    return new ApiError(response.status, body && typeof body === 'object' ? body : null);
  }
}
