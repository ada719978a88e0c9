/** Hands a file to the browser to keep. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

type Transport = (address: string, init: RequestInit) => Promise<Response>;

/**
 * Fetches a file as the signed-in person: a plain link would come without the token.
 * @param ask makes the call with what it is given to send it by.
 * @returns null when there was no file in the answer.
 */
export async function fetchFile(ask: (transport: Transport) => Promise<unknown>): Promise<Blob | null> {
  let file: Blob | null = null;
  await ask(async (address, init) => {
    const response = await fetch(address, init);
    if (!response.ok) return response;
    file = await response.blob();
    return new Response(null, { status: 204 });
  });
  return file;
}
