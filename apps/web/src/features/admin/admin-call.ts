import type { Endpoint, ResponseOf } from '@cuentos/contract/endpoint';
import { call, type CallArguments, type CallOptions, type CallSettings } from '../../lib/api/api-client.ts';
import { ApiError, statusText } from '../../lib/api/api-error.ts';
import { failures } from '../../lib/api/api-events.ts';
import { fetchFile, saveFile } from '../../lib/save-file.ts';

/** What an account lacks: the role, or a second factor that the shop demands. */
type Lost = 'role' | 'second-factor';
let handler: (lost: Lost) => void = () => {};

/** Tells the working areas that this account may not use them any more, or not yet. */
export const adminAccess = {
  onLost(next: (lost: Lost) => void): () => void {
    handler = next;
    return () => {
      handler = () => {};
    };
  },
  announceLost(lost: Lost): void {
    handler(lost);
  },
};

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
    return await callConfirmed(endpoint, settings);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Whoever is sent to the login is told there.
    if (error.status === 401) return false;
    if (error.status === 403) afterForbidden(error, handles);
    throw error;
  }
}

/** Repeats a call for which the server wants to see a code again; who gives up gets the refusal. */
async function callConfirmed<E extends Endpoint>(endpoint: E, settings: CallOptions<E>): Promise<ResponseOf<E>> {
  const send = () => call(endpoint, ...([settings] as unknown as CallArguments<E>));
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'confirmation_needed') throw error;
    const { confirmAgain } = await import('../auth/second-factor-dialog.tsx');
    if (!(await confirmAgain())) throw error;
    return send();
  }
}

function afterForbidden(error: ApiError, handles: NonNullable<CallSettings['handles']>): void {
  if (error.code === 'forbidden') adminAccess.announceLost('role');
  else if (error.code === 'second_factor_needed') adminAccess.announceLost('second-factor');
  else if (error.code === 'confirmation_needed') return;
  else if (handles !== 'all' && !handles.includes(403)) failures.announce(error.detail || (statusText(403) ?? ''));
}

/**
 * Fetches a file as the signed-in person and hands it to the browser to keep.
 * @returns false when the call was refused with a 401.
 */
export async function downloadFile<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  name: string,
): Promise<boolean> {
  const file = await fetchFile(async (transport) =>
    adminCall<Endpoint>(endpoint, { ...(options as CallOptions<Endpoint>), handles: 'all', transport }),
  );
  if (file === null) return false;
  saveFile(file, name);
  return true;
}
