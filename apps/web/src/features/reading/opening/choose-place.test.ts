import type { PositionRecord } from '@cuentos/contract/reading';
import type { LocalPosition } from '@cuentos/domain/reading/position';
import { describe, expect, it, vi } from 'vitest';
import type { PositionTracker } from '../position/position-tracker.ts';
import { choosePosition, targetOf } from './open-book.ts';

const local = (changes: Partial<LocalPosition> = {}): LocalPosition => ({
  cfi: 'here',
  percentage: 10,
  editionId: 'edition',
  baseRevision: 3,
  pending: false,
  ...changes,
});
const remote = (changes: Partial<PositionRecord> = {}): PositionRecord => ({
  last_location: 'there',
  percentage: 63,
  revision: 4,
  edition_id: 'edition',
  updated_at: '2026-11-21T15:00:00Z',
  ...changes,
});

async function choose(mine: LocalPosition | null, theirs: PositionRecord | null) {
  const follow = vi.fn(async () => {});
  const stay = vi.fn(async () => {});
  const choice = await choosePosition({ follow, stay } as unknown as PositionTracker, mine, theirs);
  return {
    ...choice,
    start: choice.start?.cfi ?? null,
    followed: follow.mock.calls.length,
    stayed: stay.mock.calls.length,
  };
}

describe('where a part opens, "later of local and server"', () => {
  it('opens at the beginning without a known position', async () => {
    expect(await choose(null, null)).toMatchObject({ start: null, question: null });
  });

  it('opens at the server’s position where the device has none', async () => {
    expect(await choose(null, remote())).toMatchObject({ start: 'there', followed: 1 });
  });

  it('asks when another device is more than 2 % away, and opens at this device’s position meanwhile', async () => {
    expect(await choose(local(), remote())).toMatchObject({ start: 'here', question: { percentage: 63 }, followed: 0 });
    expect(await choose(local({ pending: true }), remote())).toMatchObject({
      start: 'here',
      question: { percentage: 63 },
    });
  });

  it.each([
    [12.1, true],
    [12, false],
    [8, false],
    [7.9, true],
  ])('another device at %f %% asks, for a part read to 10 %% here: %s', async (percentage, asks) => {
    const { question } = await choose(local(), remote({ percentage }));
    expect(question !== null).toBe(asks);
  });

  it('follows a small move without a question, unless this device has an unsent move', async () => {
    const near = remote({ percentage: 11.5 });
    expect(await choose(local(), near)).toMatchObject({ start: 'there', question: null, followed: 1 });
    expect(await choose(local({ pending: true }), near)).toMatchObject({ start: 'here', question: null, followed: 0 });
  });

  it('stays when the server already had that position at this device’s move', async () => {
    expect(await choose(local({ baseRevision: 4 }), remote())).toMatchObject({ start: 'here', question: null });
  });

  it('recognises its own move whose answer got lost', async () => {
    const own = remote({ last_location: 'here', percentage: 10 });
    expect(await choose(local({ pending: true }), own)).toMatchObject({ start: 'here', question: null, stayed: 1 });
  });

  it('uses the percentage when the edition differs', () => {
    expect(targetOf({ cfi: 'here', percentage: 50, editionId: 'old' }, 'new')).toEqual({ fraction: 0.5 });
    expect(targetOf({ cfi: 'here', percentage: 50, editionId: 'new' }, 'new')).toBe('here');
  });
});
