import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshDevice } from '../../../device/testing/fresh-device.ts';
import { positionServer } from './testing/position-server.ts';
import { countUnsent, flushOutbox } from '../../../device/outbox.ts';
import { readPosition } from './position-store.ts';
import { openPositionTracker } from './position-tracker.ts';

const open = (onRefused = vi.fn()) => openPositionTracker({ partId: 'part', onRefused });
const at = (cfi: string, percentage: number) => ({ cfi, percentage, editionId: 'edition' });
const saved = () => readPosition('ana', 'part');

beforeEach(async () => {
  await freshDevice();
});
afterEach(async () => {
  await flushOutbox();
  vi.unstubAllGlobals();
});

describe('tracking the position', () => {
  it('writes it under its fixed key before the call returns', async () => {
    positionServer();
    const tracker = await open();
    tracker.move(at('a', 1));
    expect(JSON.parse(localStorage.getItem('bookPartsLocations') ?? '')).toEqual([{ part_id: 'part', location: 'a' }]);
    tracker.move(at('b', 2));
    expect(JSON.parse(localStorage.getItem('bookPartsLocations') ?? '')).toEqual([{ part_id: 'part', location: 'b' }]);
    await expect.poll(saved).toMatchObject({ cfi: 'b' });
    await expect.poll(() => localStorage.getItem('lastMove:ana:part')).toBeNull();
    tracker.close();
  });

  it('finds a move that a killed page had only noted in local storage', async () => {
    positionServer();
    const move = { uid: 'ana', partId: 'part', ...at('killed', 7) };
    localStorage.setItem('lastMove:ana:part', JSON.stringify(move));
    const tracker = await open();
    expect(tracker.local).toMatchObject({ cfi: 'killed', percentage: 7, pending: true });
    tracker.close();
  });

  it('sends the last move when the page closes, and recognises the answer as its own', async () => {
    const server = positionServer();
    const tracker = await open();
    tracker.move(at('a', 30));
    tracker.leave();
    expect(server.received).toMatchObject([{ last_location: 'a', keepalive: true }]);
    await expect.poll(() => countUnsent('ana')).toBe(0);
    // The page was only hidden. The server accepts a move back, because its base is the move before.
    tracker.move(at('b', 10));
    await expect.poll(saved).toMatchObject({ cfi: 'b' });
    await flushOutbox();
    expect(server.placeOf('part')).toMatchObject({ cfi: 'b' });
    expect(server.moves).toBe(2);
    tracker.close();
  });

  it('moves to another place, or stays and wins', async () => {
    const server = positionServer();
    const far = server.moveElsewhere('part', 'far', 80);
    const remote = {
      last_location: far.cfi,
      percentage: far.percentage,
      revision: far.revision,
      edition_id: 'edition',
      updated_at: '2026-11-21T15:00:00Z',
    };
    const onRefused = vi.fn();
    const tracker = await open(onRefused);
    tracker.move(at('a', 10));
    await expect.poll(saved).toMatchObject({ cfi: 'a' });
    await flushOutbox();
    expect(onRefused).toHaveBeenCalledTimes(1);
    await tracker.stay(remote, at('a', 10));
    await flushOutbox();
    expect(server.placeOf('part')).toMatchObject({ cfi: 'a' });

    await tracker.follow({ ...remote, revision: 9 });
    expect(await saved()).toMatchObject({ cfi: 'far', baseRevision: 9, pending: false });
    expect(await countUnsent('ana')).toBe(0);
    tracker.close();
  });

  it('reports once that no position is stored for this reader any more, and makes no more calls', async () => {
    const denied = vi.fn(async () => Response.json({ detail: 'No', code: 'part_not_found' }, { status: 404 }));
    vi.stubGlobal('fetch', denied);
    const onRefused = vi.fn();
    const tracker = await open(onRefused);
    tracker.move(at('a', 10));
    await expect.poll(saved).toMatchObject({ cfi: 'a' });
    await flushOutbox();
    expect(onRefused.mock.calls).toEqual([[null]]);
    await flushOutbox();
    expect(denied).toHaveBeenCalledOnce();
    expect(await saved()).toMatchObject({ cfi: 'a' });
    tracker.close();
  });

  describe('when the browser refuses storage', () => {
    beforeEach(() => {
      vi.stubGlobal('indexedDB', {
        open: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });

    it('works for the page', async () => {
      const server = positionServer();
      const tracker = await open();
      tracker.move(at('a', 30));
      tracker.leave();
      expect(server.received).toHaveLength(1);
      tracker.close();
    });

    it('sends the position when the book is closed, and builds on the answer', async () => {
      const server = positionServer();
      const onRefused = vi.fn();
      const tracker = await open(onRefused);
      tracker.move(at('a', 30));
      tracker.close();
      await expect.poll(() => server.placeOf('part')).toMatchObject({ cfi: 'a' });
      // The server has the move, so local storage drops it.
      await expect.poll(() => localStorage.getItem('lastMove:ana:part')).toBeNull();
      const again = await open(onRefused);
      expect(again.local).toBeNull();
      again.close();
      expect(onRefused).not.toHaveBeenCalled();
    });

    it.each([
      ['another user', { uid: 'beto', partId: 'part' }],
      ['another part', { uid: 'ana', partId: 'otra' }],
    ])('takes %s for no move', async (_whose, owner) => {
      localStorage.setItem('lastMove', JSON.stringify({ ...owner, ...at('not ours', 7) }));
      const tracker = await open();
      expect(tracker.local).toBeNull();
      tracker.close();
    });

    it('finds the last unsent move again', async () => {
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
      const tracker = await open();
      tracker.move(at('a', 30));
      tracker.close();
      const again = await open();
      expect(again.local).toMatchObject({ cfi: 'a', percentage: 30, editionId: 'edition', pending: true });
      again.close();
      const other = await openPositionTracker({ partId: 'other', onRefused: vi.fn() });
      expect(other.local).toBeNull();
      other.close();
    });
  });
});
