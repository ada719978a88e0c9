import { expect, it } from 'vitest';
import { demoAccounts, demoBooks } from './catalogue.ts';
import { demoPurchases, demoReaders } from './purchases.ts';

const DAY_MS = 86_400_000;
const partOf = (bookSlug: string, partSlug: string) =>
  demoBooks.find(({ slug }) => slug === bookSlug)?.parts.find(({ slug }) => slug === partSlug);

it('demo purchases belong to existing people and parts, are unique, and come after the release of the part', () => {
  const emails = [...demoReaders, ...demoAccounts].map(({ email }) => email);
  for (const { email, bookSlug, partSlug, agoMs } of demoPurchases) {
    const part = partOf(bookSlug, partSlug);
    expect(emails).toContain(email);
    expect(part).toMatchObject({ isDraft: false, hasEbook: true });
    expect(agoMs).toBeGreaterThanOrEqual(DAY_MS);
    expect(agoMs).toBeLessThan(-(part?.releaseOffsetDays ?? 0) * DAY_MS);
  }
  const keys = demoPurchases.map(({ email, bookSlug, partSlug }) => `${email} ${bookSlug}/${partSlug}`);
  expect(new Set(keys).size).toBe(keys.length);
});

it('demo purchases are ordered by time, and each refund follows its payment', () => {
  expect(demoPurchases.map(({ agoMs }) => agoMs)).toEqual(
    demoPurchases.map(({ agoMs }) => agoMs).toSorted((a, b) => b - a),
  );
  const refunds = demoPurchases.filter(({ refund }) => refund !== null);
  expect(refunds).toHaveLength(1);
  for (const { agoMs, refund } of refunds) expect(refund?.agoMs).toBeLessThan(agoMs);
});

it('demo purchases give some part five readers in the last month: the figures hide smaller counts', () => {
  const recent = demoPurchases.filter(({ opened, agoMs }) => opened && agoMs < 29 * DAY_MS);
  const readers = Map.groupBy(recent, ({ bookSlug, partSlug }) => `${bookSlug}/${partSlug}`);
  expect([...readers.values()].filter((rows) => rows.length >= 5).length).toBeGreaterThanOrEqual(2);
});
