import { IMPORTED_AT_ONCE } from '@cuentos/contract/highlights';
import { flushOutbox } from '../../../device/outbox.ts';
import { everythingOf, syncDatabase } from '../../../device/sync-database.ts';
import { deviceTabs } from '../../../device/tabs.ts';
import { newId } from '../../../lib/new-id.ts';
import { importOutbox, type PastImport } from './import-outbox.ts';
import type { PartImport } from './plan-import.ts';

/** Letters of one slice as JSON: three bytes each stay below what a call may carry. */
const SLICE_LETTERS = 60_000;

/**
 * Puts an import into the outbox and remembers it, all of it in one transaction.
 * @throws when the device cannot store it; then nothing was brought
 */
export async function bring(uid: string, parts: readonly PartImport[]): Promise<PastImport> {
  const past: PastImport = {
    id: newId(),
    at: Date.now(),
    parts: parts.map(({ partId, highlights }) => ({
      partId,
      highlights: highlights.map(({ id, mutation_id }) => ({ id, mutation_id })),
    })),
  };
  await syncDatabase(async (database) => {
    const transaction = database.transaction(['mutations', 'notebook'], 'readwrite');
    for (const { partId: part_id, highlights } of parts)
      for (const brought of slicesOf(highlights))
        await importOutbox.put(transaction, { id: newId(), uid, part_id, kind: 'import', brought, takenBack: [] });
    await transaction.objectStore('notebook').put({ uid, key: `import ${past.id}`, past });
    await transaction.done;
  });
  announce(past);
  return past;
}

/**
 * Takes an import back, once, however often it is asked for.
 * @throws when the device cannot store it
 */
export async function takeBack(uid: string, past: PastImport): Promise<void> {
  await syncDatabase(async (database) => {
    const transaction = database.transaction(['mutations', 'notebook'], 'readwrite');
    const imports = transaction.objectStore('notebook');
    if (await imports.get([uid, `import ${past.id}`])) {
      for (const { partId: part_id, highlights } of past.parts)
        for (const takenBack of slicesOf(highlights))
          await importOutbox.put(transaction, { id: newId(), uid, part_id, kind: 'import', brought: [], takenBack });
      await imports.delete([uid, `import ${past.id}`]);
    }
    await transaction.done;
  });
  announce(past);
}

/** Imports that can be undone on this device, the latest first. */
export async function pastImports(uid: string): Promise<PastImport[]> {
  const copies = await syncDatabase((database) => database.getAll('notebook', everythingOf(uid)));
  const imports = copies.flatMap((copy) => ('past' in copy ? [copy.past] : []));
  return imports.toSorted((one, other) => other.at - one.at);
}

/** Number of highlights of an import. */
export const sizeOf = ({ parts }: PastImport): number =>
  parts.reduce((sum, { highlights }) => sum + highlights.length, 0);

function announce({ parts }: PastImport): void {
  for (const { partId } of parts) deviceTabs.post({ kind: 'highlights', partId });
  void flushOutbox();
}

function slicesOf<Item>(items: readonly Item[]): Item[][] {
  const slices: Item[][] = [];
  let [slice, letters]: [Item[], number] = [[], 0];
  for (const item of items) {
    const size = JSON.stringify(item).length;
    if (slice.length > 0 && (slice.length === IMPORTED_AT_ONCE || letters + size > SLICE_LETTERS)) {
      slices.push(slice);
      [slice, letters] = [[], 0];
    }
    slice.push(item);
    letters += size;
  }
  return slice.length > 0 ? [...slices, slice] : slices;
}
