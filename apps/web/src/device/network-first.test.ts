import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api/api-error.ts';
import { serverReach } from '../lib/api/api-events.ts';
import { networkFirst } from './network-first.ts';

/** Makes a list with a saved copy; the test resolves the server's answer. */
function copiesOf(saved: string | null) {
  const answer = Promise.withResolvers<string>();
  const save = vi.fn(async () => {});
  const onStandIn = vi.fn();
  return { answer, copies: { fetch: () => answer.promise, read: async () => saved, save, onStandIn } };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  serverReach.note(200);
});
afterEach(() => {
  vi.useRealTimers();
  serverReach.note(200);
});

it('returns the saved copy when no answer arrives, and saves a late answer', async () => {
  const { answer, copies } = copiesOf('saved');
  const value = networkFirst(copies);
  await vi.advanceTimersByTimeAsync(2999);
  expect(serverReach.isReached()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  await expect(value).resolves.toBe('saved');
  expect(serverReach.isReached()).toBe(false);
  expect(copies.onStandIn).not.toHaveBeenCalled();
  answer.resolve('late');
  vi.useRealTimers();
  await vi.waitFor(() => expect(copies.save).toHaveBeenCalledWith('late', expect.any(Number)));
});

it('keeps waiting where no copy is saved', async () => {
  const { answer, copies } = copiesOf(null);
  const value = networkFirst(copies);
  await vi.advanceTimersByTimeAsync(60_000);
  answer.resolve('late');
  vi.useRealTimers();
  await expect(value).resolves.toBe('late');
});

it('does not wait again for a server that was out of reach a moment ago', async () => {
  serverReach.note(null);
  const value = networkFirst(copiesOf('saved').copies);
  await vi.advanceTimersByTimeAsync(0);
  await expect(value).resolves.toBe('saved');
});

it('prefers an answer in time, and reports only a refusal of the shop', async () => {
  const { answer, copies } = copiesOf('saved');
  answer.resolve('new');
  await expect(networkFirst(copies)).resolves.toBe('new');
  const refused = copiesOf('saved');
  refused.answer.reject(new ApiError(403, { code: 'not_entitled' }));
  await expect(networkFirst(refused.copies)).rejects.toMatchObject({ status: 403 });
  const onTheWay = copiesOf('saved');
  onTheWay.answer.reject(new ApiError(403, null));
  await expect(networkFirst(onTheWay.copies)).resolves.toBe('saved');
  const away = copiesOf('saved');
  away.answer.reject(new ApiError(503, null));
  await expect(networkFirst(away.copies)).resolves.toBe('saved');
  expect(away.copies.onStandIn).toHaveBeenCalledOnce();
});
