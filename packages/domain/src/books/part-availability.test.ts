import { describe, expect, it } from 'vitest';
import { type EditorialState, isInPresale, isListed, isReleased, refusalToSell } from './part-availability.ts';

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

describe('what is listed and sold', () => {
  it.each([
    ['archived part', { isActive: false }],
    ['draft part', { isDraft: true }],
    ['part of an archived book', { bookIsActive: false }],
    ['part of a draft book', { bookIsDraft: true }],
  ])('%s is neither listed nor sold', (_, change) => {
    expect(isListed({ ...sellable, ...change })).toBe(false);
    expect(refusalToSell({ ...sellable, ...change }, { releaseAt: NOW }, NOW)).toBe('part_not_found');
  });

  it('sells what is listed, released and has its ebook', () => {
    expect(isListed(sellable)).toBe(true);
    expect(refusalToSell(sellable, { releaseAt: NOW }, NOW)).toBeNull();
    expect(refusalToSell(sellable, { releaseAt: NOW + 1 }, NOW)).toBe('part_not_released');
    expect(refusalToSell({ ...sellable, hasEbook: false }, { releaseAt: NOW }, NOW)).toBe('part_without_ebook');
  });

  it('a part without ebook is listed all the same', () => {
    expect(isListed({ ...sellable, hasEbook: false })).toBe(true);
  });
});
