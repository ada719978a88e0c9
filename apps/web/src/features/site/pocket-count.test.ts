import { afterEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { followPocketCount, isPocketCountKnown, notePocketCount } from './pocket-count.ts';

const shown = () => document.documentElement.style.getPropertyValue('--pocket-count');

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

it('the header’s pocket shows its number of parts, on the next page too, and no number when empty', () => {
  notePocketCount(2);
  expect(shown()).toBe('"2"');
  document.documentElement.removeAttribute('style');
  followPocketCount()();
  expect(shown()).toBe('"2"');
  notePocketCount(0);
  expect(shown()).toBe('');
  // Without an account an empty pocket is not stored: a logout must leave nothing on the device.
  expect(localStorage).toHaveLength(0);
});

it('an account’s empty pocket is not requested again', () => {
  vi.spyOn(session, 'claims').mockReturnValue({ uid: 'ana' });
  notePocketCount(0);
  expect([shown(), isPocketCountKnown()]).toEqual(['', true]);
});

it('the pocket of one account does not show another account’s number', () => {
  const claims = vi.spyOn(session, 'claims').mockReturnValue({ uid: 'ana' });
  notePocketCount(2);
  claims.mockReturnValue({ uid: 'berta' });
  followPocketCount()();
  expect([shown(), isPocketCountKnown()]).toEqual(['', false]);
});
