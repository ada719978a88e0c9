import { adminCall } from './admin-call.ts';

/**
 * Fetches a file as the signed-in person and hands it to the browser to keep: a plain link would come without the
 * token.
 * @returns false when the call was refused with a 401.
 */
export async function downloadFile(url: string, name: string): Promise<boolean> {
  let file: Blob | null = null;
  const done = await adminCall<undefined>(url, {
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
