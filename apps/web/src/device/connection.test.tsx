import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverReach } from '../lib/api/api-events.ts';
import { isReachable, onReturn, useOnline } from './connection.ts';

let isThere: boolean;
let requestCount: number;
const line = () => vi.spyOn(navigator, 'onLine', 'get');

beforeEach(() => {
  vi.useFakeTimers();
  isThere = true;
  requestCount = 0;
  vi.stubGlobal('fetch', async () => {
    requestCount += 1;
    if (!isThere) throw new TypeError('no route');
    return new Response('{}');
  });
  serverReach.note(200);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Screen() {
  return <p>{useOnline() ? 'con conexión' : 'sin conexión'}</p>;
}

it('takes a silent server for a lost connection, whatever the browser says, and asks until it answers', async () => {
  isThere = false;
  const returned = vi.fn();
  const stop = onReturn(returned);
  render(<Screen />);
  act(() => serverReach.note(null));
  expect(screen.getByText('sin conexión')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  const before = requestCount;
  // The pause between two checks grows, so that few are made.
  expect(before).toBeGreaterThan(2);
  expect(before).toBeLessThan(10);
  expect(returned).not.toHaveBeenCalled();
  isThere = true;
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(screen.getByText('con conexión')).toBeTruthy();
  expect(returned).toHaveBeenCalledOnce();
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(requestCount).toBe(before + 1);
  stop();
});

it('announces a restored connection once, and nothing while the connection was never lost', async () => {
  const returned = vi.fn();
  const stop = onReturn(returned);
  dispatchEvent(new Event('online'));
  expect(returned).not.toHaveBeenCalled();
  const browser = line().mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  browser.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  dispatchEvent(new Event('online'));
  expect(returned).toHaveBeenCalledOnce();
  stop();
});

it.each([
  ['answers', true, true],
  ['is silent', false, false],
])('asks the server itself where the answer matters: the server %s', async (_, there, reached) => {
  isThere = there;
  await expect(isReachable()).resolves.toBe(reached);
  expect(requestCount).toBe(1);
});

it('sends no request when the browser reports no connection', async () => {
  line().mockReturnValue(false);
  await expect(isReachable()).resolves.toBe(false);
  expect(requestCount).toBe(0);
});
