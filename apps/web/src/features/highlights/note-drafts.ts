import { type HighlightMutation, type NoteDraft, syncDatabase } from '../../device/sync-database.ts';

/** Key of local storage: a note is written there with every letter, so that a sudden end takes none of it. */
const DRAFTS = 'noteDrafts';

function isDraft(value: unknown): value is NoteDraft {
  return typeof value === 'object' && value !== null && 'uid' in value && 'part_id' in value && 'text' in value;
}

function readLocal(): NoteDraft[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(DRAFTS) ?? '[]');
    return Array.isArray(value) ? value.filter(isDraft) : [];
  } catch {
    return [];
  }
}

function writeLocal(drafts: readonly NoteDraft[]): void {
  try {
    if (drafts.length === 0) localStorage.removeItem(DRAFTS);
    else localStorage.setItem(DRAFTS, JSON.stringify(drafts));
  } catch {
    // Refused: the note lives as long as the page.
  }
}

const isOf = (uid: string, partId: string) => (draft: NoteDraft) => draft.uid === uid && draft.part_id === partId;

/** Keeps what is being written in a part: one note at a time. */
export function saveDraft(draft: NoteDraft): void {
  const isSame = isOf(draft.uid, draft.part_id);
  writeLocal([...readLocal().filter((each) => !isSame(each)), draft]);
}

/** The note was saved, or given up. */
export async function dropDraft(uid: string, partId: string): Promise<void> {
  const isSame = isOf(uid, partId);
  writeLocal(readLocal().filter((each) => !isSame(each)));
  await (await syncDatabase()).delete('drafts', [uid, partId]).catch(() => {});
}

/** The unfinished note of a part; null when there is none. */
export async function readDraft(uid: string, partId: string): Promise<NoteDraft | null> {
  const local = readLocal().find(isOf(uid, partId));
  if (local) return local;
  return (await (await syncDatabase()).get('drafts', [uid, partId])) ?? null;
}

/** How many notes a user has begun and not saved. */
export async function countDrafts(uid: string): Promise<number> {
  const kept = await (await syncDatabase()).getAll('drafts', IDBKeyRange.bound([uid], [uid, []]));
  const local = readLocal().filter((draft) => draft.uid === uid);
  return new Set([...kept, ...local].map(({ part_id: partId }) => partId)).size;
}

/** Takes drafts out of the local storage, which a session's end clears, to where they wait for their writer. */
export async function persistDrafts(): Promise<void> {
  const database = await syncDatabase();
  for (const draft of readLocal()) await database.put('drafts', draft);
}

/** The server will never take this change: its note becomes a draft, unless another one is being written. */
export async function restoreAsDraft({ uid, part_id: partId, change, made }: HighlightMutation): Promise<void> {
  if (change.kind === 'delete') return;
  const isNew = change.kind === 'create';
  const text = isNew ? change.note : (change.note?.text ?? '');
  if (text.trim() === '' || (await readDraft(uid, partId).catch(() => null))) return;
  const { quote, prefix, suffix } = made ?? { quote: '', prefix: '', suffix: '' };
  saveDraft({
    uid,
    part_id: partId,
    highlight_id: isNew ? null : change.annotationId,
    cfi: isNew ? change.cfi : '',
    color: change.color ?? 'yellow',
    text,
    quote,
    prefix,
    suffix,
  });
}
