import { type ImportedHighlight, importHighlights, takeBackHighlights } from '@cuentos/contract/highlights';
import { hasFields, type OutboxEntry, type OutboxQueue, registerHandler } from '../../../device/outbox.ts';
import { request } from '../../../lib/api/api-client.ts';
import type { HighlightEntry } from '../../highlights/highlight-outbox.ts';

/** An imported highlight, by which the import can be undone. */
export type BroughtHighlight = Pick<ImportedHighlight, 'id' | 'mutation_id'>;

/** An import that can be undone on this device. */
export interface PastImport {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly parts: readonly {
    readonly partId: string;
    readonly highlights: readonly BroughtHighlight[];
    /** Ids of bookmarks; absent in imports by earlier versions. */
    readonly bookmarks?: readonly string[];
  }[];
}

/** An unsent slice of an import of a part, or of its undoing. */
export type ImportEntry = OutboxEntry<{
  readonly brought: readonly ImportedHighlight[];
  readonly takenBack: readonly BroughtHighlight[];
}>;

interface Taken {
  readonly revision: number;
}

const background = { handles: 'all', quiet: true } as const;

/** The unsent slices: thousands of highlights would otherwise be thousands of calls. */
export const importOutbox: OutboxQueue<ImportEntry, Taken> = registerHandler({
  kind: 'import',
  stores: ['answered'],
  async send({ part_id: book_part_id, brought, takenBack }: ImportEntry) {
    if (brought.length > 0)
      return request(importHighlights, { json: { book_part_id, highlights: [...brought] }, ...background });
    return request(takeBackHighlights, { json: { book_part_id, highlights: [...takenBack] }, ...background });
  },
  isAnswer: (value): value is Taken => hasFields<Taken>(value, { revision: 'number' }),
  classify({ status }) {
    if ([400, 413, 422].includes(status)) return 'refused';
    return [403, 404, 409, 410].includes(status) ? 'blocked' : null;
  },
  async settle(entry, outcome, transaction, wasWaiting) {
    if (!wasWaiting || outcome.kind !== 'taken') return;
    const { uid, part_id } = entry;
    const { revision } = outcome.answer;
    // They stay visible until the server's rows arrive.
    for (const mutation of highlightEntriesOf(entry))
      await transaction.objectStore('answered').add({ uid, part_id, mutation, revision });
  },
});

/** The changes of single highlights in a slice. */
export function highlightEntriesOf({ uid, part_id, brought, takenBack }: ImportEntry): HighlightEntry[] {
  const common = { uid, part_id, kind: 'highlight' };
  return [
    ...brought.map(({ id: annotationId, mutation_id: id, cfi_range: cfi, color, note, made_at, ...words }) => ({
      ...common,
      id,
      change: { kind: 'create' as const, id, annotationId, cfi, color, note },
      made: { ...words, edition_id: '', created_at: made_at ?? '' },
    })),
    ...takenBack.map(({ id: annotationId, mutation_id }) => {
      const id = `undo ${mutation_id}`;
      return { ...common, id, change: { kind: 'delete' as const, id, annotationId, seen: [mutation_id] }, made: null };
    }),
  ];
}
