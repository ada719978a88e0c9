import { exportPart } from '@cuentos/contract/exports';
import type { ExportKind } from '@cuentos/domain/exports/export-permission';
import { flushOutbox } from '../../device/outbox.ts';
import { request } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { withTimeout } from '../../lib/with-timeout.ts';

interface Taking {
  readonly partId: string;
  readonly kind: ExportKind;
  readonly fileName: string;
  readonly signal: AbortSignal;
  /** Bytes received, and their total. */
  readonly onProgress: (received: number, total: number) => void;
}

/** Longest delay by unsent notes, ms. */
const PATIENCE_MS = 6000;

/**
 * Downloads a part as a file. An HTML file contains the server's notes, so this device's unsent notes are sent first.
 * @returns whether no note of this device is missing
 * @throws ApiError, also for a lost connection; AbortError
 */
export async function takePart({ partId, kind, fileName, signal, onProgress }: Taking): Promise<boolean> {
  const isWhole = kind === 'epub' || (await sendNotes(signal));
  signal.throwIfAborted();
  let file: Blob | null = null;
  await request(exportPart, {
    params: { part_id: partId },
    json: { kind },
    handles: 'all',
    signal,
    // The call carries the token, which a plain link would not.
    transport: async (address, init) => {
      const response = await fetch(address, init);
      if (!response.ok) return response;
      file = await readWhole(response, onProgress);
      return new Response(null, { status: 204 });
    },
  });
  if (file) saveFile(file, fileName);
  return isWhole;
}

/** Sends the outbox; false when an entry is left, or it takes too long. Ends with the signal. */
async function sendNotes(signal: AbortSignal): Promise<boolean> {
  const aborted = new Promise<'waiting'>((resolve) => {
    signal.addEventListener('abort', () => resolve('waiting'), { once: true });
  });
  const sending = Promise.race([flushOutbox(), aborted]);
  return (await withTimeout(sending, PATIENCE_MS, () => 'waiting' as const)) === 'empty';
}

/** Reads a body to its end. @throws TypeError when it is shorter than announced */
async function readWhole(response: Response, onProgress: Taking['onProgress']): Promise<Blob> {
  const total = Number(response.headers.get('content-length'));
  const chunks: BlobPart[] = [];
  let received = 0;
  for (const reader = response.body?.getReader(); ;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) break;
    chunks.push(value);
    received += value.byteLength;
    onProgress(received, total);
  }
  if (received < total) throw new TypeError('the line broke');
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
}

/** File name on a reader's disk; characters that a file system refuses become spaces. */
export function fileNameOf(book: string, part: string, kind: ExportKind): string {
  const name = `${book} - ${part}`.replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, ' ').trim();
  return `${name}.${kind === 'page' ? 'html' : 'epub'}`;
}
