import { describe, expect, it } from 'vitest';
import { partCard, type PartCardFacts } from './part-card.ts';

const forSale: PartCardFacts = {
  online: true,
  owned: false,
  earlyAccess: false,
  released: true,
  hasEbook: true,
  isRecalled: false,
  onDevice: false,
  downloading: false,
  finalPrice: 1490,
};

describe('the card of a part', () => {
  it.each([
    ['purchased and downloaded', { owned: true, onDevice: true }, { read: 'on-device', offer: null }],
    ['purchased, not downloaded, released', { owned: true }, { read: 'to-download', offer: null }],
    ['purchased, downloading', { owned: true, downloading: true }, { read: 'downloading', offer: null }],
    ['purchased, not downloaded, not released', { owned: true, released: false }, { read: 'soon', offer: null }],
    ['purchased, released, no ebook', { owned: true, hasEbook: false }, { read: 'soon', offer: null }],
    ['not purchased, not released', { released: false }, { read: null, offer: 'unreleased' }],
    ['not purchased, released, no ebook', { hasEbook: false }, { read: null, offer: 'no-ebook' }],
    ['not purchased, released, value 0', { finalPrice: 0 }, { read: null, offer: 'free' }],
    ['not purchased, released, value above 0', {}, { read: null, offer: 'for-sale' }],
    ['early access', { earlyAccess: true }, { read: 'to-download', offer: 'for-sale' }],
    ['early access before release', { earlyAccess: true, released: false }, { read: 'to-download', offer: null }],
    [
      'offline, purchased and downloaded',
      { online: false, owned: true, onDevice: true },
      { read: 'on-device', offer: null },
    ],
    ['offline, purchased, not downloaded', { online: false, owned: true }, { read: 'waiting', offer: null }],
    ['offline, early access, not downloaded', { online: false, earlyAccess: true }, { read: 'waiting', offer: null }],
    ['offline, purchased, not out', { online: false, owned: true, released: false }, { read: 'soon', offer: null }],
    [
      'offline, an interrupted download',
      { online: false, owned: true, downloading: true },
      { read: 'waiting', offer: null },
    ],
    ['purchased, recalled', { owned: true, isRecalled: true, onDevice: true }, { read: 'recalled', offer: null }],
    ['early access, recalled', { earlyAccess: true, isRecalled: true }, { read: 'recalled', offer: null }],
    [
      'offline, purchased, recalled',
      { online: false, owned: true, isRecalled: true },
      { read: 'recalled', offer: null },
    ],
    ['offline, not purchased', { online: false }, { read: 'offline-blocked', offer: null }],
    ['offline, a copy without right', { online: false, onDevice: true }, { read: 'offline-blocked', offer: null }],
  ] as const)('%s', (_, facts, expected) => {
    expect(partCard({ ...forSale, ...facts })).toEqual(expected);
  });
});
