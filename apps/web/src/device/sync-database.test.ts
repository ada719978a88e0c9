import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freshDevice } from './testing/fresh-device.ts';
import { positionServer } from '../features/reading/position/testing/position-server.ts';
import { readPosition } from '../features/reading/position/position-store.ts';
import { openPositionTracker } from '../features/reading/position/position-tracker.ts';
import { DatabaseTimeout } from './open-database.ts';

/** Longer than anybody waits. */
const LONG_MS = 5000;

beforeEach(async () => {
  await freshDevice();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** From now on the browser neither gives a database nor refuses to; @returns lets it answer after all. */
function holdAnswers(): () => void {
  const real = indexedDB;
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>();
  const open = (name: string, version?: number) => {
    const request = real.open(name, version);
    const tell = request.dispatchEvent.bind(request);
    request.dispatchEvent = (event) => {
      if (event.type !== 'success') return tell(event);
      void gate.then(() => tell(event));
      return true;
    };
    return request;
  };
  vi.stubGlobal('indexedDB', { open });
  return letThrough;
}

it('lets a book open where the browser never answers, and waits once', async () => {
  holdAnswers();
  positionServer();
  const opening = openPositionTracker({ partId: 'part', onRefused: vi.fn() });
  await vi.advanceTimersByTimeAsync(LONG_MS);
  const tracker = await opening;
  expect(tracker.local).toBeNull();
  tracker.close();
  await expect(readPosition('ana', 'part')).rejects.toThrow(DatabaseTimeout);
});

it('is used again when the browser answers after all', async () => {
  const answer = holdAnswers();
  const reading = readPosition('ana', 'part').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(await reading).toBeInstanceOf(DatabaseTimeout);
  answer();
  vi.useRealTimers();
  await expect.poll(() => readPosition('ana', 'part').catch((error: unknown) => error)).toBeNull();
});
