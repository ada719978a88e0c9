import { serverNow } from '../lib/clock.ts';
import { downloadPart } from '@cuentos/contract/reading';
import { request } from '../lib/api/api-client.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { createEmitter } from '../lib/store.ts';
import { withLock } from '../lib/locks.ts';
import { fetchFile, FileCorrupt, filePieces, FileRefused } from './fetch-file.ts';
import { isOnline } from './network-status.ts';
import { noteHeld, storeEpub } from './store-epubs.ts';
import { storedEpubs } from './stored-epubs.ts';
import { beginCopy, OWNER_LOCK } from './begin-copy.ts';

/** A part to store, with the names that the library shows without a connection. */
export interface DownloadRequest {
  readonly partId: string;
  readonly bookId: string;
  readonly bookName: string;
  readonly partName: string;
  /** Size in bytes, as far as known before the server's answer. */
  readonly size: number;
}

/** Progress of a download, bytes. */
export interface DownloadProgress {
  readonly received: number;
  readonly total: number;
}

/**
 * How a download ended. `full`: the device has no space left. `not-ours`: the copies belong to another user, who signed
 * in meanwhile or whose copies cannot be deleted. `failed`: the server refused it or the file stayed corrupt, which is
 * only logged: reading online goes on.
 */
export type DownloadOutcome = 'stored' | 'already-here' | 'cancelled' | 'full' | 'not-ours' | 'failed';

interface Running {
  readonly abort: AbortController;
  readonly outcome: Promise<DownloadOutcome>;
  progress: DownloadProgress;
}

/** Attempts after a lost connection, with growing pauses; the next opening continues from the stored bytes. */
const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 1000;
/** Shortest time between two progress reports, ms. */
const TELL_EVERY_MS = 100;

const running = new Map<string, Running>();
const changed = createEmitter();
const ended = createEmitter<{ readonly request: DownloadRequest; readonly outcome: DownloadOutcome }>();
let lastTold = 0;
let parts: ReadonlySet<string> = new Set();

function tell(always: boolean): void {
  const now = Date.now();
  if (!always && now - lastTold < TELL_EVERY_MS) return;
  lastTold = now;
  if (parts.size !== running.size || [...running.keys()].some((id) => !parts.has(id))) parts = new Set(running.keys());
  changed.emit();
}

/** Storing the files of parts on this device; one download per part, across tabs too. */
export const downloads = {
  subscribe: changed.subscribe,
  /** Null when the part is not being downloaded by this tab. The same object until it changes. */
  progressOf: (partId: string): DownloadProgress | null => running.get(partId)?.progress ?? null,
  /** Parts being downloaded. The same set until it changes. */
  parts: (): ReadonlySet<string> => parts,
  /** Calls back after each finished download of this tab. */
  onEnd: ended.subscribe,
  /** Starts a download, or joins the running one. Never rejects. */
  start(request: DownloadRequest): Promise<DownloadOutcome> {
    const runningDownload = running.get(request.partId);
    if (runningDownload) return runningDownload.outcome;
    const abort = new AbortController();
    const outcome = run(request, abort.signal).then((end) => {
      running.delete(request.partId);
      tell(true);
      ended.emit({ request, outcome: end });
      return end;
    });
    running.set(request.partId, { abort, outcome, progress: { received: 0, total: request.size } });
    tell(true);
    return outcome;
  },
  /** Stops a download; the stored bytes stay for a later resumption. */
  cancel(partId: string): void {
    running.get(partId)?.abort.abort();
  },
  async cancelAll(): Promise<void> {
    const all = [...running.values()];
    for (const { abort } of all) abort.abort();
    await Promise.all(all.map(({ outcome }) => outcome));
  },
};

async function run(request: DownloadRequest, signal: AbortSignal): Promise<DownloadOutcome> {
  try {
    const outcome = await withLock(`download:${request.partId}`, () => download(request, signal), { signal });
    if (outcome === 'not-ours') logNotStored(request, 'the copies on this device are not of this session');
    return outcome;
  } catch (error) {
    if (signal.aborted) return 'cancelled';
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) {
      logNotStored(request, error);
      return 'failed';
    }
    // Deletes the pieces of the incomplete file, which would take the last space from position and notes.
    await filePieces.remove(request.partId).catch(() => {});
    return 'full';
  }
}

/** Logs the failure without a message: reading online goes on. */
function logNotStored({ partId }: DownloadRequest, reason: unknown): void {
  // oxlint-disable-next-line no-console -- logged, and nothing else
  console.warn(`the part ${partId} was not stored`, reason);
}

async function download(request: DownloadRequest, signal: AbortSignal): Promise<DownloadOutcome> {
  let corrupt = 0;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await attemptOnce(request, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof FileCorrupt) corrupt += 1;
      if (attempt >= ATTEMPTS || corrupt > 1 || !canRetry(error)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), signal);
    }
  }
}

/** Whether another attempt with a fresh link may do better. */
function canRetry(error: unknown): boolean {
  if (error instanceof FileCorrupt || error instanceof FileRefused) return true;
  if (error instanceof ApiError) return error.status === 0 || error.status >= 500 || error.status === 429;
  return error instanceof TypeError; // a cut connection
}

async function attemptOnce(part: DownloadRequest, signal: AbortSignal): Promise<DownloadOutcome> {
  const { partId } = part;
  const mayKeep = beginCopy();
  // Waits while another user's copies are being deleted, and fetches nothing that could not be stored.
  if (!(await withLock(OWNER_LOCK, mayKeep, { signal }))) return 'not-ours';
  const asked_at = serverNow();
  const link = await request(downloadPart, { params: { part_id: partId }, handles: 'all', quiet: true, signal });
  const storedEpub = await storedEpubs.read(partId).catch(() => null);
  // A server of an earlier version does not send it.
  const statement = 'held' in link ? { part: link.held, asked_at } : null;
  if (storedEpub?.edition_id === link.edition_id) {
    if (statement) await noteHeld(partId, statement).catch(() => {});
    return 'already-here';
  }
  const epub = await fetchFile({
    partId,
    link,
    signal,
    onProgress: (received) => {
      const entry = running.get(partId);
      if (entry) entry.progress = { received, total: link.size };
      tell(received === link.size);
    },
  });
  if (!(await mayKeep())) return 'not-ours';
  const { edition_id, hash, size } = link;
  const names = { book_id: part.bookId, book_name: part.bookName, part_name: part.partName };
  await storeEpub({ id: partId, epub, edition_id, hash, size, ...names }, statement);
  await filePieces.remove(partId).catch(() => {});
  await askToPersist();
  return 'stored';
}

/** Asks once a file is stored for storage that the browser does not evict; a refusal changes nothing else. */
async function askToPersist(): Promise<void> {
  const storage = globalThis.navigator?.storage;
  try {
    if (storage?.persist && !(await storage.persisted())) await storage.persist();
  } catch {
    // Some browsers refuse outside a user gesture.
  }
}

/** Waits a while; without a connection, until it returns. */
async function pause(duration: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const events = new AbortController();
    const go = () => {
      events.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => isOnline() && go(), duration);
    addEventListener('online', go, { signal: events.signal });
    signal.addEventListener('abort', go, { signal: events.signal });
  });
}
