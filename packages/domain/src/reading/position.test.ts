import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptsMove, type LocalPosition, type Position, startPosition } from './position.ts';

const remote: Position = { cfi: 'epubcfi(/6/4!/4/2/1:0)', percentage: 40, editionId: 'e', revision: 3 };
const local: LocalPosition = {
  cfi: 'epubcfi(/6/2!/4/2/1:0)',
  percentage: 20,
  editionId: 'e',
  baseRevision: 3,
  pending: false,
};

describe('the position at which a book opens', () => {
  it.each([
    ['neither', null, null, 'beginning'],
    ['only the server', null, remote, 'remote'],
    ['only this device', local, null, 'local'],
    ['the server has nothing newer', local, remote, 'local'],
    ['another device moved far', { ...local, baseRevision: 2 }, remote, 'ask'],
    ['another device moved far, a move waits here', { ...local, baseRevision: 2, pending: true }, remote, 'ask'],
    ['another device moved back far', { ...local, percentage: 80, baseRevision: 2 }, remote, 'ask'],
    ['another device moved a little more than 2 %', { ...local, percentage: 37.9, baseRevision: 2 }, remote, 'ask'],
    ['another device moved exactly 2 %', { ...local, percentage: 38, baseRevision: 2 }, remote, 'remote'],
    ['another device moved a little', { ...local, percentage: 39, baseRevision: 2 }, remote, 'remote'],
    [
      'another device moved a little, a move waits here',
      { ...local, percentage: 39, baseRevision: 2, pending: true },
      remote,
      'local',
    ],
  ] as [string, LocalPosition | null, Position | null, string][])('%s', (_, mine, theirs, kind) => {
    expect(startPosition(mine, theirs).kind).toBe(kind);
  });
});

describe('moves that the server accepts', () => {
  it.each([
    ['the first', null, { baseRevision: null, percentage: 0 }, true],
    ['forward on the newest', remote, { baseRevision: 3, percentage: 50 }, true],
    ['back on the newest', remote, { baseRevision: 3, percentage: 10 }, true],
    ['back by a client that knows no revisions', remote, { baseRevision: null, percentage: 10 }, true],
    ['forward on an old one', remote, { baseRevision: 2, percentage: 41 }, true],
    ['the same place on an old one', remote, { baseRevision: 2, percentage: 40 }, true],
    ['back on an old one', remote, { baseRevision: 2, percentage: 39.9 }, false],
  ])('%s', (_, current, move, expected) => {
    expect(acceptsMove(current, move)).toBe(expected);
  });
});

/** A device that reads, goes offline, and sends its pending position later. */
interface Device {
  percentage: number;
  baseRevision: number;
  pending: boolean;
}

it("synchronising alone never moves a position back, and idle devices end at the server's position", () => {
  const step = fc.record({
    device: fc.nat(2),
    action: fc.constantFrom('read', 'send', 'open'),
    to: fc.integer({ min: 0, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const devices: Device[] = Array.from({ length: 3 }, () => ({ percentage: 0, baseRevision: 0, pending: false }));
      const shop: { position: { percentage: number; revision: number } | null } = { position: null };
      for (const { device: index, action, to } of steps) {
        const device = devices[index]!;
        if (action === 'read') Object.assign(device, { percentage: to, pending: true });
        if (action === 'send' && device.pending) {
          const before = shop.position;
          const sawNewest = before === null || device.baseRevision >= before.revision;
          if (acceptsMove(before, device)) {
            shop.position = { percentage: device.percentage, revision: (before?.revision ?? 0) + 1 };
          }
          expect(sawNewest || shop.position!.percentage >= before.percentage).toBe(true);
          Object.assign(device, {
            pending: false,
            percentage: shop.position!.percentage,
            baseRevision: shop.position!.revision,
          });
        }
        if (action === 'open') {
          const knownPosition = shop.position && { ...remote, ...shop.position };
          const start = startPosition({ ...local, ...device }, knownPosition);
          // A pending position is never replaced without asking the reader.
          if (device.pending) expect(start.kind).not.toBe('remote');
          if (start.kind === 'remote')
            Object.assign(device, { percentage: shop.position!.percentage, baseRevision: shop.position!.revision });
        }
      }
    }),
    { numRuns: 500 },
  );
});
