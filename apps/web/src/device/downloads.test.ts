import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInAs } from '../testing/sign-in-as.ts';
import { freshDevice } from './testing/fresh-device.ts';
import { OWNER_LOCK } from './begin-copy.ts';
import { deviceDatabase } from './device-database.ts';
import { downloads } from './downloads.ts';
import { filePieces } from './fetch-file.ts';
import { storedEpubs } from './stored-epubs.ts';
import { OWNER, syncDatabase } from './sync-database.ts';

const file = Uint8Array.from({ length: 5000 }, (_, at) => at % 251);
const hash = createHash('sha256').update(file).digest('hex');
const request = { partId: 'part', bookId: 'book', bookName: 'Libro', partName: 'Parte', size: file.byteLength };

interface FileAsked {
  readonly range: string | null;
  readonly authorization: string | null;
  readonly credentials: RequestCredentials | undefined;
}

/** The server of links and files; `cutAfter` breaks the next answers after so many bytes. */
function fileServer() {
  const server = {
    links: 0,
    asked: [] as FileAsked[],
    cutAfter: [] as number[],
    statuses: [] as number[],
    bytes: [] as Uint8Array<ArrayBuffer>[],
    ignoreRange: false,
    hidesRange: false,
    linkStatus: 200,
  };
  const answer = (range: string | null): Response => {
    const status = server.statuses.shift();
    if (status) return new Response(null, { status });
    const from = server.ignoreRange ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const rest = (server.bytes.shift() ?? file).subarray(from);
    const cut = server.cutAfter.shift();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(rest.slice(0, cut ?? rest.length));
        if (cut === undefined) controller.close();
        else setTimeout(() => controller.error(new TypeError('network error')), 5);
      },
    });
    return from > 0
      ? new Response(body, {
          status: 206,
          headers: server.hidesRange ? {} : { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` },
        })
      : new Response(body);
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (!url.startsWith('/files/')) {
      server.links += 1;
      if (server.linkStatus !== 200) return Response.json({ detail: 'x' }, { status: server.linkStatus });
      return Response.json({ url: `/files/x?${server.links}`, edition_id: 'edition', size: file.byteLength, hash });
    }
    const range = headers.get('range');
    server.asked.push({ range, authorization: headers.get('authorization'), credentials: init.credentials });
    return answer(range);
  });
  return server;
}

/** Starts to collect the logged warnings. @returns the texts so far */
function logOf(): () => unknown[] {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  return () => logged.mock.calls.map(([text]) => text as unknown);
}

let hurry: ReturnType<typeof setInterval>;

beforeEach(async () => {
  await freshDevice();
  // An 'online' event ends the pause between two attempts at once, so that the tests need not wait.
  hurry = setInterval(() => dispatchEvent(new Event('online')), 10);
});
afterEach(() => {
  clearInterval(hurry);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a download', () => {
  it('stores the file, reports its progress, and sends no credentials to its address', async () => {
    const server = fileServer();
    const progressStates: unknown[] = [];
    const stop = downloads.subscribe(() => progressStates.push(downloads.progressOf('part')));
    await expect(downloads.start(request)).resolves.toBe('stored');
    stop();
    expect(progressStates[0]).toEqual({ received: 0, total: 5000 });
    expect(progressStates.at(-1)).toBeNull();
    expect(downloads.parts().size).toBe(0);
    expect(server.asked).toEqual([{ range: null, authorization: null, credentials: 'omit' }]);
    const storedEpub = await storedEpubs.read('part');
    expect(new Uint8Array(storedEpub?.epub ?? new ArrayBuffer(0))).toEqual(file);
    expect(storedEpub).toMatchObject({ edition_id: 'edition', book_name: 'Libro', part_name: 'Parte' });
  });

  it('runs once for a part', async () => {
    const server = fileServer();
    await Promise.all([downloads.start(request), downloads.start(request)]);
    await expect(downloads.start(request)).resolves.toBe('already-here');
    expect(server.asked).toHaveLength(1);
  });

  it('runs once for a part in two tabs', async () => {
    const server = fileServer();
    vi.resetModules();
    const other = await import('./downloads.ts');
    (await import('../testing/sign-in-as.ts')).signInAs('ana');
    const outcomes = await Promise.all([downloads.start(request), other.downloads.start(request)]);
    expect(outcomes.toSorted()).toEqual(['already-here', 'stored']);
    expect(server.asked).toHaveLength(1);
  });

  it('is not stored for another account that signed in meanwhile', async () => {
    fileServer();
    const logged = logOf();
    const stop = downloads.subscribe(() => {
      if (downloads.progressOf('part')?.received === file.byteLength) signInAs('berta');
    });
    await expect(downloads.start(request)).resolves.toBe('not-ours');
    stop();
    expect(logged()).toEqual(['the part part was not stored']);
    expect(await (await deviceDatabase()).count('epubs')).toBe(0);
  });

  it('makes no request where another account’s copies could not be deleted', async () => {
    const server = fileServer();
    const logged = logOf();
    await syncDatabase((database) => database.put('meta', '', OWNER));
    await expect(downloads.start(request)).resolves.toBe('not-ours');
    expect([server.links, server.asked]).toEqual([0, []]);
    expect(logged()).toEqual(['the part part was not stored']);
  });

  it('waits while another account’s copies are being deleted', async () => {
    fileServer();
    await syncDatabase((database) => database.put('meta', '', OWNER));
    const deleted = Promise.withResolvers<void>();
    const deletion = navigator.locks.request(OWNER_LOCK, {}, async () => deleted.promise);
    const outcome = downloads.start(request);
    // A download that does not wait would be refused within this time.
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    await syncDatabase((database) => database.put('meta', 'ana', OWNER));
    deleted.resolve();
    await deletion;
    await expect(outcome).resolves.toBe('stored');
  });

  it.each(['download:part', OWNER_LOCK])('that waits for another tab (%s) is cancelled at once', async (lock) => {
    const server = fileServer();
    void navigator.locks.request(lock, {}, () => new Promise(() => {}));
    const outcome = downloads.start(request);
    await downloads.cancelAll();
    await expect(outcome).resolves.toBe('cancelled');
    expect(server.links).toBe(0);
  });

  it('continues with a fresh link where the connection broke, as often as needed', async () => {
    const server = fileServer();
    server.cutAfter = [1200, 800];
    await expect(downloads.start(request)).resolves.toBe('stored');
    expect(server.asked.map(({ range }) => range)).toEqual([null, 'bytes=1200-', 'bytes=2000-']);
    expect(server.links).toBe(3);
    expect(await filePieces.read('part', hash)).toEqual([]);
  });

  it('continues also where the page may not read the range of the answer', async () => {
    const server = fileServer();
    server.hidesRange = true;
    server.cutAfter = [1200];
    await expect(downloads.start(request)).resolves.toBe('stored');
    expect(server.asked.map(({ range }) => range)).toEqual([null, 'bytes=1200-']);
  });

  it('continues after a cancellation, and starts anew where the server has no ranges', async () => {
    const server = fileServer();
    server.cutAfter = [1200];
    clearInterval(hurry);
    const first = downloads.start(request);
    await expect.poll(async () => (await filePieces.read('part', hash)).length).toBe(1);
    downloads.cancel('part');
    await expect(first).resolves.toBe('cancelled');
    server.ignoreRange = true;
    await expect(downloads.start(request)).resolves.toBe('stored');
    expect(server.asked.at(-1)?.range).toBe('bytes=1200-');
    expect((await storedEpubs.read('part'))?.epub.byteLength).toBe(5000);
  });

  it('does not join pieces of two editions', async () => {
    fileServer();
    await filePieces.add({ part_id: 'part', offset: 0, hash: 'another', bytes: new ArrayBuffer(100) });
    await expect(downloads.start(request)).resolves.toBe('stored');
  });

  it('is repeated once when the bytes differ from the announced ones, then given up', async () => {
    const server = fileServer();
    const broken = file.map((byte, at) => (at === 99 ? byte ^ 1 : byte));
    server.bytes = [broken];
    await expect(downloads.start(request)).resolves.toBe('stored');
    await storedEpubs.remove('part');
    server.bytes = [broken, broken, broken];
    await expect(downloads.start(request)).resolves.toBe('failed');
    expect(await storedEpubs.read('part')).toBeNull();
  });

  it('asks for another link when one has expired', async () => {
    const server = fileServer();
    server.statuses = [410];
    await expect(downloads.start(request)).resolves.toBe('stored');
    expect(server.links).toBe(2);
  });

  it('is not repeated when the server refuses the part', async () => {
    const server = fileServer();
    server.linkStatus = 403;
    const logged = logOf();
    await expect(downloads.start(request)).resolves.toBe('failed');
    expect(logged()).toEqual(['the part part was not stored']);
    expect(server.links).toBe(1);
  });

  it('reports a full device and leaves no partial file: the remaining space is for position and notes', async () => {
    const server = fileServer();
    server.cutAfter = [1200];
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function full(this: IDBObjectStore, ...given) {
      if (this.name === 'epubs') throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, given);
    });
    await expect(downloads.start(request)).resolves.toBe('full');
    expect(server.asked.at(-1)?.range).toBe('bytes=1200-');
    expect(await (await deviceDatabase()).count('epubs')).toBe(0);
    expect(await filePieces.read('part', hash)).toEqual([]);
  });
});
