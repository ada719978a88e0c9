import { highlightFromWire } from '@cuentos/contract/highlight-from-wire';
import type { HighlightWire } from '@cuentos/contract/highlights';
import { offerAgain } from '@cuentos/domain/highlights/offer-again';
import { everythingOf, syncDatabase } from '../../device/sync-database.ts';
import type { DeviceMessage } from '../../device/tabs.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { newId } from '../../lib/new-id.ts';
import { createTabChannel } from '../../lib/tab-channel.ts';
import { fetchHighlights, type HighlightEntry } from './highlight-outbox.ts';
import { isOfHighlights } from './import-outbox.ts';

/** A channel of its own, so that this page's stores receive the message too. */
const tabs = createTabChannel<DeviceMessage>('offline');

/**
 * Puts the highlights that this device has and a shop restored from a backup has lost into the outbox, and takes over
 * the shop's rows with their restarted revisions.
 * @param beganAt when the shop was restored, by its own clock
 * @throws when the shop or the device does not answer; the changes made until then stay
 */
export async function offerHighlights(uid: string, beganAt: number): Promise<void> {
  const parts = await syncDatabase(async (database) => {
    const transaction = database.transaction(['highlights', 'answered']);
    const rows = await transaction.objectStore('highlights').getAll(everythingOf(uid));
    const answered = await transaction.objectStore('answered').getAll();
    return new Set([...rows, ...answered.filter((each) => each.uid === uid)].map((row) => row.part_id));
  });
  for (const partId of parts) {
    const rows = await rowsOf(partId);
    if (rows !== null) await offerPart({ uid, partId }, rows, beganAt);
  }
}

/** Null when the shop has no data of the reader in the part any more. */
async function rowsOf(partId: string): Promise<readonly HighlightWire[] | null> {
  try {
    return await fetchHighlights(partId, 0);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

async function offerPart(
  { uid, partId }: { readonly uid: string; readonly partId: string },
  rows: readonly HighlightWire[],
  beganAt: number,
): Promise<void> {
  const restored = new Map(
    rows.map((row) => [row.id, { ...highlightFromWire(row), isOfBackup: Date.parse(row.updated_at) < beganAt }]),
  );
  await syncDatabase(async (database) => {
    const transaction = database.transaction(['mutations', 'answered', 'highlights', 'replicas'], 'readwrite');
    const [highlights, answered] = [transaction.objectStore('highlights'), transaction.objectStore('answered')];
    const mutations = transaction.objectStore('mutations');
    const stored = await highlights.getAll(everythingOf(uid, partId));
    const offers = stored.flatMap(({ record }) =>
      offerAgain(highlightFromWire(record), restored.get(record.id) ?? null, newId).map((change) =>
        entryOf({ uid, partId, record }, change),
      ),
    );
    const taken = await answered.index('part').getAll([uid, partId]);
    const waiting = (await mutations.index('part').getAll([uid, partId])).filter(isOfHighlights);
    for (const { seq } of taken) if (seq !== undefined) await answered.delete(seq);
    for (const { seq } of waiting) if (seq !== undefined) await mutations.delete(seq);
    // In the order of their creation: a change of a lost highlight comes after the highlight.
    for (const { seq: _seq, ...entry } of [...offers, ...taken.map(({ mutation }) => mutation), ...waiting])
      await mutations.put(entry);
    await highlights.delete(everythingOf(uid, partId));
    for (const row of rows) await highlights.put({ uid, part_id: partId, id: row.id, record: row });
    const cursor = Math.max(0, ...rows.map(({ revision }) => revision));
    await transaction.objectStore('replicas').put({ uid, part_id: partId, cursor });
    await transaction.done;
  });
  tabs.post({ kind: 'highlights', partId });
}

function entryOf(
  { uid, partId, record }: { readonly uid: string; readonly partId: string; readonly record: HighlightWire },
  change: HighlightEntry['change'],
): HighlightEntry {
  const { quote, prefix, suffix, edition_id, created_at, cfi_range } = record;
  const isDeletion = change.kind === 'delete';
  return {
    ...{ id: change.id, uid, part_id: partId, kind: 'highlight', change },
    made: isDeletion ? null : { quote, prefix, suffix, edition_id, created_at },
    whole: change.kind === 'update' ? { cfi_range, color: record.color, note: record.note } : null,
  };
}
