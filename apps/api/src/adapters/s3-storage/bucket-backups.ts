import { AwsClient } from 'aws4fetch';
import type { BackupStore, StoredFile } from '../../ports/storage.ts';
import { createS3Storage, refused, type S3Options, send, unavailable } from './s3-storage.ts';

interface BucketBackupsOptions extends S3Options {
  /** Folder in the bucket, without a slash at its end. */
  readonly prefix: string;
  /** Whether the shop's own files lie in the same bucket. */
  readonly isOfFiles: boolean;
}

/** A listing has to begin by then; it may hold a thousand files. */
const LIST_WITHIN_MS = 20_000;

/** Backups below a prefix of a bucket. */
export function createBucketBackups({ prefix, isOfFiles, ...options }: BucketBackupsOptions): BackupStore {
  const storage = createS3Storage(options);
  const keyOf = (key: string): string => `${prefix}/${key}`;
  return {
    kind: 'bucket',
    place: `${options.bucket}/${prefix}`,
    putBytes: async (key, bytes, mediaType) => storage.putBytes(keyOf(key), bytes, mediaType),
    read: async (key) => storage.read(keyOf(key)),
    delete: async (key) => storage.delete(keyOf(key)),
    sweep: async () => undefined,
    shares: async () => (isOfFiles ? 'bucket' : null),
    async list(folder) {
      const files = await listObjects(options, folder === '' ? `${prefix}/` : `${keyOf(folder)}/`);
      return files.map((file) => ({ ...file, key: file.key.slice(prefix.length + 1) }));
    },
  };
}

/** Every object whose key begins with a prefix, page after page. */
async function listObjects(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Options,
  prefix: string,
): Promise<StoredFile[]> {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const files: StoredFile[] = [];
  for (let token: string | undefined; ;) {
    const query = new URLSearchParams({ 'list-type': '2', prefix });
    if (token !== undefined) query.set('continuation-token', token);
    const page = await ask(client, `${endpoint}/${bucket}?${query.toString()}`);
    files.push(...objectsOf(page));
    token = elementOf(page, 'IsTruncated') === 'true' ? elementOf(page, 'NextContinuationToken') : undefined;
    if (token === undefined) return files;
  }
}

async function ask(client: AwsClient, url: string): Promise<string> {
  const signal = AbortSignal.timeout(LIST_WITHIN_MS);
  const response = await send(client, url, { method: 'GET' }, signal).catch(unavailable);
  if (!response.ok) throw refused(response);
  return response.text().catch(unavailable);
}

/** Keys are of our own making, so that no sign in them is escaped. */
function objectsOf(page: string): StoredFile[] {
  return [...page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, object = '']) => ({
    key: elementOf(object, 'Key') ?? '',
    size: Number(elementOf(object, 'Size')),
    storedAt: Date.parse(elementOf(object, 'LastModified') ?? ''),
  }));
}

function elementOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
}
