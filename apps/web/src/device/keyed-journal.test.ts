import { afterEach, expect, it, vi } from 'vitest';
import { hasKeys } from './journal.ts';
import { createKeyedJournal } from './keyed-journal.ts';
import { writeInTwoTabs } from './testing/stale-tab.ts';

interface Line {
  readonly id: number;
}
const isLine = (value: unknown): value is Line => hasKeys(value, 'id');

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const open = () => createKeyedJournal('lines', isLine, ({ id }) => String(id));

it('replaces the entry with the same id, and reads the list of an earlier version', () => {
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

it('restores no entry that another tab removed, and keeps each entry that it added', () => {
  const journal = open();
  journal.add({ id: 1 });
  writeInTwoTabs(
    () => {
      journal.remove(({ id }) => id === 1);
      journal.add({ id: 2 });
    },
    () => open().add({ id: 3 }),
  );
  expect(journal.entries()).toEqual(expect.arrayContaining([{ id: 2 }, { id: 3 }]));
  expect(journal.entries()).toHaveLength(2);
});

it('lists entries in the order in which they were written; a rewritten entry is last', () => {
  for (const id of [9, 1, 5, 9]) open().add({ id });
  expect(open().entries()).toEqual([{ id: 1 }, { id: 5 }, { id: 9 }]);
});
