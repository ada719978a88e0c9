import { hasKeys } from '../../device/journal.ts';
import { createKeyedJournal } from '../../device/keyed-journal.ts';
import { everythingOf, syncDatabase, type SyncTransaction } from '../../device/sync-database.ts';

/** A note that was being written. */
export interface NoteDraft {
  readonly uid: string;
  readonly part_id: string;
  /** The edited highlight; null for a new one. */
  readonly highlight_id: string | null;
  readonly cfi: string;
  /** Edition of the range; absent in drafts by earlier versions. */
  readonly edition_id?: string;
  readonly color: string;
  readonly text: string;
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
}

declare module '../../device/sync-database.ts' {
  interface SyncSchema {
    /** The last draft of each part. */
    drafts: { key: [string, string]; value: NoteDraft };
  }
}

/** Highlight, or range, that a note is about. */
type Target = Pick<NoteDraft, 'highlight_id' | 'cfi' | 'edition_id'>;

const targetOf = ({ highlight_id: id, cfi, edition_id: edition }: Target): string =>
  id ?? (edition ? `${edition} ${cfi}` : cfi);

/** Local storage has the note after each keystroke, so that a sudden end loses nothing. */
const journal = createKeyedJournal(
  'noteDrafts',
  (value): value is NoteDraft => hasKeys(value, 'uid', 'part_id', 'text'),
  (draft) => `${draft.uid}:${draft.part_id}:${targetOf(draft)}`,
);

/** Stores the draft of a highlight's note. Two tabs may each write about another highlight of the same part. */
export const saveDraft: (draft: NoteDraft) => void = journal.add;

/** Deletes the draft of a note that was saved or discarded. @param target undefined: of all highlights of the part */
export async function dropDraft(uid: string, partId: string, target?: Target): Promise<void> {
  const isDropped = (draft: NoteDraft) =>
    draft.uid === uid && draft.part_id === partId && (!target || targetOf(draft) === targetOf(target));
  journal.remove(isDropped);
  await syncDatabase(async (database) => {
    const { store, done } = database.transaction('drafts', 'readwrite');
    const stored = await store.get([uid, partId]);
    if (stored && isDropped(stored)) await store.delete([uid, partId]);
    await done;
  }).catch(() => {});
}

/** Unfinished notes of a part, the newest last. @param within a transaction that includes the drafts */
export async function readDrafts(uid: string, partId: string, within?: SyncTransaction): Promise<NoteDraft[]> {
  const noted = journal.entries().filter((draft) => draft.uid === uid && draft.part_id === partId);
  const key: [string, string] = [uid, partId];
  const read = within?.objectStore('drafts').get(key) ?? syncDatabase((database) => database.get('drafts', key));
  // If the database does not answer, local storage alone counts.
  const stored = noted.length === 0 ? await read : await read.catch(() => undefined);
  const isNoted = stored && noted.some((draft) => targetOf(draft) === targetOf(stored));
  return stored && !isNoted ? [stored, ...noted] : noted;
}

/** Counts a user's unfinished notes. */
export async function countDrafts(uid: string): Promise<number> {
  const stored = await syncDatabase((database) => database.getAll('drafts', everythingOf(uid))).catch(() => []);
  const noted = journal.entries().filter((draft) => draft.uid === uid);
  return new Set([...stored, ...noted].map((draft) => `${draft.part_id}:${targetOf(draft)}`)).size;
}

/** Moves drafts into the database, where they wait for their writer, before local storage is cleared. */
export async function persistDrafts(): Promise<void> {
  return syncDatabase(async (database) => {
    for (const draft of journal.entries()) await database.put('drafts', draft);
  });
}

/** Transfers a reader's drafts of a part in local storage to another: a visitor's notes become the account's. */
export async function handOverDrafts(from: string, to: string, partId: string): Promise<void> {
  for (const draft of journal.entries()) {
    if (draft.uid === from && draft.part_id === partId) saveDraft({ ...draft, uid: to });
  }
  await dropDraft(from, partId);
}
