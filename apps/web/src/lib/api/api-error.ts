import type { ErrorBody, ErrorCode } from '@cuentos/contract/error-codes';

/** Sentences of the global interceptor to the letter. */
const statusTexts: Readonly<Record<number, string>> = {
  403: 'Error: Prohibido',
  404: 'Error: No encontrado',
  422: 'Error: Datos inválidos',
  429: 'Demasiadas solicitudes, intente en unos minutos',
  500: 'Error: Error interno del servidor',
  503: 'Error: Servicio no disponible',
  504: 'Error: Tiempo de espera agotado',
};

/** What the global toast says for a status; null when it says nothing. */
export function statusText(status: number): string | null {
  return statusTexts[status] ?? null;
}

/** Shown when a stored refresh token has run out. */
export const SESSION_EXPIRED_TEXT = 'Su sesión ha expirado, inicie sesión nuevamente';

/** For calls that have a text of their own for every failure, when no answer came at all. */
export const NO_ANSWER_TEXT = 'No pudimos comunicarnos con la tienda. Revisa tu conexión e intenta de nuevo.';

/** Said in a form whose session ended meanwhile. */
export const SESSION_OVER_TEXT =
  'Tu sesión se cerró. Lo que escribiste sigue aquí: inicia sesión en otra pestaña y vuelve a guardar.';

/** Said where a session ended elsewhere, on the way to the login. */
export const SESSION_CLOSED_TEXT = 'Tu sesión se cerró. Inicia sesión para seguir donde estabas.';

/** The sentences of these are for programs, and English. */
const sessionCodes: ReadonlySet<ErrorCode | undefined> = new Set([
  'invalid_user_session',
  'session_expired',
  'refresh_token_invalid',
]);

/** A failed call. `status` is 0 when no answer came. */
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
