import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { FileMissing, StorageUnavailable, type StoragePort } from '../../ports/storage.ts';

/** A bucket and its credentials. */
export interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Milliseconds until an answer begins, and until a file of any size is stored; lower in tests. */
  readonly timeLimits?: { readonly answer: number; readonly file: number };
}

/** An answer has to begin by then, and each piece of it has to follow; a store that hangs must not hold requests. */
const ANSWER_WITHIN_MS = 8000;
/** Longest time limit for storing a file, enough for 100 MB over a slow connection. */
const FILE_WITHIN_MS = 300_000;
/**
 * Lowest upload rate in bytes per millisecond: the share of each of an upload's eight parallel files on a line of 1
 * Mbit/s. It makes the limit of a small file short. A limit on silence would not work, because a slow line can be
 * silent for many seconds while the system sends buffered data.
 */
const SLOWEST_BYTES_PER_MS = 16;
const ATTEMPTS = 3;
/** Longest pause after the first attempt, twice as long after each further one; the pause is any part of it. */
const PAUSE_MS = 100;

/** Storage in a bucket of any S3-compatible service, addressed by path. */
export function createS3Storage({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
  timeLimits = { answer: ANSWER_WITHIN_MS, file: FILE_WITHIN_MS },
}: S3Options): StoragePort {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const urlOf = (key: string): string => {
    if (leadsOut(key)) throw new FileMissing(key);
    return `${endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  };
  /** Sends a request. @throws unless the answer is a success or has one of `expectedStatuses` */
  const ask = async (
    url: string,
    expectedStatuses: readonly number[],
    init: RequestInit,
    limit = timeLimits.answer,
  ) => {
    const signal = AbortSignal.timeout(limit);
    const response = await send(client, url, init, signal).catch(unavailable);
    if (!response.ok && !expectedStatuses.includes(response.status)) throw refused(response);
    return response;
  };
  const put = async (key: string, bytes: Uint8Array, mediaType: string): Promise<void> => {
    const checksum = createHash('sha256').update(bytes).digest('hex');
    const headers = { 'content-type': mediaType, 'x-amz-content-sha256': checksum };
    const limit = Math.min(timeLimits.file, timeLimits.answer + bytes.length / SLOWEST_BYTES_PER_MS);
    await ask(urlOf(key), [], { method: 'PUT', body: Buffer.from(bytes), headers }, Math.ceil(limit));
  };
  return {
    name: `S3 bucket ${bucket}`,
    origin: new URL(endpoint).origin,
    putBytes: put,
    putFile: async (key, path, mediaType) => put(key, await readFile(path), mediaType),
    read: async (key) => readObject(client, { key, url: urlOf(key), limit: timeLimits.answer }),
    exists: async (key) => !leadsOut(key) && (await ask(urlOf(key), [404], { method: 'HEAD' })).ok,
    async delete(key) {
      if (!leadsOut(key)) await ask(urlOf(key), [404], { method: 'DELETE' });
    },
    signedUrl: async (key, expiresAt, fileName) => signDownload(client, urlOf(key), expiresAt, fileName),
    async check() {
      await ask(`${endpoint}/${bucket}?list-type=2&max-keys=1`, [], {});
    },
    // An object is there whole or not at all.
    sweep: async () => undefined,
  };
}

/** Whether the address of a key would lead out of the bucket, because addresses resolve these parts. */
function leadsOut(key: string): boolean {
  return key.split('/').some((part) => part === '.' || part === '..');
}

interface ObjectPlace {
  readonly key: string;
  readonly url: string;
  /** Milliseconds within which the store must answer. */
  readonly limit: number;
}

async function readObject(client: AwsClient, { key, url, limit }: ObjectPlace): ReturnType<StoragePort['read']> {
  const ending = new AbortController();
  const response = await inTime(limit, ending, async () => send(client, url, { method: 'GET' }, ending.signal)).catch(
    unavailable,
  );
  if (response.status === 404) throw new FileMissing(key);
  if (!response.ok || !response.body) throw refused(response);
  const pieces = piecesOf(response.body, limit, ending);
  const size = Number(response.headers.get('content-length') ?? Number.NaN);
  // A proxy that compressed the answer states the length of the compressed bytes, so the content is read for its length.
  const isAsPut = (response.headers.get('content-encoding') ?? 'identity') === 'identity' && Number.isInteger(size);
  if (isAsPut) return { stream: Readable.from(pieces, { objectMode: false }), size };
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  const bytes = Buffer.concat(all);
  return { stream: Readable.from([bytes], { objectMode: false }), size: bytes.length };
}

/**
 * Signs and sends a request, and repeats it while the store reports a fault of its own. The signal is passed to `fetch`
 * and not to the signed request: nothing refers to that request once it is sent, so garbage collection would remove its
 * signal too, and a store that hangs would never be given up.
 */
export async function send(client: AwsClient, url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const signed = await client.sign(url, init);
    // Leaves the header out of the signature, because proxies may change it.
    signed.headers.set('accept-encoding', 'identity');
    const response = await fetch(signed, { redirect: 'error', signal });
    const isAskedAgain = response.status >= 500 || response.status === 429;
    if (!isAskedAgain || attempt === ATTEMPTS) return response;
    await response.body?.cancel();
    await sleep(Math.random() * PAUSE_MS * 2 ** (attempt - 1), undefined, { signal });
  }
}

/** The pieces of a body, each of which has to come in time. */
async function* piecesOf(
  body: ReadableStream<Uint8Array>,
  limit: number,
  ending: AbortController,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await inTime(limit, ending, async () => reader.read()).catch(unavailable);
      if (done) return;
      yield value;
    }
  } finally {
    ending.abort();
  }
}

/** Breaks a call off that does not end in time. */
async function inTime<T>(limit: number, ending: AbortController, call: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => ending.abort(new Error(`the object store said nothing for ${limit} ms`)), limit);
  try {
    return await call();
  } finally {
    clearTimeout(timer);
  }
}

/** Any fault of the line. @throws {StorageUnavailable} */
export function unavailable(cause: unknown): never {
  throw new StorageUnavailable('the object store does not answer', { cause });
}

/** Meaning of a refusal of the store for the shop. */
export function refused({ status }: Response): StorageUnavailable {
  return new StorageUnavailable(`the object store answered ${status}`, { status });
}

/** A link of our own time to one object, that downloads under a name. */
async function signDownload(client: AwsClient, address: string, expiresAt: number, fileName: string): Promise<string> {
  const url = new URL(address);
  const seconds = Math.max(1, Math.round((expiresAt - Date.now()) / 1000));
  url.searchParams.set('X-Amz-Expires', String(seconds));
  url.searchParams.set('response-content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
  const signed = await client.sign(url, { method: 'GET', aws: { signQuery: true } });
  return signed.url;
}
