import { isOnline } from '../../device/network-status.ts';
import { unsentOf } from '../../device/outbox.ts';
import { session } from '../../lib/api/session.ts';
import { lastMoveHere, lastPartRead, type Move } from './last-read.ts';

/** Part that was read last on this device. */
export interface LastRead {
  readonly partId: string;
  /** Percentage, 0 to 100; null when the device knows only the part. */
  readonly percentage: number | null;
}

/**
 * The part read last, if this device knows it better than the server's list: by a move made since the list was fetched,
 * an unsent move, or, without a connection, the device's last move. Null otherwise. Both times are by this device's
 * clock.
 * @param listedAt when the list was fetched, epoch milliseconds
 */
export async function lastReadHere(listedAt: number): Promise<LastRead | null> {
  const uid = session.claims()?.uid ?? '';
  const move = lastMoveHere();
  if (move && move.uid === uid && move.at > listedAt) return { partId: move.partId, percentage: move.percentage };
  const moves = await unsentOf<Pick<Move, 'percentage'>>('position', uid).catch(() => []);
  const unsent = moves.at(-1);
  if (unsent) return { partId: unsent.part_id, percentage: unsent.percentage };
  const part = isOnline() ? null : lastPartRead();
  return part === null ? null : { partId: part, percentage: null };
}
