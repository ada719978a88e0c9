/**
 * A highlight with its note as every copy of it looks. Only the
 * server gives revisions; no clock takes part in anything here.
 */
export interface Highlight {
  /** UUID that the client made. */
  readonly id: string;
  /** Range of three parts; never changes. */
  readonly cfi: string;
  readonly color: string;
  /** Notes that are in force: one as a rule, several when devices wrote without knowing of each other. */
  readonly notes: readonly NotePart[];
  /** Higher is later; 0 before the server has seen it. */
  readonly revision: number;
  /** A tombstone: it stays, so that no late message brings the highlight back. */
  readonly deleted: boolean;
  /** Another highlight has the same range and stands for this one, which is a tombstone then. */
  readonly sameAs: string | null;
}

/** A note as written in one go. */
export interface NotePart {
  /** HighlightMutation that wrote it. */
  readonly mutationId: string;
  readonly text: string;
}

/** A change made on a device, kept in its outbox until the server has answered. Applied once, by its id. */
export type HighlightMutation =
  | {
      readonly kind: 'create';
      readonly id: string;
      readonly annotationId: string;
      readonly cfi: string;
      readonly color: string;
      /** Empty for none. */
      readonly note: string;
    }
  | {
      readonly kind: 'update';
      readonly id: string;
      readonly annotationId: string;
      /** Absent to leave it. */
      readonly color?: string;
      /** Absent to leave it. `replaces` names the notes that the writer saw: others stay beside the new one. */
      readonly note?: { readonly text: string; readonly replaces: readonly string[] };
    }
  | { readonly kind: 'delete'; readonly id: string; readonly annotationId: string };

/** The note as one text; what devices wrote apart stands one under the other. Empty without a note. */
export function noteOf({ notes }: Pick<Highlight, 'notes'>): string {
  return notes.map(({ text }) => text).join('\n\n');
}

/** What the server or a device must know to apply a mutation. */
export interface Known {
  /** The highlight with the mutation's id, tombstone or not. */
  readonly own: Highlight | null;
  /** The live highlight with the range of a `create`, or the one that `own` is the same as; any state. */
  readonly twin: Highlight | null;
}

/**
 * The highlights that a mutation changes, as they are afterwards: none, one or two. Whether it was applied before is
 * the caller's question, asked first. The same function serves the server and, for what waits in the outbox, a device.
 *
 * - A range that a live highlight has already is not created again: the new id stands for the old one, and
 *   its note joins.
 * - Deleting wins over anything that comes later, also over a `create` that comes after it.
 * - What addresses an id that turned out to be another's changes that one; a deletion does not: whoever sent it did
 *   not know of the other.
 *
 * @param revision the number that the changed highlights get
 */
export function applyMutation(mutation: HighlightMutation, { own, twin }: Known, revision: number): Highlight[] {
  if (mutation.kind === 'create') return created(mutation, own, twin, revision);
  if (mutation.kind === 'delete') {
    if (own?.deleted) return [];
    const gone = own ?? { id: mutation.annotationId, cfi: '', color: '', notes: [], sameAs: null };
    return [{ ...gone, notes: [], deleted: true, revision }];
  }
  const target = own === null || own.sameAs === null ? own : twin;
  if (!target || target.deleted) return [];
  const { color = target.color, note } = mutation;
  if (!note) return [{ ...target, color, revision }];
  // Its own part may be there already, on a device whose outbox has not heard that the server took it.
  const gone = new Set([...note.replaces, mutation.id]);
  const kept = target.notes.filter(({ mutationId }) => !gone.has(mutationId));
  const notes = [...kept, ...partOf(mutation.id, note.text)];
  return [{ ...target, color, notes, revision }];
}

function created(
  mutation: Extract<HighlightMutation, { kind: 'create' }>,
  own: Highlight | null,
  twin: Highlight | null,
  revision: number,
): Highlight[] {
  if (own) return [];
  const { id, annotationId, cfi, color, note } = mutation;
  const base = { id: annotationId, cfi, color, revision };
  if (!twin || twin.deleted) return [{ ...base, notes: partOf(id, note), deleted: false, sameAs: null }];
  const alias: Highlight = { ...base, notes: [], deleted: true, sameAs: twin.id };
  const part = partOf(id, note);
  return part.length === 0 ? [alias] : [alias, { ...twin, notes: [...twin.notes, ...part], revision }];
}

function partOf(mutationId: string, text: string): NotePart[] {
  return text.trim() === '' ? [] : [{ mutationId, text }];
}
