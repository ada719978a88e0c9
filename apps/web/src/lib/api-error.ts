import type { ErrorBody, ErrorCode } from '@cuentos/contract/error-codes';

/** A failed call. `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | null;
  /** The server's sentence. */
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, body: Partial<ErrorBody> | null, cause?: unknown) {
    super(body?.detail ?? `request failed with status ${status}`, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = body?.code ?? null;
    this.detail = body?.detail ?? '';
    this.fields = body?.fields ?? {};
  }

  static async from(response: Response): Promise<ApiError> {
    const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
    return new ApiError(response.status, body && typeof body === 'object' ? body : null);
  }
}
