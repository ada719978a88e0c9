/** A reading position as both sides know it. */
export interface Position {
  /** EPUB CFI into the edition. */
  readonly cfi: string;
  /** 0 to 100. */
  readonly percentage: number;
  readonly editionId: string;
  /** Number the server gave when it accepted this position; higher is later. */
  readonly revision: number;
}

/** The device's own record of where the reader is. */
export interface LocalPosition extends Omit<Position, 'revision'> {
  /** Revision of the server's position that this one was made on top of; 0 when it knew none. */
  readonly baseRevision: number;
  /** The move has not been accepted by the server yet. */
  readonly pending: boolean;
}

/** Difference in percentage points above which the reader is asked before another device's position is used. */
export const JUMP_THRESHOLD = 2;

/** Position at which to open a part, and whether to ask the reader first. */
export type StartPosition<L, R> =
  | { readonly kind: 'beginning' }
  | { readonly kind: 'local'; readonly position: L }
  | { readonly kind: 'remote'; readonly position: R }
  | { readonly kind: 'ask'; readonly local: L; readonly remote: R };

/**
 * "Later of local and server" without comparing clocks: a move not yet sent wins on its own device; a move
 * accepted from another device is followed silently up to {@link JUMP_THRESHOLD} and asked about once beyond it.
 */
export function startPosition<L extends LocalPosition, R extends Position>(
  local: L | null,
  remote: R | null,
): StartPosition<L, R> {
  if (!local) return remote ? { kind: 'remote', position: remote } : { kind: 'beginning' };
  if (!remote || remote.revision <= local.baseRevision) return { kind: 'local', position: local };
  if (Math.abs(remote.percentage - local.percentage) > JUMP_THRESHOLD) return { kind: 'ask', local, remote };
  return local.pending ? { kind: 'local', position: local } : { kind: 'remote', position: remote };
}

/**
 * Returns whether the server accepts a move. A move based on the server's revision is always accepted, also backwards,
 * because the reader saw both positions. One based on an older revision is accepted only if it does not go back:
 * synchronising alone never moves a position backwards.
 */
export function acceptsMove(
  current: Pick<Position, 'revision' | 'percentage'> | null,
  move: { readonly baseRevision: number | null; readonly percentage: number },
): boolean {
  if (!current || move.baseRevision === null || move.baseRevision >= current.revision) return true;
  return move.percentage >= current.percentage;
}
