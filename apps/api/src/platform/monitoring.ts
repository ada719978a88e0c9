import { statfs } from 'node:fs/promises';

/** Work that waits for a job. */
export type BacklogName = 'mails' | 'notices' | 'refunds' | 'anchoring' | 'samples';

/** Work that waits for a job, as whoever runs the shop watches it. */
export interface Backlog {
  readonly name: BacklogName;
  /** Age of its oldest piece from which on the admins are told, ms. */
  readonly lateAfterMs: number;
  read(now: number): Promise<BacklogState>;
}

export interface BacklogState {
  readonly waiting: number;
  /** Since when the oldest piece waits, epoch milliseconds; null when none does. */
  readonly oldestAt: number | null;
}

/** State of the shop that calls for an admin as long as it lasts. */
export interface Condition {
  readonly name: 'files' | 'disk' | 'mail-server' | 'backup' | 'backup-failed';
  /** Rejects while it cannot be found out. */
  holds(now: number): Promise<boolean>;
}

/** Name of a state of which the admins are told: a condition, a backlog that is late, or jobs that do not succeed. */
export type AlertName = Condition['name'] | BacklogName | 'jobs';

/** Room on the disk of a folder, bytes. */
export interface DiskRoom {
  readonly free: number;
  readonly size: number;
}

/** Room that a process without privileges has on the disk of a folder. @throws when the folder cannot be read */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
