import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverReach } from '../lib/api/api-events.ts';
import { isReachable, onReturn, useOnline } from './connection.ts';

let isThere: boolean;
let asked: number;
const line = () => vi.spyOn(navigator, 'onLine', 'get');

beforeEach(() => {
  vi.useFakeTimers();
  isThere = true;
  asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
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

it('a server that does not answer counts as no connection, whatever the browser says, and is asked until it does', async () => {
  isThere = false;
  const returned = vi.fn();
  const stop = onReturn(returned);
  render(<Screen />);
  act(() => serverReach.note(null));
  expect(screen.getByText('sin conexión')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  const before = asked;
  // Less and less often.
  expect(before).toBeGreaterThan(2);
  expect(before).toBeLessThan(10);
  expect(returned).not.toHaveBeenCalled();
  isThere = true;
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(screen.getByText('con conexión')).toBeTruthy();
  expect(returned).toHaveBeenCalledOnce();
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(asked).toBe(before + 1);
  stop();
});

it('tells of the line that is back once, and of nothing while it was never away', async () => {
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
])('who must know asks the server itself: it %s', async (_, there, reached) => {
  isThere = there;
  await expect(isReachable()).resolves.toBe(reached);
  expect(asked).toBe(1);
});

it('asks nobody when the browser has no line', async () => {
  line().mockReturnValue(false);
  await expect(isReachable()).resolves.toBe(false);
  expect(asked).toBe(0);
});
