import { describe, expect, it } from 'vitest';
import {
  goesOutAtOnce,
  isTitleAlike,
  presaleFault,
  type EditorialState,
  isInPresale,
  isListed,
  isReleased,
  refusalToSell,
} from './part-availability.ts';

const NOW = 1_000_000;
const sellable: EditorialState = {
  isActive: true,
  isDraft: false,
  hasEbook: true,
  bookIsActive: true,
  bookIsDraft: false,
};

describe('release and presale', () => {
  it('is released from the release date on', () => {
    expect(isReleased({ releaseAt: NOW }, NOW)).toBe(true);
    expect(isReleased({ releaseAt: NOW - 1 }, NOW)).toBe(true);
    expect(isReleased({ releaseAt: NOW + 1 }, NOW)).toBe(false);
  });

  it.each([
    ['flagged, ends later', true, NOW + 1, true],
    ['flagged, ends now', true, NOW, false],
    ['flagged, ended', true, NOW - 1, false],
    ['flagged, without end', true, null, false],
    ['not flagged, ends later', false, NOW + 1, false],
    ['not flagged, without end', false, null, false],
  ])('%s', (_, isPresale, presaleEndAt, expected) => {
    expect(isInPresale({ isPresale, presaleEndAt }, NOW)).toBe(expected);
  });
});

describe('listed and sold parts', () => {
  it.each([
    ['archived part', { isActive: false }],
    ['draft part', { isDraft: true }],
    ['part of an archived book', { bookIsActive: false }],
    ['part of a draft book', { bookIsDraft: true }],
  ])('%s is neither listed nor sold', (_, change) => {
    expect(isListed({ ...sellable, ...change })).toBe(false);
    expect(refusalToSell({ ...sellable, ...change }, { releaseAt: NOW }, NOW)).toBe('part_not_found');
  });

  it('a listed, released part with an ebook is sold', () => {
    expect(isListed(sellable)).toBe(true);
    expect(refusalToSell(sellable, { releaseAt: NOW }, NOW)).toBeNull();
    expect(refusalToSell(sellable, { releaseAt: NOW + 1 }, NOW)).toBe('part_not_released');
    expect(refusalToSell({ ...sellable, hasEbook: false }, { releaseAt: NOW }, NOW)).toBe('part_without_ebook');
  });

  it('a part without ebook is listed all the same', () => {
    expect(isListed({ ...sellable, hasEbook: false })).toBe(true);
  });
});

describe('a presale without an effect on the sale', () => {
  const noon = Date.UTC(2026, 10, 21, 15);
  const day = 86_400_000;
  it.each([
    ['is over', { presaleEndAt: noon - 1, releaseAt: noon - day }, 'over'],
    ['ends this instant', { presaleEndAt: noon, releaseAt: noon - day }, 'over'],
    ['ends before the part is out', { presaleEndAt: noon + day, releaseAt: noon + 2 * day }, 'before_release'],
    [
      'ends in the instant in which it comes out',
      { presaleEndAt: noon + day, releaseAt: noon + day },
      'before_release',
    ],
    ['outlasts the release', { presaleEndAt: noon + 2 * day, releaseAt: noon + day }, null],
    ['has no end', { presaleEndAt: null, releaseAt: noon + day }, null],
  ] as const)('%s: %s', (_, terms, fault) => {
    expect(presaleFault({ isPresale: true, ...terms }, noon)).toBe(fault);
    expect(presaleFault({ isPresale: false, ...terms }, noon)).toBeNull();
  });
});

describe('an uploaded book', () => {
  it.each([
    [{ wasOnSale: false, hasEbook: false, byAdmin: false }, true],
    [{ wasOnSale: false, hasEbook: true, byAdmin: false }, true],
    [{ wasOnSale: true, hasEbook: false, byAdmin: true }, true],
    [{ wasOnSale: true, hasEbook: false, byAdmin: false }, false],
    [{ wasOnSale: true, hasEbook: true, byAdmin: true }, false],
  ])('%j goes out at once: %s', (facts, isOut) => {
    expect(goesOutAtOnce(facts)).toBe(isOut);
  });

  it.each([
    ['La Regenta', ['Primera parte', 'La Regenta'], true],
    ['El faro: la NIEBLA', ['La niebla'], true],
    ['Fortunata y Jacinta', ['Primera parte', 'La Regenta'], false],
    ['Segunda parte', ['Primera parte', 'La Regenta'], true],
    ['', ['La Regenta'], true],
    [null, ['La Regenta'], true],
    ['Otro', ['El té'], true],
  ])('%s is alike to %j: %s', (title, names, isAlike) => {
    expect(isTitleAlike(title, names)).toBe(isAlike);
  });
});
