import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { READER_PATH, readReaderAddress } from './address.ts';

it.each([
  '/reader/libro/parte',
  '/reader/libro/parte/',
  '/READER/libro/parte/true',
  '/reader/un%20libro/parte%2Fdos/false',
  '/reader/libro',
  '/reader/libro/parte/true/m%C3%A1s',
  '/reader//parte',
  '/reader-settings',
  '/user-library/libro',
])('%s is read as the router reads it', (path) => {
  expect(readReaderAddress(path)).toEqual(matchRoutes([{ path: READER_PATH }], path)?.[0]?.params ?? null);
});

it('refuses an address with a broken encoding', () => expect(readReaderAddress('/reader/%E0%A4%A/parte')).toBeNull());

it('distinguishes a sample from the part itself', () => {
  const names = { book_uuid: 'libro', part_uuid: 'parte', from_admin: undefined };
  expect(readReaderAddress('/sample/libro/parte')).toEqual({ ...names, sample: 'true' });
  expect(readReaderAddress('/reader/libro/parte')).toEqual(names);
  expect(readReaderAddress('/sample/libro/parte/true')).toBeNull();
});
