import { type ImportedHighlight, importHighlights, takeBackHighlights } from '@cuentos/contract/highlights';
import { hasFields, type OutboxEntry, type OutboxQueue, registerHandler } from '../../device/outbox.ts';
import { deviceTabs } from '../../device/tabs.ts';
import { request } from '../../lib/api/api-client.ts';
import { changeOf, HIGHLIGHT, type HighlightEntry } from './highlight-outbox.ts';

/** An imported highlight, by which the import can be undone. */
export type BroughtHighlight = Pick<ImportedHighlight, 'id' | 'mutation_id'>;

/** An unsent slice of an import of a part, or of its undoing. */
export type ImportEntry = OutboxEntry<{
  readonly brought: readonly ImportedHighlight[];
  readonly takenBack: readonly BroughtHighlight[];
}>;

interface Taken {
  readonly revision: number;
}

const IMPORT = 'import';

const background = { handles: 'all', quiet: true } as const;

/** The unsent slices: thousands of highlights would otherwise be thousands of calls. */
export const importOutbox: OutboxQueue<ImportEntry, Taken> = registerHandler({
  kind: IMPORT,
  // A change of an imported highlight must not reach the server before the highlight.
  lane: HIGHLIGHT,
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
    for (const mutation of entriesOfSlice(entry))
      await transaction.objectStore('answered').add({ uid, part_id, mutation, revision });
  },
});

importOutbox.onSettled(({ entry }) => deviceTabs.post({ kind: 'highlights', partId: entry.part_id }));

/** Whether an entry changes highlights: one, or those of an import. */
export const isOfHighlights = ({ kind }: OutboxEntry): boolean => kind === HIGHLIGHT || kind === IMPORT;

/** Lists the changes of single highlights among a part's unsent entries, in order. */
export const highlightEntries = (waiting: readonly OutboxEntry[]): HighlightEntry[] =>
  waiting.filter(isOfHighlights).flatMap((entry) => {
    if (entry.kind === IMPORT) return entriesOfSlice(entry as ImportEntry);
    const own = entry as HighlightEntry;
    return [{ ...own, change: changeOf(own) }];
  });

function entriesOfSlice({ uid, part_id, brought, takenBack }: ImportEntry): HighlightEntry[] {
  const common = { uid, part_id, kind: HIGHLIGHT };
  return [
    ...brought.map(({ id: annotationId, mutation_id: id, cfi_range: cfi, color, note, made_at, ...words }) => ({
      ...common,
      id,
      change: { kind: 'create' as const, id, annotationId, cfi, editionId: '', color, note },
      made: { ...words, edition_id: '', created_at: made_at ?? '' },
    })),
    ...takenBack.map(({ id: annotationId, mutation_id }) => {
      const id = `undo ${mutation_id}`;
      return { ...common, id, change: { kind: 'delete' as const, id, annotationId, seen: [mutation_id] }, made: null };
    }),
  ];
}
