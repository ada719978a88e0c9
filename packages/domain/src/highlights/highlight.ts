/** A highlight with its note, as every copy stores it. Only the server assigns revisions; no rule uses a clock. */
export interface Highlight {
  /** UUID that the client made. */
  readonly id: string;
  /** Range of three parts; never changes. */
  readonly cfi: string;
  /** Edition in which the range stands: in another one the same range is another place. Empty when none says so. */
  readonly editionId: string;
  readonly color: string;
  /** Notes that are in force: one as a rule, several when devices wrote without knowing of each other. */
  readonly notes: readonly NotePart[];
  /** Higher is later; 0 before the server has seen it. */
  readonly revision: number;
  /** A tombstone: it stays, so that no late message brings the highlight back but a note that knew nothing of it. */
  readonly deleted: boolean;
  /** Id of another highlight with the same range that replaces this one, which is then a tombstone. */
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
      readonly editionId: string;
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
  | {
      readonly kind: 'delete';
      readonly id: string;
      readonly annotationId: string;
      /**
       * Mutation ids of the notes that the deleting device saw: any other note keeps the highlight. Absent, as in
       * mutations of earlier versions, it stands for all existing notes.
       */
      readonly seen?: readonly string[];
    };

/** The note as one text; notes written independently stand one below the other. Empty without a note. */
export function noteOf({ notes }: Pick<Highlight, 'notes'>): string {
  return notes.map(({ text }) => text).join('\n\n');
}

/** Highlights that the server or a device needs to apply a mutation. */
export interface ExistingHighlights {
  /** The highlight with the mutation's id, tombstone or not. */
  readonly own: Highlight | null;
  /** The end of what `own` is the same as; as a rule `own` itself. Any state. */
  readonly standing: Highlight | null;
  /** The live highlight with the range of a `create`, or with that of the addressed highlight when it is deleted. */
  readonly live: Highlight | null;
}

/**
 * The highlights that a mutation changes, as they are afterwards: none, one or two. Whether it was applied before is
 * the caller's question, asked first. The same function serves the server and, for what waits in the outbox, a device.
 *
 * - A range that a live highlight has already is not created again: the new id stands for the old one, and
 *   its note joins.
 * - A deletion takes the notes that its author saw, and the highlight with them unless another note is there.
 * - A note for what is deleted was written without knowing of it, since no device shows a tombstone: it brings the
 *   highlight back, or joins the one that has the range meanwhile. Nothing else brings one back.
 * - What addresses an id that turned out to be another's changes that one. A deletion takes only the notes from it that
 *   were seen: the device that sent it did not know of the other.
 *
 * So a note is gone exactly when a reader who saw it replaced or deleted it, in whatever order all of it arrives.
 *
 * @param revision the number that the changed highlights get
 */
export function applyMutation(
  mutation: HighlightMutation,
  existing: ExistingHighlights,
  revision: number,
): Highlight[] {
  if (mutation.kind === 'create') return created(mutation, existing, revision);
  if (mutation.kind === 'delete') return removed(mutation, existing, revision);
  return updated(mutation, existing, revision);
}

function created(
  mutation: Extract<HighlightMutation, { kind: 'create' }>,
  { own, live }: ExistingHighlights,
  revision: number,
): Highlight[] {
  if (own) return [];
  const { id, annotationId, cfi, editionId, color, note } = mutation;
  const base = { id: annotationId, cfi, editionId, color, revision };
  if (!live) return [{ ...base, notes: partOf(id, note), deleted: false, sameAs: null }];
  const alias: Highlight = { ...base, notes: [], deleted: true, sameAs: live.id };
  const part = partOf(id, note);
  return part.length === 0 ? [alias] : [alias, { ...live, notes: [...live.notes, ...part], revision }];
}

function removed(
  { annotationId, seen }: Extract<HighlightMutation, { kind: 'delete' }>,
  { own, standing }: ExistingHighlights,
  revision: number,
): Highlight[] {
  const target = own ? standing : missingHighlight(annotationId);
  if (!target || target.deleted) return [];
  const isOther = own !== null && own.sameAs !== null;
  const notes = target.notes.filter(({ mutationId }) => (seen ? !seen.includes(mutationId) : isOther));
  if (notes.length === 0 && !isOther) return [{ ...target, notes, deleted: true, revision }];
  // Keeps the highlight if it has a note that the writer had not seen; a repetition changes nothing.
  return notes.length === target.notes.length ? [] : [{ ...target, notes, revision }];
}

/** A highlight that has not arrived: of its deletion a tombstone without a range is left. */
const missingHighlight = (id: string) => ({
  id,
  cfi: '',
  editionId: '',
  color: '',
  notes: [],
  deleted: false,
  sameAs: null,
});

function updated(
  mutation: Extract<HighlightMutation, { kind: 'update' }>,
  { standing, live }: ExistingHighlights,
  revision: number,
): Highlight[] {
  if (!standing) return [];
  const { color, note } = mutation;
  const part = note ? partOf(mutation.id, note.text) : [];
  const isBack = standing.deleted;
  // A tombstone of a highlight that never arrived here has no range to restore.
  if (isBack && (part.length === 0 || standing.cfi === '')) return [];
  const target = isBack && live ? live : standing;
  const changed = { ...target, color: color ?? target.color, deleted: false, revision };
  if (!note) return [changed];
  // Skips a note that is there already: the server took it, but the device's outbox has not heard of that.
  const replacedNotes = new Set([...note.replaces, mutation.id]);
  const remainingNotes = target.notes.filter(({ mutationId }) => !replacedNotes.has(mutationId));
  const withNotes = { ...changed, notes: [...remainingNotes, ...part] };
  return target === standing ? [withNotes] : [{ ...standing, sameAs: target.id, revision }, withNotes];
}

function partOf(mutationId: string, text: string): NotePart[] {
  return text.trim() === '' ? [] : [{ mutationId, text }];
}
