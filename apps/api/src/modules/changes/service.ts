import type { Readable } from 'node:stream';
import type { ChangeList, ChangeTopic } from '@cuentos/contract/changes';
import { announce, type Connection, type Tx } from '../../platform/db/db.ts';
import { changesSince } from './change-list.ts';
import * as repository from './repository.ts';
import { createStreams, type StreamDeps, type Subscriber } from './streams.ts';

/** Change of one of a reader's own things. */
export interface NotedChange {
  readonly topic: ChangeTopic;
  /** Absent for a change that concerns no part. */
  readonly partId?: string;
  /** The noun's own revision of it; absent where it has none. */
  readonly version?: number;
}

/**
 * Notes for a reader's devices that something of theirs changed, in the transaction that changes it: they hear of both
 * or of neither.
 */
export async function recordChange(
  tx: Tx,
  userId: string,
  { topic, partId = '', version = 0 }: NotedChange,
): Promise<void> {
  const revision = await repository.nextRevision(tx, userId);
  await repository.saveChange(tx, { user_id: userId, topic, part_id: partId, revision, version });
  announce(tx, userId);
}

/** The revision of a reader's changes: what is read of the reader's afterwards is at least of it. */
export async function changesRevision(connection: Connection, userId: string): Promise<number> {
  return (await repository.revisionsOf(connection, [userId])).get(userId) ?? 0;
}

export type ChangeService = ReturnType<typeof createChangeService>;

/** Reports changes to a reader's devices. */
export function createChangeService(deps: StreamDeps) {
  const streams = createStreams(deps);
  return {
    /** @param since last revision that the device heard; null for the newest revision alone */
    list: async (userId: string, since: number | null): Promise<ChangeList> => changesSince(deps, userId, since),
    /** The events of a device's stream, as text. Destroying it ends it. */
    follow: (subscriber: Subscriber): Readable => streams.open(subscriber),
    /** Ends every stream, for good: the process is asked to stop. */
    stop: (): void => streams.close(),
  };
}

/** Ends the epoch of the shop's data, in the transaction that restores a backup: devices offer again what they know. */
export const endEpoch = async (tx: Tx): Promise<void> => repository.deleteEpoch(tx);
