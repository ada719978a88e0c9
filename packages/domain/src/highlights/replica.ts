import { type Highlight, applyMutation, type HighlightMutation, type ExistingHighlights } from './highlight.ts';

/** A device's copy of one part's highlights: the server's rows, and mutations that it has not acknowledged yet. */
export interface Replica {
  /** The server's rows up to {@link Replica.cursor} by id, tombstones included. */
  readonly confirmed: ReadonlyMap<string, Highlight>;
  /** Revision of the server up to which the rows are here; the next question is for what is later. */
  readonly cursor: number;
  /** Answered, but the server's own rows have not come yet: shown on top of them until they do. */
  readonly answered: readonly { readonly mutation: HighlightMutation; readonly revision: number }[];
  /** Unsent mutations in the order in which the reader made them; they are sent in that order. */
  readonly outbox: readonly HighlightMutation[];
}

export const EMPTY_REPLICA: Replica = { confirmed: new Map(), cursor: 0, answered: [], outbox: [] };

/**
 * Puts a change into the outbox; it shows at once. When this device created the same range itself and the server's rows
 * do not say yet which of the two stands, a note goes to its own one, which leads to the other if that stands, and a
 * deletion goes to both.
 *
 * @param newId makes the id of a second mutation
 */
export function record(replica: Replica, mutation: HighlightMutation, newId: () => string): Replica {
  const own = mutation.kind === 'create' ? null : ownOf(replica, mutation.annotationId);
  const mutations: HighlightMutation[] = [mutation];
  if (own !== null && mutation.kind === 'update') mutations[0] = { ...mutation, annotationId: own };
  if (own !== null && mutation.kind === 'delete') mutations.push({ ...mutation, id: newId(), annotationId: own });
  return { ...replica, outbox: [...replica.outbox, ...mutations] };
}

/**
 * Takes the mutations that the server has answered (2xx, or 404 for what is gone) out of the outbox. Their changes stay
 * in sight until the server's rows come with {@link receive}: what was deleted must not come back in between.
 *
 * @param revision the server's revision when it answered
 */
export function acknowledge(replica: Replica, mutationIds: readonly string[], revision: number): Replica {
  const ids = new Set(mutationIds);
  const answers = replica.outbox.filter(({ id }) => ids.has(id)).map((mutation) => ({ mutation, revision }));
  const outbox = replica.outbox.filter(({ id }) => !ids.has(id));
  return { ...replica, answered: [...replica.answered, ...answers], outbox };
}

/**
 * Takes in what the server changed after {@link Replica.cursor}. Late and repeated answers do no harm: nothing goes
 * back to an earlier revision.
 *
 * @param revision the server's revision when it answered
 */
export function receive(replica: Replica, changes: readonly Highlight[], revision: number): Replica {
  const confirmed = new Map(replica.confirmed);
  for (const change of changes) {
    if (change.revision > (confirmed.get(change.id)?.revision ?? 0)) confirmed.set(change.id, change);
  }
  const cursor = Math.max(replica.cursor, revision);
  return { ...replica, confirmed, cursor, answered: replica.answered.filter((each) => each.revision > cursor) };
}

/** The live highlights as this device shows them: the server's with the outbox on top. */
export function liveHighlights(replica: Replica): Highlight[] {
  return [...knownHighlights(replica).values()].filter(({ deleted }) => !deleted);
}

/** All highlights that this device knows by id, tombstones included: the server's with the outbox on top. */
export function knownHighlights(replica: Replica): ReadonlyMap<string, Highlight> {
  return withMutations(replica.confirmed, unconfirmed(replica));
}

/** Lists the mutations of this device that the server's rows do not contain yet, in order. */
function unconfirmed({ answered, outbox }: Replica): HighlightMutation[] {
  return [...answered.map(({ mutation }) => mutation), ...outbox];
}

/**
 * Id of a `create` whose row has not come from the server, and which stands for another highlight as far as this
 * device knows. An answer is not enough: it does not tell whether the other was still there.
 */
function ownOf(replica: Replica, id: string): string | null {
  const visibleHighlights = knownHighlights(replica);
  const create = unconfirmed(replica).findLast(
    ({ kind, annotationId }) => kind === 'create' && visibleHighlights.get(annotationId)?.sameAs === id,
  );
  return create?.annotationId ?? null;
}

/** Applies mutations to known highlights. Revisions do not change: only the server assigns them. */
function withMutations(
  serverHighlights: ReadonlyMap<string, Highlight>,
  mutations: readonly HighlightMutation[],
): ReadonlyMap<string, Highlight> {
  const all = new Map(serverHighlights);
  if (mutations.length === 0) return all;
  // An import has thousands of mutations: looking through all highlights for each would take seconds.
  const liveByRange = new Map<string, Highlight>();
  const note = (highlight: Highlight): void => {
    const key = rangeKey(highlight);
    const id = liveByRange.get(key)?.id ?? highlight.id;
    if (id !== highlight.id) return;
    if (highlight.deleted) liveByRange.delete(key);
    else liveByRange.set(key, highlight);
  };
  for (const highlight of all.values()) note(highlight);
  for (const mutation of mutations) {
    const existing = existingFor(mutation, all, (range) => liveByRange.get(rangeKey(range)) ?? null);
    for (const changed of applyMutation(mutation, existing, 0)) {
      const highlight = { ...changed, revision: all.get(changed.id)?.revision ?? 0 };
      all.set(highlight.id, highlight);
      note(highlight);
    }
  }
  return all;
}

type Range = Pick<Highlight, 'cfi' | 'editionId'>;

const rangeKey = ({ cfi, editionId }: Range): string => `${editionId} ${cfi}`;

/** Picks the highlights that `applyMutation` needs from all of a part. */
export function knownOf(mutation: HighlightMutation, all: ReadonlyMap<string, Highlight>): ExistingHighlights {
  return existingFor(mutation, all, (range) => {
    const key = rangeKey(range);
    for (const each of all.values()) if (!each.deleted && rangeKey(each) === key) return each;
    return null;
  });
}

/** @param liveAt finds the live highlight with a range in an edition */
function existingFor(
  mutation: HighlightMutation,
  all: ReadonlyMap<string, Highlight>,
  liveAt: (range: Range) => Highlight | null,
): ExistingHighlights {
  const own = all.get(mutation.annotationId) ?? null;
  let standing = own;
  while (standing && standing.sameAs !== null) standing = all.get(standing.sameAs) ?? null;
  const range = mutation.kind === 'create' ? mutation : standing?.deleted ? standing : null;
  return { own, standing, live: range && liveAt(range) };
}
