import { eraseTrash } from '@cuentos/contract/notebook';
import { hasFields, type OutboxEntry, type OutboxQueue, registerHandler } from '../../device/outbox.ts';
import { request } from '../../lib/api/api-client.ts';
import { newId } from '../../lib/new-id.ts';
import { syncDatabase } from '../../device/sync-database.ts';

/** An unsent final deletion of a part's highlights and bookmarks. */
export type TrashErasure = OutboxEntry<{
  readonly highlights: readonly string[];
  readonly bookmarks: readonly string[];
}>;

interface Erased {
  readonly erased: number;
}

/** The unsent erasures. They are sent after the deletions that they complete, which are older. */
export const trashOutbox: OutboxQueue<TrashErasure, Erased> = registerHandler({
  kind: 'trash',
  stores: ['highlights', 'notebook'],
  send: async ({ highlights, bookmarks }: TrashErasure) =>
    request(eraseTrash, {
      json: { highlights: [...highlights], bookmarks: [...bookmarks] },
      handles: 'all',
      quiet: true,
    }),
  isAnswer: (value): value is Erased => hasFields<Erased>(value, { erased: 'number' }),
  classify: ({ status }) => ([400, 413, 422].includes(status) ? 'refused' : null),
  async settle({ uid, part_id, highlights, bookmarks }, outcome, transaction) {
    if (outcome.kind !== 'taken') return;
    const rows = transaction.objectStore('highlights');
    for (const id of highlights) {
      const row = await rows.get([uid, part_id, id]);
      if (row?.record.deleted) await rows.put({ ...row, record: { ...row.record, trash: null } });
    }
    const copies = transaction.objectStore('notebook');
    const copy = await copies.get([uid, `trash ${part_id}`]);
    if (copy && 'bookmarks' in copy)
      await copies.put({ ...copy, bookmarks: copy.bookmarks.filter(({ id }) => !bookmarks.includes(id)) });
  },
});

/** Puts an erasure into the outbox. */
export async function queueErasure(erasure: Omit<TrashErasure, 'id' | 'kind'>): Promise<void> {
  await syncDatabase(async (database) => {
    const transaction = database.transaction('mutations', 'readwrite');
    await trashOutbox.put(transaction, { ...erasure, id: newId(), kind: 'trash' });
    await transaction.done;
  });
}
