import { afterEach, expect, it, vi } from 'vitest';
import { createJournal, hasKeys } from './journal.ts';

interface Line {
  readonly id: number;
}
const isLine = (value: unknown): value is Line => hasKeys(value, 'id');
const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it('has an entry in local storage when the call returns, until it is removed', () => {
  const journal = createJournal('lines', isLine);
  journal.add({ id: 1 });
  journal.add({ id: 2 });
  expect(stored('lines')).toEqual([{ id: 1 }, { id: 2 }]);
  journal.remove(({ id }) => id === 1);
  expect(journal.entries()).toEqual([{ id: 2 }]);
  journal.remove(() => true);
  expect(localStorage.getItem('lines')).toBeNull();
});

it('keeps only the last entry in the mode ‘last’, without a list around it', () => {
  const journal = createJournal('line', isLine, 'last');
  journal.write([{ id: 1 }, { id: 2 }]);
  expect(stored('line')).toEqual({ id: 2 });
  expect(journal.entries()).toEqual([{ id: 2 }]);
});

it.each(['no json', '"text"', '[1, null, {"other": true}]', 'null'])('takes %s for an empty journal', (found) => {
  localStorage.setItem('lines', found);
  expect(createJournal('lines', isLine).entries()).toEqual([]);
});

it('works with storage that is refused', () => {
  vi.stubGlobal('localStorage', undefined);
  const journal = createJournal('lines', isLine);
  journal.add({ id: 1 });
  expect(journal.entries()).toEqual([]);
  vi.unstubAllGlobals();
});
