import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { FileMissing, type StoragePort } from '../../ports/storage.ts';

interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Milliseconds; lower in tests. */
  readonly timeLimits?: { readonly answer: number; readonly file: number };
}

/** A short answer is due by then, with the client's repetitions; a store that hangs must not hold requests for ever. */
const ANSWER_WITHIN_MS = 20_000;
/** Whole files of up to 100 MB pass over a slow line. */
const FILE_WITHIN_MS = 300_000;

/** Storage in a bucket of any S3-compatible service, addressed by path. */
export function createS3Storage({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
  timeLimits = { answer: ANSWER_WITHIN_MS, file: FILE_WITHIN_MS },
}: S3Options): StoragePort {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 });
  const urlOf = (key: string): string => `${endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const put = async (key: string, bytes: Uint8Array, mediaType: string): Promise<void> => {
    const checksum = createHash('sha256').update(bytes).digest('hex');
    const headers = { 'content-type': mediaType, 'x-amz-content-sha256': checksum };
    const signal = AbortSignal.timeout(timeLimits.file);
    const response = await client.fetch(urlOf(key), { method: 'PUT', body: Buffer.from(bytes), headers, signal });
    if (!response.ok) throw new Error(`the object store answered ${response.status}`);
  };
  return {
    name: `S3 bucket ${bucket}`,
    origin: new URL(endpoint).origin,
    putBytes: put,
    putFile: async (key, path, mediaType) => put(key, await readFile(path), mediaType),
    async read(key) {
      const response = await client.fetch(urlOf(key), { signal: AbortSignal.timeout(timeLimits.file) });
      if (response.status === 404) throw new FileMissing(key);
      if (!response.ok || !response.body) throw new Error(`the object store answered ${response.status}`);
      const stream = Readable.fromWeb(response.body);
      return { stream, size: Number(response.headers.get('content-length')) };
    },
    async exists(key) {
      const response = await client.fetch(urlOf(key), {
        method: 'HEAD',
        signal: AbortSignal.timeout(timeLimits.answer),
      });
      if (!response.ok && response.status !== 404) throw new Error(`the object store answered ${response.status}`);
      return response.ok;
    },
    async delete(key) {
      const response = await client.fetch(urlOf(key), {
        method: 'DELETE',
        signal: AbortSignal.timeout(timeLimits.answer),
      });
      if (!response.ok && response.status !== 404) throw new Error(`the object store answered ${response.status}`);
    },
    signedUrl: async (key, expiresAt, fileName) => signDownload(client, urlOf(key), expiresAt, fileName),
    async check() {
      const response = await client.fetch(`${endpoint}/${bucket}?list-type=2&max-keys=1`, {
        signal: AbortSignal.timeout(timeLimits.answer),
      });
      if (!response.ok) throw new Error(`the object store answered ${response.status}`);
    },
  };
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
