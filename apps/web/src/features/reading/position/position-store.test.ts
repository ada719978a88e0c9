import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../../lib/api/session.ts';
import { freshDevice } from '../../../device/testing/fresh-device.ts';
import { positionServer } from './testing/position-server.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { countUnsent, flushOutbox, type OutboxEntry } from '../../../device/outbox.ts';
import { forgetUser } from '../../../device/forget-rows.ts';
import { syncDatabase } from '../../../device/sync-database.ts';
import { newId } from '../../../lib/new-id.ts';
import { enqueueMove, offerPositions, onMoveSettled, readPosition } from './position-store.ts';

const place = (cfi: string, percentage: number, uid = 'ana', partId = 'part') => ({
  uid,
  partId,
  cfi,
  percentage,
  editionId: 'edition',
});
const moveTo = (...given: Parameters<typeof place>) => enqueueMove(place(...given), newId());

beforeEach(async () => {
  await freshDevice();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('sending moves', () => {
  it('sends only the latest of several moves of a part, once', async () => {
    const server = positionServer();
    await moveTo('a', 1);
    await moveTo('b', 2);
    await moveTo('c', 3);
    await expect(flushOutbox()).resolves.toBe('empty');
    await flushOutbox();
    expect(server.received.map((body) => body.last_location)).toEqual(['c']);
    expect(await readPosition('ana', 'part')).toMatchObject({ cfi: 'c', baseRevision: 1, pending: false });
  });

  it('repeats a move whose answer was lost without making a second one, and builds on it', async () => {
    const server = positionServer();
    server.loseAnswers = 1;
    await moveTo('a', 50);
    await expect(flushOutbox()).resolves.toBe('waiting');
    // A move backwards: the server would refuse it with the base revision from before the lost answer.
    await moveTo('b', 10);
    await expect(flushOutbox()).resolves.toBe('empty');
    expect(server.moves).toBe(2);
    expect(server.received[0]?.mutation_id).toBe(server.received[1]?.mutation_id);
    expect(server.placeOf('part')).toMatchObject({ cfi: 'b', revision: 2 });
    expect(await readPosition('ana', 'part')).toMatchObject({ cfi: 'b', baseRevision: 2, pending: false });
  });

  it('keeps another device’s position in a repeated answer for the next opening', async () => {
    const server = positionServer();
    server.loseAnswers = 1;
    await moveTo('a', 10);
    await flushOutbox();
    server.moveElsewhere('part', 'far', 80);
    await expect(flushOutbox()).resolves.toBe('empty');
    expect(await readPosition('ana', 'part')).toMatchObject({ cfi: 'a', baseRevision: 0, pending: false });
  });

  it('reports a position farther on at the server, and does not move it back', async () => {
    const server = positionServer();
    server.moveElsewhere('part', 'far', 80);
    const heard: unknown[] = [];
    const stop = onMoveSettled(({ outcome }) => {
      if (outcome.kind === 'taken') heard.push([outcome.answer.last_location, outcome.answer.accepted]);
    });
    await moveTo('a', 10);
    await flushOutbox();
    stop();
    expect(heard).toEqual([['far', false]]);
    expect(server.placeOf('part')).toMatchObject({ cfi: 'far' });
    expect(await readPosition('ana', 'part')).toMatchObject({ cfi: 'a', pending: false });
  });

  it('keeps moves through temporary faults, and drops them only on a definitive refusal', async () => {
    const server = positionServer();
    server.refuse = [503, 429];
    await moveTo('a', 1);
    await expect(flushOutbox()).resolves.toBe('waiting');
    await expect(flushOutbox()).resolves.toBe('waiting');
    expect(await countUnsent('ana')).toBe(1);
    server.refuse = [404];
    await expect(flushOutbox()).resolves.toBe('empty');
    expect(await readPosition('ana', 'part')).toMatchObject({ cfi: 'a', pending: false });
  });

  it('keeps moves until the account is erased, since its owner may keep the account', async () => {
    const server = positionServer();
    server.refuse = [409];
    server.refusal = 'account_leaving';
    await moveTo('a', 1);
    await expect(flushOutbox()).resolves.toBe('waiting');
    expect(await countUnsent('ana')).toBe(1);
    await expect(flushOutbox()).resolves.toBe('empty');
    expect(server.received.map((body) => body.last_location)).toEqual(['a', 'a']);
  });

  it('sends moves that an earlier version of the app stored', async () => {
    const server = positionServer();
    const entry = { id: 'm', uid: 'ana', kind: 'position', part_id: 'part', cfi: 'a', percentage: 5 };
    const stored = { ...entry, edition_id: 'edition', base_revision: null } as OutboxEntry;
    await (await syncDatabase()).add('mutations', stored);
    await expect(flushOutbox()).resolves.toBe('empty');
    expect(server.received).toMatchObject([{ mutation_id: 'm', last_location: 'a', percentage: 5, base_revision: 0 }]);
  });

  it('tries again by itself after a while', async () => {
    const server = positionServer();
    server.down = true;
    await moveTo('a', 1);
    await flushOutbox();
    server.down = false;
    await expect.poll(() => server.received.length, { timeout: 8000 }).toBe(1);
    await expect.poll(() => countUnsent('ana')).toBe(0);
  }, 10_000);
});

describe('the user of a move', () => {
  it('decides who sends it: another user never, the same user after a new login', async () => {
    const server = positionServer();
    await moveTo('a', 1, 'ana');
    session.forget();
    await expect(flushOutbox()).resolves.toBe('waiting');
    signInAs('berta');
    await flushOutbox();
    expect(server.received).toEqual([]);
    expect(await countUnsent('ana')).toBe(1);
    signInAs('ana');
    await flushOutbox();
    expect(server.received).toHaveLength(1);
  });

  it('is forgotten with its own moves only', async () => {
    positionServer();
    await moveTo('a', 1, 'ana');
    await moveTo('b', 2, 'berta');
    await forgetUser('ana');
    expect(await readPosition('ana', 'part')).toBeNull();
    expect(await countUnsent('ana')).toBe(0);
    expect(await readPosition('berta', 'part')).toMatchObject({ cfi: 'b' });
    expect(await countUnsent('berta')).toBe(1);
  });
});

describe('several tabs', () => {
  it('send each move once', async () => {
    const server = positionServer();
    vi.resetModules();
    const other = await import('../../../device/outbox.ts');
    await import('./position-store.ts');
    const { signInAs: signInOther } = await import('../../../testing/sign-in-as.ts');
    signInOther('ana');
    for (let part = 0; part < 5; part += 1) await moveTo('a', 1, 'ana', `part-${part}`);
    await Promise.all([flushOutbox(), other.flushOutbox(), flushOutbox(), other.flushOutbox()]);
    expect(server.received).toHaveLength(5);
    expect(server.moves).toBe(5);
  });
});

describe('a shop that is restored from a backup', () => {
  it('gets the position of a device that is further, under restarted revisions', async () => {
    const before = positionServer();
    await moveTo('a', 10);
    await flushOutbox();
    await moveTo('b', 60);
    await flushOutbox();
    expect(before.placeOf('part')).toMatchObject({ revision: 2 });
    const restored = positionServer();
    await offerPositions('ana');
    await expect(flushOutbox()).resolves.toBe('empty');
    expect(restored.placeOf('part')).toMatchObject({ cfi: 'b', revision: 1 });
    expect(await readPosition('ana', 'part')).toMatchObject({ cfi: 'b', baseRevision: 1, pending: false });
  });
});
