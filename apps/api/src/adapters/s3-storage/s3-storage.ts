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
}

/** Storage in a bucket of any S3-compatible service, addressed by path. */
export function createS3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Options): StoragePort {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 });
  const urlOf = (key: string): string => `${endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const put = async (key: string, bytes: Uint8Array, mediaType: string): Promise<void> => {
    const checksum = createHash('sha256').update(bytes).digest('hex');
    const headers = { 'content-type': mediaType, 'x-amz-content-sha256': checksum };
    const response = await client.fetch(urlOf(key), { method: 'PUT', body: Buffer.from(bytes), headers });
    if (!response.ok) throw new Error(`the object store answered ${response.status}`);
  };
  return {
    name: `S3 bucket ${bucket}`,
    origin: new URL(endpoint).origin,
    putBytes: put,
    putFile: async (key, path, mediaType) => put(key, await readFile(path), mediaType),
    async read(key) {
      const response = await client.fetch(urlOf(key));
      if (response.status === 404) throw new FileMissing(key);
      if (!response.ok || !response.body) throw new Error(`the object store answered ${response.status}`);
      const stream = Readable.fromWeb(response.body);
      return { stream, size: Number(response.headers.get('content-length')) };
    },
    async exists(key) {
      const response = await client.fetch(urlOf(key), { method: 'HEAD' });
      if (!response.ok && response.status !== 404) throw new Error(`the object store answered ${response.status}`);
      return response.ok;
    },
    async delete(key) {
      const response = await client.fetch(urlOf(key), { method: 'DELETE' });
      if (!response.ok && response.status !== 404) throw new Error(`the object store answered ${response.status}`);
    },
    async signedUrl(key, expiresAt, fileName) {
      const url = new URL(urlOf(key));
      const seconds = Math.max(1, Math.round((expiresAt - Date.now()) / 1000));
      url.searchParams.set('X-Amz-Expires', String(seconds));
      url.searchParams.set(
        'response-content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      );
      const signed = await client.sign(url, { method: 'GET', aws: { signQuery: true } });
      return signed.url;
    },
    async check() {
      const response = await client.fetch(`${endpoint}/${bucket}?list-type=2&max-keys=1`);
      if (!response.ok) throw new Error(`the object store answered ${response.status}`);
    },
  };
}
