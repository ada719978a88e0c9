import { AwsClient } from 'aws4fetch';
import type { S3Options } from '../adapters/s3-storage/s3-storage.ts';

/** Bucket of a real store, which tools/swift.mjs starts; null where the strict stand-in is tested alone. */
export const realS3: S3Options | null =
  process.env['TEST_S3'] === undefined ? null : (JSON.parse(process.env['TEST_S3']) as S3Options);

/** Makes the bucket of the real store, where there is one; a second time changes nothing. */
export async function makeRealBucket(): Promise<void> {
  if (realS3 === null) return;
  const { bucket, endpoint, ...keys } = realS3;
  await new AwsClient({ ...keys, service: 's3' }).fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
}
