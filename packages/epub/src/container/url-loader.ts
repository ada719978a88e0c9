import { type Loader, ResourceMissing } from './loader.ts';

/** The server refused a file of the book: 401 session over, 403 no right to this part, or a fault of its own. */
export class ResourceRefused extends Error {
  readonly path: string;
  /** HTTP status, 0 when there was no answer at all (offline, cut connection). */
  readonly status: number;
  constructor(path: string, status: number) {
    super(`the server refused ${path} with status ${status}`);
    this.name = 'ResourceRefused';
    this.path = path;
    this.status = status;
  }
}

export interface UrlLoaderOptions {
  /** Address of a file of the edition; the path comes decoded, as in the publication record. */
  readonly urlOf: (path: string) => string;
  /** Headers of each request, asked again every time: an access token may have been renewed since. */
  readonly headers?: () => HeadersInit | Promise<HeadersInit>;
  /** Tried once after a 401, for example to renew the session; true means: ask again. */
  readonly onUnauthorized?: () => Promise<boolean>;
  readonly fetch?: typeof fetch;
}

const REMEMBERED = 24;
/** Silence after which a connection counts as broken, ms: one file must not block every later one. */
const STALL_MS = 8000;
/** Length of a long file that must arrive before its first pages are shown, bytes: some thirty pages of prose. */
const HEAD = 96 * 1024;

/**
 * A {@link Loader} that asks the server for one file at a time, so that
 * the first page shows before the book has downloaded. Concurrent questions for one file share one request; the
 * last 24 answers are remembered, failures never are, so that asking again is a real second attempt.
 *
 * Its methods throw {@link ResourceMissing} on 404 and {@link ResourceRefused} on any other failure.
 */
export function createUrlLoader(options: UrlLoaderOptions): Loader {
  const controller = new AbortController();
  const cache = new Map<string, Promise<Blob>>();

  function get(path: string): Promise<Blob> {
    const cachedFile = cache.get(path);
    if (cachedFile) {
      cache.delete(path);
      cache.set(path, cachedFile);
      return cachedFile;
    }
    return remember(path, receive(options, path, controller.signal));
  }

  function remember(path: string, answer: Promise<Blob>): Promise<Blob> {
    cache.set(path, answer);
    answer.catch(() => cache.delete(path));
    if (cache.size > REMEMBERED) cache.delete(cache.keys().next().value as string);
    return answer;
  }

  return {
    text: async (path) => (await get(path)).text(),
    async head(path) {
      if (cache.has(path)) return null;
      return new Promise((resolve, reject) => {
        remember(path, receive(options, path, controller.signal, resolve)).catch(reject);
      });
    },
    blob: async (path, mediaType) => {
      const blob = await get(path);
      return blob.type === mediaType ? blob : blob.slice(0, blob.size, mediaType);
    },
    close() {
      controller.abort();
      cache.clear();
    },
  };
}

/**
 * Fetches a file, as long as data arrive.
 * @param tellHead called with the head before the end has arrived; null when the head is not wanted
 */
async function receive(
  options: UrlLoaderOptions,
  path: string,
  closed: AbortSignal,
  tellHead?: (text: string | null) => void,
): Promise<Blob> {
  closed.throwIfAborted();
  const line = new AbortController();
  const { signal } = line;
  closed.addEventListener('abort', () => line.abort(closed.reason), { signal });
  const broken = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  // Without a handler a failure between two reads would be unhandled.
  broken.catch(() => {});
  const inTime: InTime = async (step) => {
    const timer = setTimeout(() => line.abort(new ResourceRefused(path, 0)), STALL_MS);
    return Promise.race([step, broken]).finally(() => clearTimeout(timer));
  };
  try {
    const response = await request(options, path, signal, inTime);
    const chunks: BlobPart[] = [];
    const decoder = new TextDecoder();
    let text = '';
    let size = 0;
    for (const reader = response.body?.getReader(); ;) {
      const { value } = (await inTime(reader?.read())) ?? {};
      if (!value) break;
      chunks.push(value);
      if (tellHead && size < HEAD) text += decoder.decode(value, { stream: true });
      size += value.length;
      if (size >= HEAD) tellHead?.(text);
    }
    tellHead?.(null);
    return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
  } catch (error) {
    // A line that broke in the middle is like one that was never there.
    throw error instanceof TypeError ? new ResourceRefused(path, 0) : error;
  } finally {
    line.abort();
  }
}

/** Resolves with a step of a request. Rejects when no byte comes for long, or the loader is closed. */
type InTime = <T>(step: T | Promise<T>) => Promise<T>;

async function request(
  options: UrlLoaderOptions,
  path: string,
  signal: AbortSignal,
  inTime: InTime,
): Promise<Response> {
  const send = async (): Promise<Response> => {
    const headers = await options.headers?.();
    return (options.fetch ?? fetch)(options.urlOf(path), headers ? { headers, signal } : { signal });
  };
  let response: Response;
  try {
    response = await inTime(send());
    if (response.status === 401 && (await inTime(options.onUnauthorized?.()))) {
      response = await inTime(send());
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ResourceRefused(path, 0);
  }
  if (response.status === 404) throw new ResourceMissing(path);
  if (!response.ok) throw new ResourceRefused(path, response.status);
  return response;
}
