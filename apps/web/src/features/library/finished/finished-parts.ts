import { saveFinished } from '@cuentos/contract/reading';
import { type FinishedMark, type LocalFinished, shownFinished } from '@cuentos/domain/reading/finished';
import { flushOutbox, hasFields, type OutboxEntry, type OutboxQueue, registerHandler } from '../../../device/outbox.ts';
import { everythingOf, syncDatabase } from '../../../device/sync-database.ts';
import { request } from '../../../lib/api/api-client.ts';
import { session } from '../../../lib/api/session.ts';
import { newId } from '../../../lib/new-id.ts';
import { createEmitter } from '../../../lib/store.ts';

/** This device's last change of a part's mark. */
interface StoredFinished extends LocalFinished {
  readonly uid: string;
  readonly part_id: string;
}

declare module '../../../device/sync-database.ts' {
  interface SyncSchema {
    finished_parts: { key: [string, string]; value: StoredFinished };
  }
}

type FinishedEntry = OutboxEntry<{
  readonly finished: boolean;
  /** Revision on which the change is based, fixed by the first attempt; null before. */
  readonly base_revision: number | null;
}>;

const changes = createEmitter();
/** Rows of this page that the browser refused to store, by user and part. */
const unstored = new Map<string, StoredFinished>();
const keyOf = ({ uid, part_id: partId }: Pick<StoredFinished, 'uid' | 'part_id'>) => `${uid} ${partId}`;

/** The unsent marks. */
const finishedOutbox: OutboxQueue<FinishedEntry, FinishedMark> = registerHandler({
  kind: 'finished',
  stores: ['finished_parts'],
  async prepare(entry, transaction) {
    if (entry.base_revision !== null) return entry;
    const row = await transaction.objectStore('finished_parts').get([entry.uid, entry.part_id]);
    return { ...entry, base_revision: row?.baseRevision ?? 0 };
  },
  send: ({ id, part_id: partId, finished, base_revision: base }) =>
    request(saveFinished, {
      params: { part_id: partId },
      json: { finished, mutation_id: id, base_revision: base ?? 0 },
      handles: 'all',
      quiet: true,
    }),
  isAnswer: (value): value is FinishedMark =>
    hasFields<FinishedMark>(value, { finished: 'boolean', revision: 'number' }),
  /** Without a right to the part the mark is dropped; only a temporary fault is waited for. */
  classify: ({ status }) =>
    status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status) ? 'refused' : null,
  async settle({ uid, part_id: partId }, outcome, transaction) {
    const rows = transaction.objectStore('finished_parts');
    const row = await rows.get([uid, partId]);
    if (!row) return;
    const pending = (await finishedOutbox.list(transaction, uid, partId)).length > 0;
    if (outcome.kind === 'taken') {
      const { finished, revision } = outcome.answer;
      await rows.put({ ...row, finished: pending ? row.finished : finished, baseRevision: revision, pending });
    } else if (!pending) await rows.delete([uid, partId]);
  },
});

finishedOutbox.onSettled(() => changes.emit());

/** Calls back when this device, or an answer of the server, changed a mark. */
export const onFinishedChange = changes.subscribe;

/** Reads this device's marks of finished parts, by part; empty where it stores nothing. */
export async function finishedHere(): Promise<ReadonlyMap<string, LocalFinished>> {
  const uid = session.claims()?.uid ?? '';
  const stored = await syncDatabase((database) => database.getAll('finished_parts', everythingOf(uid))).catch(() => []);
  const rows = [...stored, ...[...unstored.values()].filter((row) => row.uid === uid)];
  return new Map(rows.map((row) => [row.part_id, row]));
}

/** Stores that a part is finished, or no longer is, and sends the mark. @param known the server's mark, if known */
export async function setFinished(partId: string, finished: boolean, known: FinishedMark | null): Promise<void> {
  const uid = session.claims()?.uid;
  if (uid === undefined) return;
  const part = { uid, part_id: partId };
  try {
    await store(part, finished, known);
    unstored.delete(keyOf(part));
  } catch {
    await sendUnstored(part, finished, known);
  }
  changes.emit();
  void flushOutbox();
}

/** Puts this device's marks into the outbox, on top of those of a restored shop. */
export async function offerFinished(uid: string): Promise<void> {
  await syncDatabase(async (database) => {
    const transaction = database.transaction(['mutations', 'finished_parts'], 'readwrite');
    const rows = transaction.objectStore('finished_parts');
    for (const row of await rows.getAll(everythingOf(uid))) {
      const { part_id, finished } = row;
      const entry = { id: newId(), uid, part_id, kind: 'finished', finished, base_revision: row.baseRevision };
      if (!row.pending) await finishedOutbox.put(transaction, entry);
      await rows.put({ ...row, pending: true });
    }
    await transaction.done;
  });
}

type PartOfUser = Pick<StoredFinished, 'uid' | 'part_id'>;

async function store(part: PartOfUser, finished: boolean, known: FinishedMark | null): Promise<void> {
  const { uid, part_id: partId } = part;
  await syncDatabase(async (database) => {
    const transaction = database.transaction(['mutations', 'finished_parts'], 'readwrite');
    const rows = transaction.objectStore('finished_parts');
    const row = await rows.get([uid, partId]);
    // Only an unsent mark is certain to be equal: another device may have changed a sent one.
    if (row?.pending && row.finished === finished) return transaction.done;
    for (const { base_revision: base, seq } of await finishedOutbox.list(transaction, uid, partId)) {
      // An attempted mark may have reached the server.
      if (base === null && seq !== undefined) await transaction.objectStore('mutations').delete(seq);
    }
    await finishedOutbox.put(transaction, { ...part, id: newId(), kind: 'finished', finished, base_revision: null });
    const baseRevision = Math.max(row?.baseRevision ?? 0, known?.revision ?? 0);
    await rows.put({ ...part, finished, baseRevision, pending: true });
    return transaction.done;
  });
}

/** Where the browser stores nothing the mark is sent to the server at once. @throws {ApiError} when that fails too */
async function sendUnstored(part: PartOfUser, finished: boolean, known: FinishedMark | null): Promise<void> {
  const base = Math.max(unstored.get(keyOf(part))?.baseRevision ?? 0, known?.revision ?? 0);
  const row = { ...part, finished, baseRevision: base, pending: true };
  unstored.set(keyOf(part), row);
  changes.emit();
  const mark = await finishedOutbox.send({ ...part, id: newId(), kind: 'finished', finished, base_revision: base });
  unstored.set(keyOf(part), { ...row, finished: mark.finished, baseRevision: mark.revision, pending: false });
}

/** Parts with the marks that this device shows. */
export function withFinished<Part extends { readonly finish?: FinishedMark | null | undefined }>(
  parts: readonly Part[],
  here: ReadonlyMap<string, LocalFinished>,
  idOf: (part: Part) => string,
): Part[] {
  return parts.map((part) => ({ ...part, finish: shownFinished(here.get(idOf(part)) ?? null, part.finish ?? null) }));
}
