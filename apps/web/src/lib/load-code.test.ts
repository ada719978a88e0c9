import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadCode } from './load-code.ts';

const failures = [new TypeError('Failed to fetch dynamically imported module'), new TypeError('again')];
let warned = vi.fn();
let failed = vi.fn();

const reload = vi.fn();
/** Stands in for the request that reports a failure to the shop's log. */
const send = vi.fn(async () => new Response(null, { status: 204 }));

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal('location', { reload, pathname: '/user-library' });
  send.mockClear();
  vi.stubGlobal('fetch', send);
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  failed = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('requests code once more that did not arrive, and logs the cause', async () => {
  const load = vi.fn().mockRejectedValueOnce(failures[0]).mockResolvedValue('screen');
  const loading = loadCode(load);
  await vi.runAllTimersAsync();
  expect(await loading).toBe('screen');
  expect(load).toHaveBeenCalledTimes(2);
  expect(warned).toHaveBeenCalledExactlyOnceWith(failures[0]);
  expect(failed).not.toHaveBeenCalled();
});

it('reloads the page once where the browser caches the failure, and gives up after that with the cause', async () => {
  const load = vi.fn().mockRejectedValueOnce(failures[0]).mockRejectedValue(failures[1]);
  const ended = vi.fn();
  void loadCode(load).then(ended, ended);
  await vi.runAllTimersAsync();
  expect(reload).toHaveBeenCalledOnce();
  expect(ended, 'what is shown stays until the page goes').not.toHaveBeenCalled();
  expect(failed).toHaveBeenCalledExactlyOnceWith(failures[1]);
  expect(send, 'nothing is told while something may still help').not.toHaveBeenCalled();
  const after = loadCode(load).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(send).toHaveBeenCalledExactlyOnceWith('/api/page_failures', expect.objectContaining({ method: 'POST' }));
  expect(await after).toBe(failures[1]);
  expect(reload).toHaveBeenCalledOnce();
});

it.each([
  ['without a connection', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
  [
    'where nothing can be noted',
    () =>
      vi.stubGlobal('sessionStorage', {
        getItem: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      }),
  ],
])('does not reload the page %s', async (_name, deny) => {
  deny();
  const loading = loadCode(vi.fn().mockRejectedValue(failures[0])).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await loading).toBe(failures[0]);
  expect(reload).not.toHaveBeenCalled();
});
