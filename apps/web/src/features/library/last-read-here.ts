import { isOnline } from '../../device/network-status.ts';
import { unsentOf } from '../../device/outbox.ts';
import { session } from '../../lib/api/session.ts';
import { lastMoveHere, lastPartRead, type Move } from './last-read.ts';

/** Part that was read last on this device. */
export interface LastRead {
  readonly partId: string;
  /** 0 to 100; null when the device only knows the part. */
  readonly percentage: number | null;
}

/**
 * The part that this device knows to be the last one read, where it knows better than the server's list: a move made
 * since the list was fetched, one not yet sent, or, without a connection, the device's last one. Null otherwise. Both
 * times are of this device's clock.
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
