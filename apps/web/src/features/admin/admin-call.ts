import type { Endpoint, ResponseOf } from '@cuentos/contract/endpoint';
import { call, type CallArguments, type CallOptions, type CallSettings } from '../../lib/api/api-client.ts';
import { ApiError, statusText } from '../../lib/api/api-error.ts';
import { failures } from '../../lib/api/api-events.ts';

let handler: () => void = () => {};

/** Tells the working areas that this account lost its role while they were open. */
export const adminAccess = {
  onLost(next: () => void): () => void {
    handler = next;
    return () => {
      handler = () => {};
    };
  },
  announceLost(): void {
    handler();
  },
};

/** Said when another admin changed this account: the server ends its sessions then. */
export const SESSION_CLOSED_TEXT =
  'Tu sesión se cerró desde otro lugar, o porque cambiaron los permisos o la contraseña de tu cuenta. Inicia sesión de nuevo.';

/**
 * A call of the working areas. A 401 answers false without a message of its own, others are rethrown.
 * A 403 because the role is gone sends the person away instead of saying 'Error: Prohibido'.
 */
export async function adminCall<E extends Endpoint>(
  endpoint: E,
  ...[options]: CallArguments<E>
): Promise<ResponseOf<E> | false> {
  const { handles = [] } = options ?? {};
  try {
    const settings = { ...options, handles: handles === 'all' ? handles : [...handles, 403] } as CallOptions<E>;
    return await call(endpoint, settings);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) {
      if (error.code === 'invalid_user_session') failures.announce(SESSION_CLOSED_TEXT);
      return false;
    }
    if (error.status === 403) afterForbidden(error, handles);
    throw error;
  }
}

function afterForbidden(error: ApiError, handles: NonNullable<CallSettings['handles']>): void {
  if (error.code === 'forbidden') adminAccess.announceLost();
  else if (handles !== 'all' && !handles.includes(403)) failures.announce(error.detail || (statusText(403) ?? ''));
}
