import 'fake-indexeddb/auto';
import type { PositionRecord } from '@cuentos/contract/reading';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announceChange } from '../../../device/changes.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { freshDevice } from '../../../device/testing/fresh-device.ts';
import type { HeldQuestion } from './held-question.ts';
import { followOtherDevices } from './other-device.ts';
import { saveServerPosition } from './position-store.ts';

vi.mock('../opening/device-copy.ts', () => ({ removeCopy: vi.fn(async () => {}) }));

const remote = (percentage: number, revision = 5): PositionRecord => ({
  last_location: 'there',
  percentage,
  revision,
  edition_id: 'edition',
  updated_at: '2026-11-27T15:00:00Z',
});

let answer: { status?: number; body?: unknown };
let calls: ReturnType<typeof fakeApi>;
let stop: () => void;
const part = {
  book: {
    partId: 'part',
    editionId: 'edition',
    remote: Promise.resolve(null),
    question: null,
    tracker: { local: null, move: vi.fn(), follow: vi.fn(), stay: vi.fn(), leave: vi.fn(), close: vi.fn() },
  },
  reader: { selection: () => null },
  layers: { isEmpty: true },
  hasMoved: false,
  heldQuestion: null as HeldQuestion | null,
  ask: vi.fn(),
  snapshot: () => ({ place: { cfi: 'here', percentage: 40 }, panelOpen: false }),
  goAlong: vi.fn(async () => {}),
  fail: vi.fn(),
};

beforeEach(async () => {
  await freshDevice();
  signInAs('ana');
  await saveServerPosition('ana', 'part', {
    revision: 4,
    place: { cfi: 'here', percentage: 40, editionId: 'edition' },
  });
  part.hasMoved = false;
  part.layers.isEmpty = true;
  part.heldQuestion = null;
  vi.clearAllMocks();
  answer = { body: remote(70) };
  calls = fakeApi({
    'GET /api/user_book_parts/last_location/part': () => answer,
    'GET /api/book_part/open/part': () => ({ status: 404, body: { code: 'part_not_found', detail: 'x' } }),
  });
  stop = followOtherDevices(part);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const hear = (topic: 'position' | 'library', version: number, partId = 'part') =>
  announceChange({ topic, part_id: partId, revision: 1, version });
/** Waits until the database has answered other requests: work that should happen has happened by then. */
const settle = async () => new Promise((resolve) => setTimeout(resolve, 50));

describe('another device that reads on in the open part', () => {
  it('is asked about when it is far away and the reader comes back to the book', async () => {
    hear('position', 5);
    await expect.poll(() => calls).toHaveLength(1);
    await settle();
    expect(part.ask).not.toHaveBeenCalled();
    part.heldQuestion?.arrive();
    await expect.poll(() => part.ask.mock.calls).toEqual([[remote(70)]]);
    expect(part.goAlong).not.toHaveBeenCalled();
  });

  it('is followed when it is near and no page was turned here, and otherwise ignored', async () => {
    answer = { body: remote(41) };
    hear('position', 5);
    await expect.poll(() => part.goAlong.mock.calls).toMatchObject([[{ cfi: 'there' }]]);
    part.hasMoved = true;
    hear('position', 5);
    await expect.poll(() => calls).toHaveLength(2);
    await settle();
    expect(part.goAlong).toHaveBeenCalledOnce();
    expect(part.ask).not.toHaveBeenCalled();
  });

  it('does not change the page under a selection or a dialog', async () => {
    part.layers.isEmpty = false;
    answer = { body: remote(41) };
    hear('position', 5);
    await expect.poll(() => calls).toHaveLength(1);
    await settle();
    expect(part.goAlong).not.toHaveBeenCalled();
    expect(part.book.tracker.follow).not.toHaveBeenCalled();
  });

  it('is ignored when the position is this device’s own, or of another part', async () => {
    hear('position', 4);
    hear('position', 9, 'another');
    await settle();
    expect(calls).toEqual([]);
  });
});

describe('a change of access to the open part', () => {
  it('closes the part when it was revoked', async () => {
    hear('library', 0);
    await expect.poll(() => part.fail.mock.calls).toEqual([['no-access']]);
  });
});
