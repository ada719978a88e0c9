import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessTo, type Entitlement, isLive } from './entitlement.ts';

const NOW = 1_000_000;
const bought: Entitlement = { source: 'purchase', grantedAt: 1, expiresAt: null, revokedAt: null };
const early: Entitlement = { ...bought, source: 'early_access' };
const released = { releaseAt: NOW, hasEbook: true, isRecalled: false };
const unreleased = { ...released, releaseAt: NOW + 1 };
const nothing = { owned: false, earlyAccess: false, canRead: false };

describe('the entitlement rule', () => {
  it.each([
    ['nothing', [], released, nothing],
    ['purchase', [bought], released, { owned: true, earlyAccess: false, canRead: true }],
    ['free', [{ ...bought, source: 'free' }], released, { owned: true, earlyAccess: false, canRead: true }],
    ['grant', [{ ...bought, source: 'grant' }], released, { owned: true, earlyAccess: false, canRead: true }],
    ['purchase, unreleased', [bought], unreleased, { owned: true, earlyAccess: false, canRead: false }],
    [
      'purchase, no ebook',
      [bought],
      { ...released, hasEbook: false },
      { owned: true, earlyAccess: false, canRead: false },
    ],
    [
      'purchase, recalled',
      [bought],
      { ...released, isRecalled: true },
      { owned: true, earlyAccess: false, canRead: false },
    ],
    [
      'early access, recalled',
      [early],
      { ...unreleased, isRecalled: true },
      { owned: false, earlyAccess: true, canRead: false },
    ],
    ['revoked purchase', [{ ...bought, revokedAt: 5 }], released, nothing],
    ['revoked at this instant', [{ ...bought, revokedAt: NOW }], released, nothing],
    ['early access, unreleased', [early], unreleased, { owned: false, earlyAccess: true, canRead: true }],
    [
      'early access, no ebook',
      [early],
      { ...unreleased, hasEbook: false },
      { owned: false, earlyAccess: true, canRead: false },
    ],
    [
      'early access until later',
      [{ ...early, expiresAt: NOW + 1 }],
      unreleased,
      { owned: false, earlyAccess: true, canRead: true },
    ],
    ['early access until now', [{ ...early, expiresAt: NOW }], released, nothing],
    [
      'ended early access and a purchase',
      [{ ...early, expiresAt: NOW }, bought],
      released,
      { owned: true, earlyAccess: false, canRead: true },
    ],
    ['both', [early, bought], unreleased, { owned: true, earlyAccess: true, canRead: true }],
  ] as [string, Entitlement[], typeof released, typeof nothing][])('%s', (_, rows, part, expected) => {
    expect(accessTo(rows, part, NOW)).toEqual(expected);
  });

  it('never gives access without a live entitlement, and a further entitlement never takes access away', () => {
    const row: fc.Arbitrary<Entitlement> = fc.record({
      source: fc.constantFrom('purchase', 'free', 'grant', 'early_access'),
      grantedAt: fc.nat(),
      expiresAt: fc.option(fc.integer({ min: 0, max: 2 * NOW })),
      revokedAt: fc.option(fc.nat()),
    });
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 5 }),
        row,
        fc.nat(2 * NOW),
        fc.boolean(),
        fc.boolean(),
        (rows, extra, releaseAt, hasEbook, isRecalled) => {
          const part = { releaseAt, hasEbook, isRecalled };
          const access = accessTo(rows, part, NOW);
          const live = rows.some((entitlement) => isLive(entitlement, NOW));
          expect(live || !(access.owned || access.earlyAccess || access.canRead)).toBe(true);
          if (access.canRead) expect(accessTo([...rows, extra], part, NOW).canRead).toBe(true);
          if (access.canRead) expect(isRecalled).toBe(false);
          if (access.canRead && releaseAt > NOW) expect(access.earlyAccess).toBe(true);
        },
      ),
    );
  });
});
