import type { Change, ChangeList, ChangeTopic } from '@cuentos/contract/changes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as sessionCode from '../lib/api/session.ts';
import { tokensOf } from '../testing/sign-in-as.ts';

/** Requests of the page by name, the newest last, each with the revision from which it asked. */
let asked: string[];
/** Open streams, the newest last. */
let streams: Stream[];
/** Behaviour of the next streams: the server sends the state at once, sends nothing, or refuses. */
let server: 'answers' | 'holds-back' | 'refuses';
let revision: number;
let epoch: ChangeList['epoch'];
/** Ids of users whose device offered the server again the rows that the server has lost. */
let offered: string[];
let canOffer: boolean;
let heard: Change[];
let session: typeof sessionCode.session;
let visibility: DocumentVisibilityState;
let freeLocks: (() => void)[];
let stop: (() => void) | undefined;

interface Stream {
  send(text: string): void;
  end(): void;
}

const list = (...topics: ChangeTopic[]): ChangeList => ({
  revision: (revision += topics.length),
  changes: topics.map((topic) => ({ topic, part_id: 'part', revision, version: revision })),
  epoch,
});
const event = (data: unknown, name?: string) => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
const settle = async (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const tell = async (...topics: ChangeTopic[]) => {
  streams.at(-1)?.send(event(list(...topics)));
  await settle();
};
const look = async (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
};

function openStream(signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const stream: Stream = {
        send: (text) => controller.enqueue(encoder.encode(text)),
        end: () => {
          streams = streams.filter((each) => each !== stream);
          controller.close();
        },
      };
      streams.push(stream);
      signal.addEventListener('abort', () => {
        streams = streams.filter((each) => each !== stream);
        controller.error(new Error('cut'));
      });
      if (server === 'answers') stream.send(`retry: 2000\n\n${event({ revision, changes: [], epoch })}`);
    },
  });
  return new Response(body);
}

/** Web Locks of one browser; the test itself holds the locks of other tabs. */
function fakeLocks(): Pick<LockManager, 'request'> {
  let tail = Promise.resolve<unknown>(undefined);
  const request = async (_name: string, { signal }: LockOptions, work: () => Promise<unknown>) => {
    const before = tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    tail = tail.then(async () => promise);
    try {
      await Promise.race([
        before,
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('no more')))),
      ]);
      return await work();
    } finally {
      resolve();
    }
  };
  return { request: request as LockManager['request'] };
}

/** Takes the lock as another tab that listens. @returns releases it */
async function letAnotherTabListen(): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks.request('changes', {}, async () => promise);
  freeLocks.push(resolve);
  await settle();
  return resolve;
}

async function start(): Promise<void> {
  const { startChanges } = await import('./change-channel.ts');
  const { onChange } = await import('./changes.ts');
  onChange(['highlights', 'bookmarks', 'settings'], (change) => heard.push(change));
  stop = startChanges(async (uid) => {
    if (!canOffer) throw new Error('no line');
    offered.push(uid);
  });
  await settle(1000);
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.resetModules();
  localStorage.clear();
  [epoch, offered, canOffer] = [{ id: 'first', began_at: '2026-11-01T00:00:00.000Z' }, [], true];
  [asked, streams, heard, freeLocks, revision, server, visibility] = [[], [], [], [], 7, 'answers', 'visible'];
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(fakeLocks() as LockManager);
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    const { pathname, search } = new URL(url, location.href);
    asked.push(pathname.replace('/api/', '') + search.replace('?since=', ' '));
    if (server === 'refuses') throw new TypeError('no route');
    return pathname.endsWith('/stream') ? openStream(signal) : Response.json(list('bookmarks'));
  });
  ({ session } = await import('../lib/api/session.ts'));
  session.store(tokensOf('ana'));
});
afterEach(async () => {
  stop?.();
  for (const free of freeLocks) free();
  await settle();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the page that listens', () => {
  it('is a visible page of a signed-in user, and no other page', async () => {
    visibility = 'hidden';
    await start();
    expect(asked).toEqual([]);
    await look('visible');
    expect(streams).toHaveLength(1);
    await look('hidden');
    expect(streams).toEqual([]);
    await look('visible');
    expect(streams).toHaveLength(1);
    session.forget();
    await settle();
    expect(streams).toEqual([]);
    await settle(600_000);
    expect(asked).toHaveLength(2);
  });

  it('is one of several tabs; the next tab listens when that one is hidden', async () => {
    const leave = await letAnotherTabListen();
    await start();
    await settle(60_000);
    expect(asked).toEqual([]);
    leave();
    await settle();
    expect(streams).toHaveLength(1);
  });

  it('is replaced by the next tab once it is hidden, also when it was hidden while it waited', async () => {
    await start();
    let isHeld = false;
    const next = letAnotherTabListen().then(
      () => void navigator.locks.request('changes', {}, async () => (isHeld = true)),
    );
    await settle();
    expect(isHeld).toBe(false);
    await look('hidden');
    await next;
    for (const free of freeLocks) free();
    await settle();
    expect(isHeld).toBe(true);
    expect(asked).toHaveLength(1);
  });
});

