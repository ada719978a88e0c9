import { type FileHandle, mkdtemp, open, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLocalStorage } from '../adapters/local-storage/local-storage.ts';
import { createBucketBackups } from '../adapters/s3-storage/bucket-backups.ts';
import { createS3Storage, type S3Options } from '../adapters/s3-storage/s3-storage.ts';
import { makeRealBucket, realS3 } from '../testing/real-s3.ts';
import { S3_TEST_KEYS, startStrictS3, type StrictS3 } from '../testing/strict-s3.ts';
import { FileMissing, type StoragePort, StorageUnavailable } from './storage.ts';

let folder: string;
let s3: StrictS3;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-storage-'));
  s3 = await startStrictS3();
  await makeRealBucket();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const local = () => createLocalStorage({ folder: join(folder, 'files'), secret: Buffer.from('secret') });
const ofStandIn = (): S3Options => ({ endpoint: s3.endpoint, ...S3_TEST_KEYS });
const bucket = (change: Partial<S3Options> = {}) => createS3Storage({ ...ofStandIn(), ...change });

const buckets = [
  { name: 'S3 bucket', optionsOf: ofStandIn },
  ...(realS3 === null ? [] : [realS3]).map((options) => ({ name: 'bucket of a real store', optionsOf: () => options })),
];

