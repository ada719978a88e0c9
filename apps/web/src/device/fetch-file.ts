import type { DownloadLink } from '@cuentos/contract/reading';
import { syncDatabase } from './sync-database.ts';

/** A piece of a file whose download was interrupted. */
interface FilePiece {
  readonly part_id: string;
  readonly offset: number;
  /** Hash of the whole file; another one means another edition. */
  readonly hash: string;
  readonly bytes: ArrayBuffer;
}

declare module './sync-database.ts' {
  interface SyncSchema {
    pieces: { key: [string, number]; value: FilePiece };
  }
}

const ofPart = (partId: string) => IDBKeyRange.bound([partId, 0], [partId, Number.MAX_SAFE_INTEGER]);

/** Pieces of interrupted downloads, so that a download continues where it stopped, also after a restart. */
export const filePieces = {
  /**
   * Reads the stored bytes from the file's beginning; deletes pieces of another edition, or after a gap.
   * @param hash of the whole file
   */
  async read(partId: string, hash: string): Promise<ArrayBuffer[]> {
    return syncDatabase(async (database) => {
      const pieces = await database.getAll('pieces', ofPart(partId));
      let end = 0;
      const buffers: ArrayBuffer[] = [];
      for (const piece of pieces) {
        if (piece.hash === hash && piece.offset === end) {
          buffers.push(piece.bytes);
          end += piece.bytes.byteLength;
        } else await database.delete('pieces', [partId, piece.offset]);
      }
      return buffers;
    });
  },

  async add(piece: FilePiece): Promise<void> {
    await syncDatabase((database) => database.put('pieces', piece));
  },

  async remove(partId: string): Promise<void> {
    await syncDatabase((database) => database.delete('pieces', ofPart(partId)));
  },
};

/** Bytes that are collected before they are stored for a later resumption. */
const PIECE_BYTES = 512 * 1024;

/** The file's address answered with an error. 403 and 410: the link has expired. */
export class FileRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the file's address answered ${status}`);
    this.name = 'FileRefused';
    this.status = status;
  }
}

/** The bytes differ from the edition's. */
export class FileCorrupt extends Error {
  constructor() {
    super('the downloaded file is not what the server announced');
    this.name = 'FileCorrupt';
  }
}

interface FileRequest {
  readonly partId: string;
  readonly link: DownloadLink;
  readonly signal: AbortSignal;
  readonly onProgress: (received: number) => void;
}

/**
 * Fetches a file by its signed link, after the bytes that an interrupted attempt stored. Sends no credentials to that
 * address.
 * @throws {FileRefused}, {@link FileCorrupt}, TypeError for a lost connection, AbortError for a cancelled download
 */
export async function fetchFile({ partId, link, signal, onProgress }: FileRequest): Promise<ArrayBuffer> {
  let chunks = await filePieces.read(partId, link.hash).catch((): ArrayBuffer[] => []);
  let received = sizeOf(chunks);
  if (received < link.size) {
    const response = await request(link.url, received, signal);
    if (response.status !== 206 || (startOf(response) ?? received) !== received) {
      chunks = [];
      received = 0;
    }
    const savedUpTo = received;
    const fresh = await readBody(response, { partId, hash: link.hash, from: savedUpTo }, (more) => {
      received = savedUpTo + more;
      onProgress(Math.min(received, link.size));
    });
    chunks.push(...fresh);
  }
  const file = joined(chunks);
  if (file.byteLength !== link.size || !(await hasHash(file, link.hash))) {
    await filePieces.remove(partId).catch(() => {});
    throw new FileCorrupt();
  }
  return file;
}

async function request(url: string, from: number, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, {
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    headers: from > 0 ? { range: `bytes=${from}-` } : {},
  });
  if (!response.ok) throw new FileRefused(response.status);
  return response;
}

/**
 * Returns where the range begins; null when the bucket does not let a page read it: then it is the requested offset.
 */
function startOf(response: Response): number | null {
  const range = response.headers.get('content-range');
  return range === null ? null : Number(/^bytes (\d+)-/.exec(range)?.[1] ?? -1);
}

interface PieceOf {
  readonly partId: string;
  readonly hash: string;
  /** Offset of the body's first byte in the file. */
  readonly from: number;
}

async function readBody(response: Response, piece: PieceOf, onBytes: (count: number) => void): Promise<ArrayBuffer[]> {
  const reader = response.body?.getReader();
  if (!reader) return [await response.arrayBuffer()];
  const done: ArrayBuffer[] = [];
  let gathered: Uint8Array<ArrayBuffer>[] = [];
  let read = 0;
  const savePiece = async (): Promise<void> => {
    if (gathered.length === 0) return;
    const bytes = joined(gathered);
    gathered = [];
    await addPiece({ part_id: piece.partId, hash: piece.hash, offset: piece.from + sizeOf(done), bytes });
    done.push(bytes);
  };
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      gathered.push(chunk.value);
      read += chunk.value.byteLength;
      onBytes(read);
      if (sizeOf(gathered) >= PIECE_BYTES) await savePiece();
    }
  } catch (error) {
    await savePiece();
    throw error;
  }
  if (gathered.length > 0) done.push(joined(gathered));
  return done;
}

/**
 * Stores a piece for a later resumption. A full disk only ends the storing of pieces; storing the whole file reports
 * it.
 */
async function addPiece(piece: FilePiece): Promise<void> {
  await filePieces.add(piece).catch(() => {});
}

function sizeOf(chunks: readonly { readonly byteLength: number }[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
}

function joined(chunks: readonly (ArrayBuffer | Uint8Array<ArrayBuffer>)[]): ArrayBuffer {
  const all = new Uint8Array(sizeOf(chunks));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk instanceof Uint8Array ? chunk : new Uint8Array(chunk), at);
    at += chunk.byteLength;
  }
  return all.buffer;
}

/** Whether the bytes have this SHA-256; without WebCrypto (plain http other than localhost) their size must do. */
export async function hasHash(bytes: ArrayBuffer, hash: string): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === hash;
}
