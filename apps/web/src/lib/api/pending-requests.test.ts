import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pendingRequests, serverReach } from './api-events.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const lasting = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('shows the loader only while a request lasts longer than 500 ms', async () => {
  void pendingRequests.track('/api/users/me', lasting(900));
  await vi.advanceTimersByTimeAsync(499);
  expect(pendingRequests.isSlow()).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  expect(pendingRequests.isSlow()).toBe(true);
  await vi.advanceTimersByTimeAsync(500);
  expect(pendingRequests.isSlow()).toBe(false);
});

it('never shows it for addresses with /books/', async () => {
  void pendingRequests.track('/api/books/', lasting(900));
  await vi.advanceTimersByTimeAsync(700);
  expect(pendingRequests.isSlow()).toBe(false);
});

it('shows a message instead of the loader while the server does not answer', async () => {
  void pendingRequests.track('/api/users/me', lasting(60_000));
  await vi.advanceTimersByTimeAsync(700);
  const onChange = vi.fn();
  const stop = pendingRequests.subscribe(onChange);
  serverReach.note(null);
  expect(onChange).toHaveBeenCalledOnce();
  expect(pendingRequests.isSlow()).toBe(false);
  stop();
  serverReach.note(200);
  expect(onChange).toHaveBeenCalledOnce();
});
