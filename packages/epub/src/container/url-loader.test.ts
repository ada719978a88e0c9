import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ResourceMissing } from './loader.ts';
import { createUrlLoader, ResourceRefused, type UrlLoaderOptions } from './url-loader.ts';

function loaderOver(answer: (url: string) => Response | Promise<Response>, more: Partial<UrlLoaderOptions> = {}) {
  const fetch = vi.fn(async (url: string | URL | Request, _init?: RequestInit) => answer(String(url)));
  const urlOf = (path: string): string => `/r/${encodeURIComponent(path)}`;
  return { fetch, loader: createUrlLoader({ urlOf, fetch: fetch, ...more }) };
}

describe('createUrlLoader', () => {
  test('requests with fresh headers and shares one request between callers', async () => {
    let token = 0;
    const { fetch, loader } = loaderOver(() => new Response('hola'), {
      headers: () => ({ authorization: `Bearer ${(token += 1)}` }),
    });
    expect(await Promise.all([loader.text('a b'), loader.text('a b')])).toEqual(['hola', 'hola']);
    await loader.text('c');
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/r/a%20b', '/r/c']);
    expect(fetch.mock.calls.map(([, init]) => init?.headers)).toEqual([
      { authorization: 'Bearer 1' },
      { authorization: 'Bearer 2' },
    ]);
  });

  test('gives blobs the requested media type', async () => {
    const { loader } = loaderOver(() => new Response('x', { headers: { 'content-type': 'application/octet-stream' } }));
    expect((await loader.blob('p', 'image/png')).type).toBe('image/png');
  });

  test.each([401, 403, 500])('reports a refusal with status %i', async (status) => {
    const { loader } = loaderOver(() => new Response('', { status }));
    await expect(loader.text('a')).rejects.toMatchObject({ name: 'ResourceRefused', path: 'a', status });
  });

  test('distinguishes a missing file from a broken connection', async () => {
    await expect(loaderOver(() => new Response('', { status: 404 })).loader.text('a')).rejects.toThrow(ResourceMissing);
    const { loader } = loaderOver(() => Promise.reject(new TypeError('offline')));
    await expect(loader.text('a')).rejects.toMatchObject({ status: 0 });
  });

  test('requests again after a failure, but not after a success', async () => {
    const answers = [new Response('', { status: 503 }), new Response('bien')];
    const { fetch, loader } = loaderOver(() => answers.shift() as Response);
    await expect(loader.text('a')).rejects.toThrow(ResourceRefused);
    expect(await loader.text('a')).toBe('bien');
    expect(await loader.text('a')).toBe('bien');
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('renews the session once', async () => {
    const answers = [new Response('', { status: 401 }), new Response('bien')];
    const renew = vi.fn(async () => true);
    const { loader } = loaderOver(() => answers.shift() as Response, { onUnauthorized: renew });
    expect(await loader.text('a')).toBe('bien');
    expect(renew).toHaveBeenCalledOnce();
  });

  test('close aborts requests in progress', async () => {
    const { fetch, loader } = loaderOver(() => new Promise(() => {}));
    const whole = loader.text('a');
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
    loader.close();
    await expect(whole).rejects.toMatchObject({ name: 'AbortError' });
    expect(fetch.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  });
});

/** A response whose chunks the test sends one by one. */
function pieces() {
  let feed: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (feed = controller) });
  return {
    response: new Response(body, { headers: { 'content-type': 'application/xhtml+xml' } }),
    send: (text: string) => feed.enqueue(new TextEncoder().encode(text)),
    end: () => feed.close(),
    cut: () => feed.error(new TypeError('terminated')),
  };
}
const LONG = 'ñ'.repeat(60_000);

describe('a connection that sends no data', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  interface Hanging {
    readonly answer?: () => Response | Promise<Response>;
    readonly headers?: () => Promise<HeadersInit>;
  }
  test.each<[string, Hanging]>([
    ['before the answer', { answer: () => new Promise<Response>(() => {}) }],
    ['while the session is renewed', { headers: () => new Promise<HeadersInit>(() => {}) }],
    ['in the middle', { answer: () => pieces().response }],
  ])('counts as broken after eight seconds %s; the file can be requested again', async (_, { answer, headers }) => {
    const answers = [answer ?? (() => new Response('x')), () => new Response('bien')];
    const headerAnswers = [headers ?? (() => ({}))];
    const { loader } = loaderOver(() => (headers ? new Response('bien') : answers.shift()!()), {
      headers: () => (headerAnswers.shift() ?? (() => ({})))(),
    });
    const outcome = loader.text('a').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(8000);
    expect(await outcome).toMatchObject({ name: 'ResourceRefused', status: 0 });
    expect(await loader.text('a')).toBe('bien');
  });

  test('does not count as broken when data arrives slowly but steadily', async () => {
    const line = pieces();
    const { loader } = loaderOver(() => line.response);
    const whole = loader.text('a');
    for (const text of ['uno ', 'dos ', 'tres']) {
      await vi.advanceTimersByTimeAsync(7000);
      line.send(text);
    }
    line.end();
    expect(await whole).toBe('uno dos tres');
  });
});

describe('the head of a file', () => {
  test('arrives before the end of the file, and the whole file comes with the same request', async () => {
    const line = pieces();
    const { fetch, loader } = loaderOver(() => line.response);
    const head = loader.head?.('a');
    line.send(LONG);
    expect(await head).toBe(LONG);
    const whole = loader.text('a');
    line.send('fin');
    line.end();
    expect(await whole).toBe(`${LONG}fin`);
    expect((await loader.blob('a', 'text/plain')).type).toBe('text/plain');
    expect(fetch).toHaveBeenCalledOnce();
  });

  test('is null for a short file, and for a file that is loaded or being loaded', async () => {
    const { fetch, loader } = loaderOver(() => new Response('corto'));
    expect(await loader.head?.('a')).toBeNull();
    expect(await loader.head?.('a')).toBeNull();
    expect(await loader.text('a')).toBe('corto');
    expect(fetch).toHaveBeenCalledOnce();
  });

  test('does not split a character', async () => {
    const line = pieces();
    const { loader } = loaderOver(() => line.response);
    const head = loader.head?.('a');
    line.send(`x${LONG}`.slice(0, 60_000));
    expect(await head).toBe(`x${LONG}`.slice(0, 60_000));
    line.end();
  });

  test('reports a refusal as usual; a later break fails only the whole file, which is then loaded again', async () => {
    const refused = loaderOver(() => new Response('', { status: 404 })).loader;
    await expect(refused.head?.('a')).rejects.toThrow(ResourceMissing);
    const line = pieces();
    const answers = [line.response, new Response('todo')];
    const { loader } = loaderOver(() => answers.shift() as Response);
    const head = loader.head?.('a');
    line.send(LONG);
    expect(await head).toBe(LONG);
    const whole = loader.text('a');
    line.cut();
    await expect(whole).rejects.toMatchObject({ name: 'ResourceRefused', status: 0 });
    expect(await loader.text('a')).toBe('todo');
  });
});
