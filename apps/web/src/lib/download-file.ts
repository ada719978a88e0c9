import type { Endpoint } from '@cuentos/contract/endpoint';
import type { CallOptions } from './api-client.ts';
import { adminCall } from './admin-call.ts';

/**
 * Fetches a file as the signed-in person and hands it to the browser to keep: a plain link would come without the
 * token.
 * @returns false when the call was refused with a 401.
 */
export async function downloadFile<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  name: string,
): Promise<boolean> {
  let file: Blob | null = null;
  const done = await adminCall<Endpoint>(endpoint, {
    ...(options as CallOptions<Endpoint>),
    handles: 'all',
    transport: async (address, init) => {
      const response = await fetch(address, init);
      if (!response.ok) return response;
      file = await response.blob();
      return new Response(null, { status: 204 });
    },
  });
  if (done === false || file === null) return false;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return true;
}
