import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeEpub } from '../../../device/store-epubs.ts';
import { storedEpubs } from '../../../device/stored-epubs.ts';
import { freshDevice } from '../../../device/testing/fresh-device.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { diagnoseRefusal } from './diagnose-fault.ts';
import { isCopySound } from './device-copy.ts';

const epub = new Uint8Array([1, 2, 3]).buffer;
const hash = createHash('sha256').update(new Uint8Array(epub)).digest('hex');
const names = { edition_id: 'e', book_id: 'b', book_name: 'B', part_name: 'P' };
const copy = { id: 'part', epub, hash, size: 3, ...names };
const isHere = async () => (await storedEpubs.read('part')) !== null;

beforeEach(freshDevice);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ['sound', hash, true],
  ['damaged', 'another', false],
])('a copy that is %s is kept or deleted by its bytes', async (_, storedHash, isSound) => {
  await storeEpub({ ...copy, hash: storedHash });
  expect(await isCopySound('part')).toBe(isSound);
  expect(await isHere()).toBe(isSound);
});

it('a copy is kept when the database cannot read it now', async () => {
  await storeEpub(copy);
  const read = vi.spyOn(storedEpubs, 'read').mockRejectedValue(new DOMException('no answer', 'UnknownError'));
  expect(await isCopySound('part')).toBe(true);
  read.mockRestore();
  expect(await isHere()).toBe(true);
});

it.each([
  ['the shop', 403, { detail: 'No.', code: 'not_entitled', request_id: 'r' }, 'no-access', false],
  ['the shop, which has no such part', 404, { detail: 'No.', code: 'part_not_found' }, 'no-access', false],
  ['the shop, which recalled the part', 403, { detail: 'No.', code: 'part_recalled' }, 'part_recalled', false],
  ['a page on the way', 403, undefined, null, true],
  ['a page on the way, which knows no such address', 404, 'log in first', null, true],
])('a copy is deleted when it is refused by %s (%i)', async (_, status, body, reason, stays) => {
  await storeEpub(copy);
  fakeApi({ 'GET /api/book_part/open/part': { status, body } });
  expect(await diagnoseRefusal('part')).toBe(reason);
  expect(await isHere()).toBe(stays);
});
