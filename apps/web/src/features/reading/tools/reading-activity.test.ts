import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdScreen } from './reading-activity.ts';

/** Stands in for the browser's wake lock, which a headless one lacks. */
function fakeWakeLock() {
  const heldLocks = new Set<EventTarget>();
  const request = vi.fn(async () => {
    const sentinel = Object.assign(new EventTarget(), {
      release: async () => {
        if (heldLocks.delete(sentinel)) sentinel.dispatchEvent(new Event('release'));
      },
    });
    heldLocks.add(sentinel);
    return sentinel;
  });
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  return { held: heldLocks, request };
}

let visibility: DocumentVisibilityState = 'visible';
const look = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};
const settled = () => vi.advanceTimersByTimeAsync(1);

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

it('keeps the screen on while the reader reads, releases it on a hidden page, and requests it again', async () => {
  const { held, request } = fakeWakeLock();
  const hold = holdScreen();
  await settled();
  hold.turned();
  await settled();
  expect([held.size, request.mock.calls.length]).toEqual([1, 1]);
  look('hidden');
  await settled();
  expect(held.size).toBe(0);
  look('visible');
  await settled();
  expect(held.size).toBe(1);
  hold.end();
  await settled();
  expect(held.size).toBe(0);
  look('visible');
  await settled();
  expect(held.size).toBe(0);
});

it('lets the screen turn off after ten minutes without a page turn', async () => {
  const { held } = fakeWakeLock();
  const hold = holdScreen();
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  hold.turned();
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(held.size).toBe(1);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(held.size).toBe(0);
  hold.turned();
  await settled();
  expect(held.size).toBe(1);
  hold.end();
});

it('requests the lock again when the browser took it, and works without one', async () => {
  const { held, request } = fakeWakeLock();
  const hold = holdScreen();
  await settled();
  for (const sentinel of held) sentinel.dispatchEvent(new Event('release'));
  hold.turned();
  await settled();
  expect(request).toHaveBeenCalledTimes(2);
  hold.end();
  Reflect.deleteProperty(navigator, 'wakeLock');
  holdScreen().end();
});
