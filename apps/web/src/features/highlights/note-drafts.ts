import { createJournal, hasKeys } from '../../device/journal.ts';
import { everythingOf, syncDatabase, type SyncTransaction } from '../../device/sync-database.ts';

/** A note that was being written. */
export interface NoteDraft {
  readonly uid: string;
  readonly part_id: string;
  /** Highlight that is being edited; null for one that does not exist yet. */
  readonly highlight_id: string | null;
  readonly cfi: string;
  readonly color: string;
  readonly text: string;
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
}

declare module '../../device/sync-database.ts' {
  interface SyncSchema {
    drafts: { key: [string, string]; value: NoteDraft };
  }
}

/** Local storage takes the note at every keystroke, so that a sudden end loses nothing. */
const journal = createJournal('noteDrafts', (value): value is NoteDraft => hasKeys(value, 'uid', 'part_id', 'text'));

const isOf = (uid: string, partId: string) => (draft: NoteDraft) => draft.uid === uid && draft.part_id === partId;

/** Keeps what is being written in a part: one note at a time. */
export function saveDraft(draft: NoteDraft): void {
  const isSame = isOf(draft.uid, draft.part_id);
  journal.write([...journal.entries().filter((each) => !isSame(each)), draft]);
}

/** The note was saved, or given up. */
export async function dropDraft(uid: string, partId: string): Promise<void> {
  journal.remove(isOf(uid, partId));
  await syncDatabase((database) => database.delete('drafts', [uid, partId])).catch(() => {});
}

/** The unfinished note of a part; null when there is none. @param within a transaction that reaches the drafts */
export async function readDraft(uid: string, partId: string, within?: SyncTransaction): Promise<NoteDraft | null> {
  const journalEntry = journal.entries().find(isOf(uid, partId));
  if (journalEntry) return journalEntry;
  const key: [string, string] = [uid, partId];
  const stored = within?.objectStore('drafts').get(key) ?? syncDatabase((database) => database.get('drafts', key));
  return (await stored) ?? null;
}

/** How many notes a user has begun and not saved. */
export async function countDrafts(uid: string): Promise<number> {
  const stored = await syncDatabase((database) => database.getAll('drafts', everythingOf(uid))).catch(() => []);
  const journalEntries = journal.entries().filter((draft) => draft.uid === uid);
  return new Set([...stored, ...journalEntries].map(({ part_id: partId }) => partId)).size;
}

/** Puts drafts where they wait for their writer, for the day that local storage is cleared. */
export async function persistDrafts(): Promise<void> {
  return syncDatabase(async (database) => {
    for (const draft of journal.entries()) await database.put('drafts', draft);
  });
}
