import { DAY_MS } from '@cuentos/domain/time/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addBareEdition, addBook, addPart, addReader, give } from '../../testing/fixtures.ts';
import { giveOfShop, giveWaiting } from './service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());

it('an owned part that cannot be read yet gives the reason, no file or its release day; another part gives none', async () => {
  const book = await addBook(test);
  const releaseAt = test.clock.now() + DAY_MS;
  const [bare, closed] = [
    await addPart(test, book.id, { name: 'Sin archivo' }),
    await addPart(test, book.id, { name: 'Con archivo', releaseAt }),
  ];
  await addBareEdition(test, closed.id);
  const [owner, stranger] = [await addReader(test), await addReader(test)];
  for (const { id } of [bare, closed]) await give(test, owner.user.id, id);
  const codeOf = async (userId: string, partId: string) =>
    test.services.entitlements.requireReadable(userId, partId).then(
      () => 'readable',
      ({ code }: { code: string }) => code,
    );
  expect([await codeOf(owner.user.id, bare.id), await codeOf(owner.user.id, closed.id)]).toEqual([
    'part_without_ebook',
    'part_not_released',
  ]);
  expect([await codeOf(stranger.user.id, bare.id), await codeOf(stranger.user.id, closed.id)]).toEqual([
    'part_not_found',
    'part_not_found',
  ]);
});

it('grants that waited for the proof of an address are given, except for those that ended meanwhile', async () => {
  const book = await addBook(test);
  const now = test.clock.now();
  const { user } = await addReader(test);
  const waiting = { ...user, email_verified_at: null };
  const ends = [null, now - 1, now, now + 1];
  const parts: string[] = [];
  for (const [index, expiresAt] of ends.entries()) {
    const { id } = await addPart(test, book.id, { name: `Parte ${index}` });
    parts.push(id);
    const gift = { user: waiting, partId: id, source: 'early_access', grantedBy: user.id, expiresAt } as const;
    expect(await test.ports.db.withTx(async (tx) => giveOfShop(tx, gift, now - 10))).toBe('waiting');
  }
  await test.ports.db.withTx(async (tx) => giveWaiting(tx, user.id, now));
  const held = await test.services.entitlements.holdings(user.id);
  expect(parts.map((id) => held.has(id))).toEqual([true, false, false, true]);
});
