import type { NewPlace } from '@cuentos/epub/anchor/anchor-places';
import type { Tx } from '../../platform/db/db.ts';
import type { ReadingPositionRow } from '../../platform/db/schema.ts';
import * as repository from './repository.ts';

/**
 * Keeps where positions stand in an edition, in the caller's transaction; null for one whose words are gone. A reader
 * who moved on meanwhile has a later revision, and what was found for the earlier one is dropped.
 */
export async function savePlaces(
  tx: Tx,
  editionId: string,
  found: readonly { readonly position: ReadingPositionRow; readonly place: NewPlace | null }[],
): Promise<void> {
  for (const { position, place } of found) {
    const { user_id, part_id, revision } = position;
    const current = await repository.findPosition(tx, user_id, part_id);
    if (current?.revision !== revision) continue;
    const { cfi: location = null, percentage = position.percentage } = place ?? {};
    await repository.savePositionAnchor(tx, {
      user_id,
      part_id,
      edition_id: editionId,
      revision,
      location,
      percentage,
    });
  }
}

export { findUnanchoredPositions as unanchoredPlaces } from './repository.ts';
