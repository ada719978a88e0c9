/**
 * A write-ahead journal in local storage: an entry is stored when the call returns, so that a tab killed in the next
 * moment loses nothing. The database takes it over afterwards. When storage is refused or full the journal stores
 * nothing, and the database alone has the entry.
 */
export interface Journal<Entry> {
  /** Entries that were not removed; those of a list are in the order of writing. */
  readonly entries: () => Entry[];
  readonly write: (entries: readonly Entry[]) => void;
  readonly add: (entry: Entry) => void;
  /** Removes the entries for which this is true. */
  readonly remove: (isDone: (entry: Entry) => boolean) => void;
}

/**
 * @param key of local storage
 * @param isEntry tells entries from whatever else may stand there
 * @param holds `last`: only the entry written last, without a list around it.
 */
export function createJournal<Entry>(
  key: string,
  isEntry: (value: unknown) => value is Entry,
  holds: 'all' | 'last' = 'all',
): Journal<Entry> {
  const entries = (): Entry[] => {
    try {
      return [JSON.parse(localStorage.getItem(key) ?? '[]') as unknown].flat().filter(isEntry);
    } catch {
      return [];
    }
  };
  const write = (next: readonly Entry[]): void => {
    try {
      if (next.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(holds === 'all' ? next : next.at(-1)));
    } catch {
      // Refused or full.
    }
  };
  return {
    entries,
    write,
    add: (entry) => write([...entries(), entry]),
    remove: (isDone) => {
      const before = entries();
      const rest = before.filter((entry) => !isDone(entry));
      // Writes only what changes: a list that is written back may lack what another tab has just added.
      if (rest.length < before.length) write(rest);
    },
  };
}

/**
 * Lists the entries of journals with one entry each, whose keys have this prefix, in any order. Empty where storage is
 * refused.
 */
export function entriesUnder<Entry>(prefix: string, isEntry: (value: unknown) => value is Entry): Entry[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.flatMap((key) => createJournal(key, isEntry, 'last').entries());
  } catch {
    return [];
  }
}

/** Whether a value is an object with these keys, which is enough for values that this app wrote. */
export function hasKeys<Key extends string>(value: unknown, ...keys: readonly Key[]): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && keys.every((key) => key in value);
}