/** Rules that every storage adapter keeps. */
describe.each<[string, () => StoragePort]>([
  ['local disk', local],
  ...buckets.map(({ name, optionsOf }): [string, () => StoragePort] => [name, () => createS3Storage(optionsOf())]),
])('storage on %s', (_, open) => {
  const read = async (key: string) => {
    const { stream, size } = await open().read(key);
    return { bytes: await buffer(stream), size };
  };

  it('returns what was stored, bytes and files, of any size', async () => {
    for (const bytes of [Buffer.from('hola'), Buffer.alloc(0), Buffer.alloc(3_000_000, 'ñ')]) {
      await open().putBytes('editions/abc.epub', bytes, 'application/epub+zip');
      const got = await read('editions/abc.epub');
      expect(got.size).toBe(bytes.length);
      expect(got.bytes.equals(bytes)).toBe(true);
    }
    const path = join(folder, 'upload');
    await writeFile(path, 'desde un archivo');
    await open().putFile('resources/ab/abcd.br', path, 'text/css');
    expect((await read('resources/ab/abcd.br')).bytes.toString()).toBe('desde un archivo');
  });

  it('overwrites an existing key', async () => {
    await Promise.all(
      Array.from({ length: 10 }, async () => open().putBytes('images/x.jpg', Buffer.from('igual'), 'image/jpeg')),
    );
    expect((await read('images/x.jpg')).bytes.toString()).toBe('igual');
  });

  it('knows existing keys, and forgets deleted ones, also when deleted twice', async () => {
    await open().putBytes('images/y.jpg', Buffer.from('y'), 'image/jpeg');
    expect(await open().exists('images/y.jpg')).toBe(true);
    await open().delete('images/y.jpg');
    await open().delete('images/y.jpg');
    expect(await open().exists('images/y.jpg')).toBe(false);
    await expect(open().read('images/y.jpg')).rejects.toThrow(FileMissing);
  });

  it.each(['nada', 'editions', '../secret', 'a/../../b', '/etc/passwd', 'ñ'])('has no file under %s', async (key) => {
    await open().putBytes('editions/abc.epub', Buffer.from('x'), 'application/epub+zip');
    expect(await open().exists(key)).toBe(false);
    await expect(open().read(key)).rejects.toThrow(FileMissing);
  });

  it.each(['../outside', 'a/../../outside'])('puts and deletes nothing under %s', async (key) => {
    await expect(open().putBytes(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(FileMissing);
    await expect(open().putFile(key, import.meta.filename, 'text/plain')).rejects.toThrow(FileMissing);
    await open().delete(key);
  });

  it('passes its check', async () => expect(await open().check()).toBeUndefined());
});

describe('local disk', () => {
  it('leaves no partial file and refuses keys that lead outside', async () => {
    await expect(local().putFile('editions/broken.epub', join(folder, 'missing'), 'x')).rejects.toThrow(/ENOENT/);
    expect(
      (await readdir(join(folder, 'files', 'editions'))).filter(
        (name) => name.includes('part') || name.includes('broken'),
      ),
    ).toEqual([]);
    for (const key of ['../out', '/tmp/out', 'a/../../out', 'a\u0000b', 'a/.b', 'a..b', '']) {
      await expect(local().putBytes(key, Buffer.from('x'), 'x')).rejects.toThrow();
    }
  });

  it('has synced a file and its new folders before it reports success', async () => {
    const probe = await open(folder, 'r');
    const sync = vi.spyOn(Object.getPrototypeOf(probe) as FileHandle, 'sync');
    await probe.close();
    const key = 'fresh/place/file.txt';
    await local().putBytes(key, Buffer.from('x'), 'text/plain');
    // Synced are the file, its folder, and the two folders in which a folder was created.
    const places = await Promise.all(sync.mock.results.map(async ({ value }) => value as Promise<void>));
    expect(places).toHaveLength(4);
    await local().putBytes(key, Buffer.from('x'), 'text/plain');
    expect(sync).toHaveBeenCalledTimes(6);
    sync.mockRestore();
    for (const path of [key, 'fresh/place', 'fresh']) {
      expect((await stat(join(folder, 'files', path))).mode & 0o077).toBe(0);
    }
  });

  it('opens only its own links, and not after they expired', async () => {
    const storage = local();
    const url = new URL(await storage.signedUrl('editions/abc.epub', 1000, 'x.epub'), 'http://x');
    const link = {
      key: 'editions/abc.epub',
      expires: url.searchParams.get('expires')!,
      signature: url.searchParams.get('signature')!,
    };
    expect(storage.openLink(link, 999)).toMatchObject({ kind: 'valid' });
    expect(storage.openLink(link, 1000)).toEqual({ kind: 'expired' });
    expect(storage.openLink({ ...link, expires: '2000' }, 999)).toEqual({ kind: 'invalid' });
    expect(storage.openLink({ ...link, key: 'editions/abd.epub' }, 999)).toEqual({ kind: 'invalid' });
    const other = createLocalStorage({ folder: join(folder, 'files'), secret: Buffer.from('other') });
    expect(other.openLink(link, 999)).toEqual({ kind: 'invalid' });
  });
});

describe.each(buckets)('$name', ({ optionsOf }) => {
  const bucket = (change: Partial<S3Options> = {}) => createS3Storage({ ...optionsOf(), ...change });

  it('signs links that work without credentials, also for ranges, and no others', async () => {
    await bucket().putBytes('editions/abc.epub', Buffer.from('0123456789'), 'application/epub+zip');
    const url = await bucket().signedUrl('editions/abc.epub', Date.now() + 60_000, 'Ñandú "1".epub');
    const whole = await fetch(url);
    expect(await whole.text()).toBe('0123456789');
    expect(whole.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''%C3%91and%C3%BA%20%221%22.epub",
    );
    const part = await fetch(url, { headers: { range: 'bytes=5-' } });
    expect([part.status, await part.text()]).toEqual([206, '56789']);
    const refused = await Promise.all([
      fetch(url.replace('abc.epub', 'abd.epub')),
      fetch(url, { method: 'DELETE' }),
      fetch(url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=600000')),
      fetch(`${optionsOf().endpoint}/libros/editions/abc.epub`),
    ]);
    // Swift takes an address without any signature for one of another interface of its own.
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, optionsOf === ofStandIn ? 403 : 400]);
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
  });

  it('has links that expire', async () => {
    const url = await bucket().signedUrl('editions/abc.epub', Date.now() + 60_000, 'x');
    expect((await fetch(url)).status).toBe(200);
    // Signed a minute ago.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 61_000 });
    const old = await bucket().signedUrl('editions/abc.epub', Date.now() + 60_000, 'x');
    vi.useRealTimers();
    expect((await fetch(old)).status).toBe(403);
  });

  it('never reports a refusal or a fault as missing or done', async () => {
    const stranger = bucket({ secretAccessKey: 'wrong' });
    for (const call of [
      async () => stranger.exists('a'),
      async () => stranger.read('a'),
      async () => stranger.delete('a'),
      async () => stranger.putBytes('a', Buffer.from(''), 'x'),
      async () => stranger.check(),
    ]) {
      await expect(call()).rejects.toThrow('the object store answered 403');
    }
    await expect(bucket({ endpoint: 'http://127.0.0.1:1' }).check()).rejects.toThrow();
  });

  it('lists the backups below a folder, page after page, and nothing beside it', async () => {
    const backups = createBucketBackups({ ...optionsOf(), prefix: 'backups', isOfFiles: true });
    await bucket().putBytes('backups-of-others/files/x', Buffer.from('x'), 'text/plain');
    // A page of the stand-in holds three, one of a real store a thousand.
    const keys = Array.from({ length: optionsOf === ofStandIn ? 10 : 1010 }, (_each, index) => `files/${1e6 + index}`);
    for (let first = 0; first < keys.length; first += 20)
      await Promise.all(
        keys.slice(first, first + 20).map(async (key) => backups.putBytes(key, Buffer.from(key), 'text/plain')),
      );
    const begun = Date.now() - 600_000;
    const listed = await backups.list('files');
    expect(listed.map(({ key }) => key)).toEqual(keys);
    expect(listed.every(({ size, storedAt }) => size === 13 && storedAt > begun)).toBe(true);
    expect(await backups.list('runs')).toEqual([]);
  });
});

it('reports a fault of the store as one', async () => {
  s3.failWith = 500;
  try {
    await expect(bucket().exists('a')).rejects.toThrow('the object store answered 500');
  } finally {
    s3.failWith = null;
  }
});

it('returns stored bytes with their length although a proxy compresses them', async () => {
  const text = Buffer.from('<p>Érase una vez un ñandú.</p>'.repeat(200));
  await bucket().putBytes('resources/ab/abcd', text, 'text/html');
  s3.between = 'gzip';
  try {
    const { stream, size } = await bucket().read('resources/ab/abcd');
    expect(size).toBe(text.length);
    expect((await buffer(stream)).equals(text)).toBe(true);
  } finally {
    s3.between = null;
  }
});

it('fails when a store stops in the middle', async () => {
  await bucket().putBytes('resources/ab/abce', Buffer.alloc(10_000, 'x'), 'text/html');
  s3.between = 'stall';
  try {
    const { stream } = await bucket({ timeLimits: { answer: 3000, file: 3000 } }).read('resources/ab/abce');
    await expect(buffer(stream)).rejects.toThrow(StorageUnavailable);
  } finally {
    s3.between = null;
  }
});

it('gives up a store that hangs', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const storage = bucket({ endpoint, timeLimits: { answer: 50, file: 50 } });
  const calls = [
    storage.check(),
    storage.exists('x'),
    storage.delete('x'),
    storage.read('x'),
    storage.putBytes('x', Buffer.from('x'), 'text/plain'),
  ];
  const ends = await Promise.allSettled(calls);
  expect(ends.map(({ status }) => status)).toEqual(calls.map(() => 'rejected'));
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

it('gives up a file after a time that grows with its size, so that a hanging store blocks no small file', async () => {
  const silent = createServer((request) => request.resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  // Every time limit is shortened here; the test checks which limit the storage requests.
  const limitAfter = AbortSignal.timeout.bind(AbortSignal);
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => limitAfter(100));
  onTestFinished(() => limits.mockRestore());
  const limitFor = async (size: number, file: number): Promise<unknown> => {
    const storage = bucket({ endpoint, timeLimits: { answer: 100, file } });
    await expect(storage.putBytes('x', Buffer.alloc(size), 'image/jpeg')).rejects.toThrow(StorageUnavailable);
    return limits.mock.lastCall?.[0];
  };
  // Collects garbage all the time: an unreferenced limit would be collected and never fire.
  setFlagsFromString('--expose-gc');
  const collecting = setInterval(runInNewContext('gc') as () => void, 20);
  onTestFinished(() => clearInterval(collecting));
  // 100 ms for the answer, and one ms for every 16 bytes of the file.
  expect(await limitFor(3200, 300_000)).toBe(300);
  expect(await limitFor(32_000, 300_000)).toBe(2100);
  expect(await limitFor(10_000_000, 200)).toBe(200);
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

it('follows no redirect of a store', async () => {
  const requests: string[] = [];
  const elsewhere = createServer((request, answer) => {
    requests.push(request.url ?? '');
    answer.writeHead(request.url === '/there' ? 200 : 307, { location: '/there' }).end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const storage = bucket({ endpoint: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}` });
  await expect(storage.exists('x')).rejects.toThrow(StorageUnavailable);
  await expect(storage.read('x')).rejects.toThrow(StorageUnavailable);
  expect(requests).not.toContain('/there');
  await new Promise((resolve) => elsewhere.close(resolve));
});

it('does not take a file on a failing disk for a missing one', async () => {
  const storage = local();
  await storage.putBytes('editions/ring.epub', Buffer.from('hola'), 'application/epub+zip');
  const path = join(folder, 'files', 'editions', 'ring.epub');
  await rm(path);
  await symlink(path, path);
  await expect(storage.exists('editions/ring.epub')).rejects.toMatchObject({ code: 'ELOOP' });
  await expect(storage.read('editions/ring.epub')).rejects.toMatchObject({ code: 'ELOOP' });
  await rm(path);
  expect(await storage.exists('editions/ring.epub')).toBe(false);
  await expect(storage.read('editions/ring.epub')).rejects.toThrow(FileMissing);
});
