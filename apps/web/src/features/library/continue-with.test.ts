import type { UserBookPart } from '@cuentos/contract/library';
import { expect, it } from 'vitest';
import { continueWith } from './reading-progress.tsx';

const part = (id: string, percentage: number, read_at: string | null): UserBookPart => ({
  id: `holding-${id}`,
  book_id: 'book',
  book_part_id: id,
  last_location: null,
  percentage,
  book_name: 'Libro',
  book_part_name: id,
  image: null,
  release_date: '2026-10-01T03:00:00Z',
  edition_id: 'edition',
  edition_size: 1000,
  is_downloaded: false,
  acquired_at: '2026-10-01T03:00:00Z',
  read_at,
});

const early = part('early', 40, '2026-11-01T12:00:00Z');
const late = part('late', 12, '2026-11-20T12:00:00Z');
const done = part('done', 100, '2026-11-21T12:00:00Z');
const unread = part('unread', 0, null);
const all = [early, unread, done, late];

it('continues with the part of the newest position on the server', () => {
  expect(continueWith(all, null)).toEqual(late);
});

it('continues with the part that this device has read since', () => {
  expect(continueWith(all, { partId: 'early', percentage: 41 })).toEqual({ ...early, percentage: 41 });
});

it('knows a part that was begun on this device only', () => {
  expect(continueWith(all, { partId: 'unread', percentage: 3 })?.book_part_id).toBe('unread');
});

it('does not offer the part that this device has just finished', () => {
  expect(continueWith(all, { partId: 'late', percentage: 100 })?.book_part_id).toBe('early');
});

it('offers nothing before a part was begun', () => {
  expect(continueWith([unread, done], null)).toBeNull();
  expect(continueWith([unread], { partId: 'elsewhere', percentage: 5 })).toBeNull();
});

it('takes the percentage of the server when the device knows only the part', () => {
  expect(continueWith(all, { partId: 'early', percentage: null })).toEqual(early);
});
