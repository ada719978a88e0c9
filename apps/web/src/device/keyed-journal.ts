import { createJournal, type Journal } from './journal.ts';

/**
 * A journal in which each entry has a key of its own. Browsers do not lock local storage between processes: of two tabs
 * that write one list at the same moment the later one brings back what the other has just removed.
 * @param key under which earlier versions of the app kept a list; followed by `:` and its id it is the key of an entry
 * @param idOf an entry takes the place of the one with its id
 */
export function createKeyedJournal<Entry>(
  key: string,
  isEntry: (value: unknown) => value is Entry,
  idOf: (entry: Entry) => string,
): Pick<Journal<Entry>, 'entries' | 'add' | 'remove'> {
  const list = createJournal(key, isEntry);
  const keyOf = (entry: Entry): string => `${key}:${idOf(entry)}`;
  const add = (entry: Entry): void => createJournal(keyOf(entry), isEntry, 'last').write([entry]);
  const entries = (): Entry[] => {
    const ofList = list.entries();
    for (const entry of ofList) add(entry);
    if (ofList.length > 0) list.write([]);
    try {
      const keys = Object.keys(localStorage).filter((name) => name.startsWith(`${key}:`));
      return keys.flatMap((name) => createJournal(name, isEntry, 'last').entries());
    } catch {
      return []; // refused
    }
  };
  const remove = (isDone: (entry: Entry) => boolean): void => {
    for (const entry of entries()) if (isDone(entry)) createJournal(keyOf(entry), isEntry, 'last').write([]);
  };
  return { entries, add, remove };
}
