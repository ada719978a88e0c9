import { type Highlight, type HighlightMutation, noteOf } from './highlight.ts';

/** A highlight of the shop after a backup was restored. */
export interface RestoredHighlight extends Highlight {
  /** Whether the highlight is unchanged since the restore: no device has sent a mutation of it. */
  readonly isOfBackup: boolean;
}

/**
 * The mutations by which a device offers again what it knows of a highlight and a restored shop does not. Words are never
 * lost: a note that the shop has and the device cannot know stays beside the device's own.
 *
 * @param local as the device had it from the shop before
 * @param restored as the shop has it now; null when the backup was made before it
 */
export function offerAgain(
  local: Highlight,
  restored: RestoredHighlight | null,
  newId: () => string,
): HighlightMutation[] {
  // The highlight that replaces this one is offered by itself.
  if (local.sameAs !== null || (restored && restored.sameAs !== null)) return [];
  const { id: annotationId, cfi, editionId, color } = local;
  const note = noteOf(local);
  const create = (id: string): HighlightMutation => ({
    ...{ kind: 'create', id: idOfNote(local) ?? newId() },
    ...{ annotationId: id, cfi, editionId, color, note },
  });
  if (restored === null) return local.deleted ? [] : [create(annotationId)];
  const isOlder = restored.isOfBackup && restored.revision < local.revision;
  if (local.deleted) {
    const seen = restored.notes.map(({ mutationId }) => mutationId);
    return isOlder && !restored.deleted ? [{ kind: 'delete', id: newId(), annotationId, seen }] : [];
  }
  if (restored.deleted) return isOlder ? [create(newId())] : [];
  return changesOf(local, restored, isOlder, newId);
}

function changesOf(
  local: Highlight,
  restored: RestoredHighlight,
  isOlder: boolean,
  newId: () => string,
): HighlightMutation[] {
  const { id: annotationId, color } = local;
  const [text, restoredText] = [noteOf(local), noteOf(restored)];
  const isMissing = isOlder ? text !== restoredText : !restoredText.includes(text);
  const replaces = isOlder ? restored.notes.map(({ mutationId }) => mutationId) : [];
  const change = {
    ...(isOlder && color !== restored.color ? { color } : {}),
    ...(isMissing ? { note: { text, replaces } } : {}),
  };
  if (Object.keys(change).length === 0) return [];
  return [{ kind: 'update', id: (isMissing ? idOfNote(local) : null) ?? newId(), annotationId, ...change }];
}

/** The mutation that wrote the only note: under its id changes that wait to be sent go on to replace that note. */
function idOfNote({ notes: [note, ...others] }: Highlight): string | null {
  return note !== undefined && others.length === 0 ? note.mutationId : null;
}
