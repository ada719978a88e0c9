import type { Highlight } from '@cuentos/domain/highlights/highlight';
import type { HighlightWire } from './highlights.ts';

/** A record as the rules of merging see it. Apart from the schemas, which a browser need not load. */
export function highlightFromWire(record: HighlightWire): Highlight {
  const { id, cfi_range: cfi, edition_id: editionId, color, revision, deleted, same_as: sameAs } = record;
  const notes = record.notes.map(({ mutation_id: mutationId, text }) => ({ mutationId, text }));
  return { id, cfi, editionId, color, notes, revision, deleted, sameAs };
}
