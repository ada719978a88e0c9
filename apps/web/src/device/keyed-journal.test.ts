import { afterEach, expect, it, vi } from 'vitest';
import { hasKeys } from './journal.ts';
import { createKeyedJournal } from './keyed-journal.ts';

interface Line {
  readonly id: number;
}
const isLine = (value: unknown): value is Line => hasKeys(value, 'id');

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const open = () => createKeyedJournal('lines', isLine, ({ id }) => String(id));

it('takes an entry in the place of the one with its id, and the list of an earlier version', () => {
  localStorage.setItem('lines', JSON.stringify([{ id: 1 }, { id: 2 }]));
  const journal = open();
  expect(journal.entries()).toEqual([{ id: 1 }, { id: 2 }]);
  expect(localStorage.getItem('lines')).toBeNull();
  journal.add({ id: 2 });
  journal.remove(({ id }) => id === 1);
  expect(journal.entries()).toEqual([{ id: 2 }]);
  journal.remove(() => true);
  expect(localStorage.length).toBe(0);
});

it('brings nothing back that another tab removed, and takes nothing of what it added', () => {
  const journal = open();
  journal.add({ id: 1 });
  const { getItem } = Storage.prototype;
  const before = new Map(Object.entries<string>(localStorage));
  journal.remove(({ id }) => id === 1);
  journal.add({ id: 2 });
  // The other tab still reads what stood there a moment ago.
  const stale = vi.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => before.get(key) ?? null);
  open().add({ id: 3 });
  stale.mockImplementation(function read(this: Storage, key) {
    return getItem.call(this, key);
  });
  expect(journal.entries()).toEqual([{ id: 2 }, { id: 3 }]);
});