describe('the stream of changes', () => {
  it('begins at the last revision that this browser heard, also on a later page', async () => {
    await start();
    expect(asked).toEqual(['changes/stream 0']);
    await tell('highlights', 'settings');
    expect(heard.map(({ topic }) => topic)).toEqual(['highlights', 'settings']);
    await look('hidden');
    await look('visible');
    expect(asked.at(-1)).toBe('changes/stream 9');
    session.store(tokensOf('berta'));
    await settle();
    expect(asked.at(-1)).toBe('changes/stream 0');
  });

  it.each([
    ['of its token, with which it loaded what it shows', 3, 12, 12],
    ['that the browser heard, if its token is older', 20, 12, 20],
  ])('begins at the revision %s', async (_, heardBefore, changes, since) => {
    localStorage.setItem('changes', JSON.stringify({ uid: 'ana', revision: heardBefore }));
    session.store(tokensOf('ana', 'reader', changes));
    revision = since;
    await start();
    // A later token does not pass over changes that the page has not heard.
    session.store(tokensOf('ana', 'reader', 30));
    await look('hidden');
    await look('visible');
    expect(asked).toEqual([`changes/stream ${since}`, `changes/stream ${since}`]);
  });

  it('is read whole however the connection splits it', async () => {
    await start();
    const text = event(list('highlights'));
    for (const letter of text) streams.at(-1)?.send(letter);
    await settle();
    expect(heard).toHaveLength(1);
  });

  it('is read for a hidden page once, when the page is visible again', async () => {
    await letAnotherTabListen();
    await start();
    await look('hidden');
    const { deviceTabs } = await import('./tabs.ts');
    const tab = new BroadcastChannel('offline');
    for (const version of [1, 2]) {
      const change: Change = { topic: 'highlights', part_id: 'part', revision: version, version };
      const since = version - 1;
      tab.postMessage({ kind: 'changes', uid: 'ana', since, list: { revision: version, changes: [change] } });
      const theirs = { revision: version, changes: [{ ...change, topic: 'settings' }] };
      tab.postMessage({ kind: 'changes', uid: 'berta', since, list: theirs });
    }
    const last = Promise.withResolvers<void>();
    deviceTabs.subscribe((message) => message.kind === 'cleared' && last.resolve());
    tab.postMessage({ kind: 'cleared' });
    await last.promise;
    tab.close();
    expect(heard).toEqual([]);
    visibility = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(heard.map(({ topic, version }) => [topic, version])).toEqual([['highlights', 2]]);
  });
});

describe('a page that was suspended', () => {
  it('asks once for the changes that the listening tab heard meanwhile', async () => {
    await letAnotherTabListen();
    await start();
    localStorage.setItem('changes', JSON.stringify({ uid: 'ana', revision: 9 }));
    await look('hidden');
    expect(asked).toEqual([]);
    await look('visible');
    expect(asked).toEqual(['changes 0']);
    expect(heard.map(({ topic }) => topic)).toEqual(['bookmarks']);
  });
});

describe('a connection that breaks', () => {
  it('is retried after pauses that double up to a minute, and at once when the network is back', async () => {
    server = 'refuses';
    await start();
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const { length } = asked;
      await settle(seconds * 1000 - 1);
      expect(asked).toHaveLength(length);
      await settle(1);
      expect(asked).toHaveLength(length + 1);
    }
    server = 'answers';
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(streams).toHaveLength(1);
  });

  it('is opened again after a second when it had lasted', async () => {
    await start();
    streams.at(-1)?.send('event: end\ndata: session\n\n');
    streams.at(-1)?.end();
    await settle(1000);
    expect(streams).toHaveLength(1);
  });

  it('is given up after a long silence, and not while data arrives', async () => {
    await start();
    for (let n = 0; n < 10; n += 1) {
      await settle(20_000);
      streams.at(-1)?.send(':\n\n');
    }
    await settle();
    expect(asked).toHaveLength(1);
    await settle(51_000);
    expect(asked).toHaveLength(2);
  });
});

describe('where events are held back on the way', () => {
  it('the page asks the server every four seconds, and tries the stream again after two minutes', async () => {
    server = 'holds-back';
    await start();
    await settle(2999);
    expect(asked).toEqual(['changes/stream 0']);
    await settle(1);
    expect(asked).toEqual(['changes/stream 0', 'changes 0']);
    expect(heard).toHaveLength(1);
    await settle(8000);
    expect(asked.slice(1)).toEqual(['changes 0', 'changes 8', 'changes 9']);
    server = 'answers';
    await settle(120_000);
    expect(streams).toHaveLength(1);
    expect(asked.at(-1)).toMatch(/^changes\/stream/);
  });

  it('a hidden page makes no requests', async () => {
    server = 'holds-back';
    await start();
    await settle(3000);
    await look('hidden');
    const { length } = asked;
    await settle(600_000);
    expect(asked).toHaveLength(length);
  });

  it('a device whose stream the server ends in favour of others asks instead, so that devices do not end each other in turn', async () => {
    await start();
    streams.at(-1)?.send('event: end\ndata: crowded\n\n');
    streams.at(-1)?.end();
    await settle(60_000);
    expect(asked.filter((each) => each.startsWith('changes/stream'))).toHaveLength(1);
    expect(asked.length).toBeGreaterThan(10);
  });
});

describe('a shop that was restored from a backup', () => {
  const restored = { id: 'second', began_at: '2026-11-02T00:00:00.000Z' };

  it('is offered the device’s rows once, and not at the first visit', async () => {
    await start();
    await tell('bookmarks');
    expect(offered).toEqual([]);
    epoch = restored;
    await tell('bookmarks');
    await tell('bookmarks');
    expect(offered).toEqual(['ana']);
  });

  it('is offered the rows again when that failed', async () => {
    await start();
    [epoch, canOffer] = [restored, false];
    await tell('bookmarks');
    canOffer = true;
    await tell('bookmarks');
    expect(offered).toEqual(['ana']);
  });
});
