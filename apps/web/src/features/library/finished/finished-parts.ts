import { saveFinished } from '@cuentos/contract/reading';
import { type FinishedMark, type LocalFinished, shownFinished } from '@cuentos/domain/reading/finished';
import { flushOutbox, hasFields, type OutboxEntry, type OutboxQueue, registerHandler } from '../../../device/outbox.ts';
import { everythingOf, syncDatabase } from '../../../device/sync-database.ts';
import { request } from '../../../lib/api/api-client.ts';
import { session } from '../../../lib/api/session.ts';
import { newId } from '../../../lib/new-id.ts';
import { createEmitter } from '../../../lib/store.ts';

/** What this device last said of a part. */
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
  /** Revision that the change is made on top of, frozen by the first attempt; null before. */
  readonly base_revision: number | null;
}>;

const changes = createEmitter();

/** The marks that wait to be sent. */
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
  /** Without a right to the part the mark means nothing; only a fault that passes is waited for. */
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

/** Calls back when this device, or what the server answered it, changed a mark. */
export const onFinishedChange = changes.subscribe;

/** What this device knows by itself, by part; nothing where it keeps nothing. */
export async function finishedHere(): Promise<ReadonlyMap<string, LocalFinished>> {
  const uid = session.claims()?.uid ?? '';
  const rows = await syncDatabase((database) => database.getAll('finished_parts', everythingOf(uid))).catch(() => []);
  return new Map(rows.map((row) => [row.part_id, row]));
}

/**
 * Notes that a part is finished, or not any more, and sends it.
 * @param known the server's mark, where it is known
 */
export async function setFinished(partId: string, finished: boolean, known: FinishedMark | null): Promise<void> {
  const uid = session.claims()?.uid;
  if (uid === undefined) return;
  await syncDatabase(async (database) => {
    const transaction = database.transaction(['mutations', 'finished_parts'], 'readwrite');
    const rows = transaction.objectStore('finished_parts');
    const row = await rows.get([uid, partId]);
    // Only what waits is surely the same: another device may have changed what was sent.
    if (row?.pending && row.finished === finished) return transaction.done;
    for (const { base_revision: base, seq } of await finishedOutbox.list(transaction, uid, partId)) {
      // One that was attempted may have reached the server.
      if (base === null && seq !== undefined) await transaction.objectStore('mutations').delete(seq);
    }
    const entry = { id: newId(), uid, kind: 'finished', part_id: partId, finished, base_revision: null };
    await finishedOutbox.put(transaction, entry);
    const baseRevision = Math.max(row?.baseRevision ?? 0, known?.revision ?? 0);
    await rows.put({ uid, part_id: partId, finished, baseRevision, pending: true });
    return transaction.done;
  });
  changes.emit();
  void flushOutbox();
}

/** Parts with the marks that this device shows. */
export function withFinished<Part extends { readonly finish?: FinishedMark | null | undefined }>(
  parts: readonly Part[],
  here: ReadonlyMap<string, LocalFinished>,
  idOf: (part: Part) => string,
): Part[] {
  return parts.map((part) => ({ ...part, finish: shownFinished(here.get(idOf(part)) ?? null, part.finish ?? null) }));
}
