import 'fake-indexeddb/auto';
import { applyFinished, type FinishedMark } from '@cuentos/domain/reading/finished';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countUnsent, flushOutbox } from '../../../device/outbox.ts';
import { closeSyncDatabase } from '../../../device/sync-database.ts';
import { freshDevice } from '../../../device/testing/fresh-device.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { finishedHere, setFinished, withFinished } from './finished-parts.ts';

interface Sent {
  readonly finished: boolean;
  readonly base_revision: number;
  readonly mutation_id: string;
}

/** The server's 'finished' mark of the part, the status of its answers, and how many of the next answers get lost. */
let server: { mark: FinishedMark | null; lost: number; status: number; readonly applied: Map<string, Sent> };

beforeEach(async () => {
  await freshDevice();
  server = { mark: null, lost: 0, status: 200, applied: new Map() };
  fakeApi({
    'PUT /api/user_book_parts/part/finished': ({ body }) => {
      const sent = JSON.parse(String(body)) as Sent;
      if (server.status !== 200) return { status: server.status, body: { detail: '', code: 'part_not_found' } };
      const { finished, base_revision: baseRevision, mutation_id: id } = sent;
      if (!server.applied.has(id)) server.mark = applyFinished(server.mark, { finished, baseRevision });
      server.applied.set(id, sent);
      if (server.lost > 0) {
        server.lost -= 1;
        throw new TypeError('the line broke');
      }
      return { body: server.mark };
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const here = async () => (await finishedHere()).get('part');

it('is marked here at once, and on the server as soon as possible', async () => {
  await setFinished('part', true, null);
  expect(await here()).toMatchObject({ finished: true });
  await flushOutbox();
  expect(server.mark).toEqual({ finished: true, revision: 1 });
  expect(await here()).toMatchObject({ finished: true, baseRevision: 1, pending: false });
  expect(await countUnsent('ana')).toBe(0);
});

it('a change whose answer got lost is applied once, and the next change builds on it', async () => {
  server.lost = 1;
  await setFinished('part', true, null);
  await flushOutbox();
  await setFinished('part', false, null);
  await flushOutbox();
  expect(server.mark).toEqual({ finished: false, revision: 2 });
  expect([...server.applied.values()].map(({ base_revision: base }) => base)).toEqual([0, 1]);
});

it('removes the mark of another device once it has been fetched', async () => {
  server.mark = { finished: true, revision: 4 };
  await setFinished('part', false, server.mark);
  await flushOutbox();
  expect(server.mark).toEqual({ finished: false, revision: 5 });
});

it('learns from the answer that another device finished the part meanwhile', async () => {
  await setFinished('part', true, null);
  await flushOutbox();
  // Another device removes the mark and sets it again, and this device does not hear of it.
  server.mark = { finished: true, revision: 3 };
  await setFinished('part', false, null);
  await flushOutbox();
  expect(server.mark).toEqual({ finished: true, revision: 3 });
  expect(await here()).toMatchObject({ finished: true, baseRevision: 3, pending: false });
});

it.each([
  ['finishes anew what another device took back', true],
  ['takes back what another device finished anew', false],
])('%s, though this device said the same before', async (_, finished) => {
  await setFinished('part', finished, null);
  await flushOutbox();
  server.mark = { finished: !finished, revision: 7 };
  await setFinished('part', finished, server.mark);
  await flushOutbox();
  expect(server.mark).toMatchObject({ finished });
});

describe('where the browser stores nothing, a mark', () => {
  beforeEach(async () => {
    await closeSyncDatabase();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await closeSyncDatabase();
  });

  it('reaches the server all the same, and can be removed on this page', async () => {
    server.mark = { finished: false, revision: 4 };
    await setFinished('part', true, server.mark);
    expect(server.mark).toEqual({ finished: true, revision: 5 });
    expect(await here()).toMatchObject({ finished: true, baseRevision: 5, pending: false });
    await setFinished('part', false, null);
    expect(server.mark).toEqual({ finished: false, revision: 6 });
    expect(await here()).toMatchObject({ finished: false });
  });

  it('is seen by its reader only, and gives way to a mark stored later', async () => {
    await setFinished('part', true, null);
    signInAs('berta');
    expect(await here()).toBeUndefined();
    signInAs('ana');
    vi.restoreAllMocks();
    await closeSyncDatabase();
    await setFinished('part', false, server.mark);
    expect(await here()).toMatchObject({ finished: false });
  });
});

it('a mark of a part that is not owned is deleted when the server refuses it', async () => {
  server.status = 404;
  await setFinished('part', true, null);
  await flushOutbox();
  expect(await here()).toBeUndefined();
  expect(await countUnsent('ana')).toBe(0);
});

it('shows its own change until a list has it, and then another device’s later change', () => {
  const part = (finish: FinishedMark | null) => ({ id: 'part', finish });
  const marks = new Map([['part', { finished: true, baseRevision: 2, pending: false }]]);
  const shown = (finish: FinishedMark | null) => withFinished([part(finish)], marks, ({ id }) => id)[0]?.finish;
  expect(shown({ finished: false, revision: 1 })).toEqual({ finished: true, revision: 2 });
  expect(shown({ finished: false, revision: 3 })).toEqual({ finished: false, revision: 3 });
});
