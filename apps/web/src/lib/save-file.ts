/** Saves a file through the browser. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

type Transport = (address: string, init: RequestInit) => Promise<Response>;

/**
 * Downloads a file as the signed-in person: a plain link would lack the token.
 * @param ask makes the call with the given sender
 * @returns null when the answer contained no file
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
