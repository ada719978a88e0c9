import type { ImportedHighlight } from '@cuentos/contract/highlights';
import { unplacedRange } from '@cuentos/epub/locator/cfi-text';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../ports/clock.ts';
import { requestAnchoring } from '../editions/service.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import { requireHeld } from '../reading/service.ts';
import { rangeHash } from './highlight-row.ts';
import { createHighlight, eraseWords, removeHighlight } from './merge.ts';
import * as repository from './repository.ts';
import { again, NO_EDITION, requireRange } from './writing.ts';

/** Earliest date that a file may give a highlight; an earlier one is a fault, because no reading app is so old. */
const FIRST_MADE_AT = Date.UTC(1998, 0);

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly entitlements: EntitlementService;
}

/** An imported highlight, and the mutation that brought it. */
type ImportedId = Pick<ImportedHighlight, 'id' | 'mutation_id'>;

/** Highlights imported from files of other programs. */
export function createImports(deps: Deps) {
  return {
    /**
     * Brings highlights of a file into a part, all of them or none, and has them looked for by their words.
     * @throws {AppError} invalid_request or part_not_found
     */
    importAll: async (userId: string, partId: string, imported: readonly ImportedHighlight[]) =>
      bringAll(deps, userId, partId, imported),
    /**
     * Erases the highlights that an import added to a part, except notes that were written since; ignores missing ones.
     */
    takeBack: async (userId: string, partId: string, imported: readonly ImportedId[]) =>
      takeBack(deps, userId, partId, imported),
  };
}

async function bringAll(
  { db, clock, entitlements }: Deps,
  userId: string,
  partId: string,
  imported: readonly ImportedHighlight[],
): Promise<{ revision: number }> {
  for (const { cfi_range: cfi } of imported) requireRange(cfi);
  await requireHeld(entitlements, userId, partId);
  const now = clock.now();
  return again(async () =>
    db.withTx(async (tx) => {
      const place = { userId, partId };
      for (const { cfi_range, mutation_id: mutationId, made_at, ...each } of imported) {
        const twin = await repository.findLiveRange(tx, place, NO_EDITION, rangeHash(cfi_range));
        // Two texts with the same range: one of the files is wrong, so the new text is stored without a place.
        const cfi = twin && twin.quote !== each.quote ? unplacedRange(each.id) : cfi_range;
        const madeAt = made_at === null ? now : Date.parse(made_at);
        const isPlausible = madeAt >= FIRST_MADE_AT && madeAt <= now;
        const draft = { ...each, partId, cfi, mutationId, editionId: NO_EDITION, restores: null };
        await createHighlight(tx, userId, { ...draft, madeAt: isPlausible ? madeAt : now }, now);
      }
      await requestAnchoring(tx, place, now);
      return { revision: await repository.lastRevision(tx, place) };
    }),
  );
}

async function takeBack(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  partId: string,
  imported: readonly ImportedId[],
): Promise<{ revision: number }> {
  return db.withTx(async (tx) => {
    const ids = imported.map(({ id }) => id);
    const rows = await repository.findHighlights(tx, userId, ids);
    const own = new Set(rows.filter((row) => row.part_id === partId).map(({ id }) => id));
    const brought = imported.filter(({ id }) => own.has(id));
    for (const { id, mutation_id } of brought)
      await removeHighlight(tx, userId, { id, seenNotes: [mutation_id] }, clock.now());
    // The highlights are still in the reader's file, so no copy is kept in the trash.
    await eraseWords(tx, await repository.findHighlights(tx, userId, [...own]));
    return { revision: await repository.lastRevision(tx, { userId, partId }) };
  });
}
