import type { HeldPart } from '@cuentos/contract/reading';
import { session } from '../lib/api/session.ts';
import { deviceDatabase, type StoredEpub, type StoredEntitlement } from './device-database.ts';
import { InvalidEpubFile, isArrayBuffer, partsOnDevice } from './stored-epubs.ts';
import { areCopiesOurs } from './sync-database.ts';
import { deviceTabs } from './tabs.ts';

/** The server's statement about the right to a part, and its time. */
export type EntitlementStatement = Pick<StoredEntitlement, 'part' | 'asked_at'>;

const heldRecord = (partId: string, { part, asked_at }: EntitlementStatement): StoredEntitlement => ({
  id: `held:${partId}`,
  kind: 'held',
  place: -1,
  uid: session.claims()?.uid ?? '',
  part_id: partId,
  asked_at,
  part,
});

/** Record of a file that an earlier version of the app stored without one; it has the few known facts. */
async function addHeldOf(partId: string): Promise<void> {
  return deviceDatabase(async (database) => {
    if ((await database.getKey('userBookParts', `held:${partId}`)) !== undefined) return;
    const record = await database.get('epubs', partId);
    if (!record) return;
    const part: HeldPart = {
      book_id: record.book_id,
      book_name: record.book_name,
      book_image: null,
      book_part_id: partId,
      book_part_name: record.part_name,
      image: null,
      release_date: new Date(0).toISOString(),
      edition_id: record.edition_id,
      edition_size: record.size,
      acquired_at: '',
      expires_at: null,
    };
    await database.put('userBookParts', heldRecord(partId, { part, asked_at: 0 }));
  });
}

/** Reads which parts are stored, and follows the other tabs. */
export async function loadStoredParts(): Promise<void> {
  deviceTabs.subscribe((message) => {
    if (message.kind === 'stored') partsOnDevice.add(message.partId);
    else if (message.kind === 'removed') partsOnDevice.remove(message.partId);
    else if (message.kind === 'cleared') partsOnDevice.set(new Set());
  });
  if (!(await areCopiesOurs())) return;
  const parts = await deviceDatabase((database) => database.getAllKeys('epubs'));
  partsOnDevice.set(new Set(parts));
  for (const partId of parts) await addHeldOf(partId);
}

/**
 * Stores a part's file together with the server's answer about the right to it: no screen could reach a file without
 * that.
 * @throws DOMException `QuotaExceededError` when the device is full; {@link InvalidEpubFile} for anything but bytes
 */
export async function storeEpub(record: StoredEpub, statement: EntitlementStatement | null = null): Promise<void> {
  if (!isArrayBuffer(record.epub)) throw new InvalidEpubFile();
  return deviceDatabase(async (database) => {
    const transaction = database.transaction(['epubs', 'userBookParts'], 'readwrite');
    // A full disk aborts at the transaction's end, often without an error on the request.
    await Promise.all([
      transaction.objectStore('epubs').put(record),
      ...(statement ? [transaction.objectStore('userBookParts').put(heldRecord(record.id, statement))] : []),
      transaction.done,
    ]);
    partsOnDevice.add(record.id);
    deviceTabs.post({ kind: 'stored', partId: record.id });
  });
}

/** Stores the server's answer about the right to a part, whether its file is stored or not. */
export async function noteHeld(partId: string, statement: EntitlementStatement): Promise<void> {
  await deviceDatabase((database) => database.put('userBookParts', heldRecord(partId, statement)));
}
