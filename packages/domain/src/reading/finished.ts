/** Whether a reader has finished a part, as the server knows it. */
export interface FinishedMark {
  readonly finished: boolean;
  /** Grows with each change. */
  readonly revision: number;
}

/** A device's change of the mark. */
export interface FinishedChange {
  readonly finished: boolean;
  /** Revision that the change was made on top of; 0 when the device knew none. */
  readonly baseRevision: number;
}

/**
 * The mark after a change. A change based on the server's revision is accepted. Of independent changes 'finished' wins:
 * a part finished on one device is not unmarked by a device that did not know.
 */
export function applyFinished(current: FinishedMark | null, { finished, baseRevision }: FinishedChange): FinishedMark {
  const isStale = current !== null && baseRevision < current.revision;
  const next = finished || (isStale && current.finished);
  return current?.finished === next ? current : { finished: next, revision: (current?.revision ?? 0) + 1 };
}

/** The device's own copy of the mark. */
export interface LocalFinished extends FinishedChange {
  /** The change has not been taken by the server yet. */
  readonly pending: boolean;
}

/** The mark that a device shows: its own change until the server has it, then what the server said last. */
export function shownFinished(local: LocalFinished | null, remote: FinishedMark | null): FinishedMark | null {
  if (!local || (!local.pending && remote !== null && remote.revision >= local.baseRevision)) return remote;
  return { finished: local.finished, revision: Math.max(local.baseRevision, remote?.revision ?? 0) };
}
