import { createJournal, entriesUnder, hasKeys, type Journal } from './journal.ts';

/**
 * A journal in which each entry has a key of its own. Browsers do not lock local storage between processes: if two tabs
 * write one list at the same moment, the later write restores entries that the other has removed, and loses entries
 * that it has added.
 * @param key under which earlier versions of the app stored a list; the key of an entry is this, `:` and the entry's id
 * @param idOf an entry replaces the one with the same id
 */
export function createKeyedJournal<Entry extends object>(
  key: string,
  isEntry: (value: unknown) => value is Entry,
  idOf: (entry: Entry) => string,
): Pick<Journal<Entry>, 'entries' | 'add' | 'remove'> {
  const list = createJournal(key, isEntry);
  const at = (entry: Entry) => createJournal(`${key}:${idOf(entry)}`, isEntry, 'last');
  const stored = () => entriesUnder(`${key}:`, isEntry).toSorted((a, b) => orderOf(a) - orderOf(b));
  const add = (entry: Entry): void => {
    at(entry).write([{ ...entry, order: Math.max(0, ...stored().map(orderOf)) + 1 }]);
  };
  const entries = (): Entry[] => {
    const ofList = list.entries();
    for (const entry of ofList) add(entry);
    if (ofList.length > 0) list.write([]);
    return stored().map(withoutOrder);
  };
  const remove = (isDone: (entry: Entry) => boolean): void => {
    for (const entry of entries()) if (isDone(entry)) at(entry).write([]);
  };
  return { entries, add, remove };
}

/** Local storage lists its keys in any order, so each entry names the entries before it. */
const orderOf = (entry: object): number => (hasKeys(entry, 'order') ? Number(entry.order) : 0);

function withoutOrder<Entry extends object>(entry: Entry): Entry {
  const copy: Entry & { order?: number } = { ...entry };
  delete copy.order;
  return copy;
}
