import type { AnswerOf, Call } from '@cuentos/contract/call';
import { queryOptions } from '@tanstack/react-query';
import { type CallArguments, type CallOptions, type CallSettings, request } from '../../lib/api/api-client.ts';
import { ApiError, statusText } from '../../lib/api/api-error.ts';
import { failures } from '../../lib/api/api-events.ts';
import { keyOf } from '../../lib/api/query-key.ts';
import { fetchFile, saveFile } from '../../lib/save-file.ts';

/** Permission that an account lacks: the role, or a second factor that the shop requires. */
type MissingPermission = 'role' | 'second-factor';
let handler: (lost: MissingPermission) => void = () => {};

/** Reports to the working areas that this account may not use them any more, or not yet. */
export const adminAccess = {
  onLost(next: (lost: MissingPermission) => void): () => void {
    handler = next;
    return () => {
      handler = () => {};
    };
  },
  announceLost(lost: MissingPermission): void {
    handler(lost);
  },
};

/**
 * A call of the working areas. A 403 for a lost role redirects the person instead of showing 'Error: Prohibido'. Throws
 * ApiError; `isTold` of `admin-mutation.ts` knows which errors need no further message.
 */
export async function adminCall<C extends Call>(call: C, ...[options]: CallArguments<C>): Promise<AnswerOf<C>> {
  const { handles = [] } = options ?? {};
  try {
    const settings = { ...options, handles: handles === 'all' ? handles : [...handles, 403] } as CallOptions<C>;
    return await callConfirmed(call, settings);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) afterForbidden(error, handles);
    throw error;
  }
}

/** Returns a query for the answer of a call of the working areas; its key is the call's address. */
export function adminQueryOf<C extends Call>(call: C, ...[options]: CallArguments<C>) {
  return queryOptions({
    queryKey: keyOf(call, options),
    queryFn: ({ signal }): Promise<AnswerOf<C>> =>
      adminCall(call, ...([{ ...options, signal }] as unknown as CallArguments<C>)),
  });
}

/** Repeats a call after the dialog for a code that the server asks for; a cancelled dialog returns the refusal. */
async function callConfirmed<C extends Call>(call: C, settings: CallOptions<C>): Promise<AnswerOf<C>> {
  const send = () => request(call, ...([settings] as unknown as CallArguments<C>));
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'confirmation_needed') throw error;
    const { confirmAgain } = await import('../auth/ask-for-code.ts');
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

/** Downloads a file as the signed-in person. Throws ApiError. */
export async function downloadFile<C extends Call>(call: C, options: CallOptions<C>, name: string): Promise<void> {
  const file = await fetchFile(async (transport) =>
    adminCall<Call>(call, { ...(options as CallOptions<Call>), handles: 'all', transport }),
  );
  if (file !== null) saveFile(file, name);
}
