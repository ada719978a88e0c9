import { applyMutation, type Highlight } from './highlight.ts';
import { knownOf, type Replica } from './replica.ts';

/**
 * Highlights that this device deleted and whose tombstones have not arrived from the server yet, as they were before,
 * for the trash.
 */
export function deletedHere({ confirmed, answered, outbox }: Replica): Highlight[] {
  const all = new Map(confirmed);
  const deleted = new Map<string, Highlight>();
  for (const mutation of [...answered.map((each) => each.mutation), ...outbox]) {
    for (const after of applyMutation(mutation, knownOf(mutation, all), 0)) {
      const before = all.get(after.id);
      if (!after.deleted) deleted.delete(after.id);
      else if (after.sameAs === null && before && !before.deleted) deleted.set(after.id, before);
      all.set(after.id, after);
    }
  }
  return [...deleted.values()];
}
