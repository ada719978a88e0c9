import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { Presence } from '../../platform/db/processes.ts';
import type { StoragePort } from '../../ports/storage.ts';
import { proveRoom } from './repository.ts';

/** A question is answered by then, whatever hangs. */
const ANSWER_WITHIN_MS = 1500;
const STORE_WITHIN_MS = 1000;
/** Room is proved again after this long: proving it writes more than a question should cost. */
const ROOM_FRESH_MS = 2000;
/** How the names of the files begin by which room is proved. */
export const ROOM_PREFIX = 'room-';
const ROOM_BYTES = 1024 * 1024;

/** Services that a process that can work may still lack. */
export interface ReadyState {
  /** False while the files are kept elsewhere and cannot be reached: every page works, but no book opens. */
  readonly files: boolean;
}

/** Whether a process can work. */
export interface Readiness {
  /** Rejects while it cannot, within two seconds; many askers share one proof. */
  prove(): Promise<ReadyState>;
  /**
   * Reports not ready from now on: the process is about to end, and the load balancer should send visitors elsewhere.
   */
  leave(): void;
}

interface Deps {
  readonly db: Db;
  readonly storage: StoragePort;
  readonly dataDir: string;
  readonly presence: Presence;
}

/** Proves by writing that the shop can work: a row in the database, and room on the disks. */
export function createReadiness({ db, storage, dataDir, presence }: Deps): Readiness {
  let isLeaving = false;
  let proof: Promise<ReadyState> | null = null;
  let room: { readonly at: number; readonly proved: Promise<void> } | null = null;
  const proveAllRoom = async (): Promise<void> => {
    if (room === null || performance.now() - room.at > ROOM_FRESH_MS) {
      const proved = Promise.all([writeFile(dataDir), proveRoom(db)]).then(() => undefined);
      room = { at: performance.now(), proved };
    }
    return room.proved;
  };
  const proveAll = async (): Promise<ReadyState> => {
    const files = within(STORE_WITHIN_MS, storage.check()).then(
      () => true,
      (error: unknown) => {
        // On a disk of ours the data is no better off.
        if (storage.origin === null) throw error;
        return false;
      },
    );
    const [reached] = await Promise.all([files, presence.beat(), proveAllRoom()]);
    return { files: reached };
  };
  return {
    async prove() {
      if (isLeaving) throw new Error('the process is about to end');
      proof ??= proveAll().finally(() => {
        proof = null;
      });
      return within(ANSWER_WITHIN_MS, proof);
    },
    leave() {
      isLeaving = true;
    },
  };
}

/** Rejects when something takes longer; it may go on unheard. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes a file and deletes it, to prove that the disk has room. */
async function writeFile(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${ROOM_PREFIX}${newId(Date.now())}.tmp`);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.alloc(ROOM_BYTES, 1));
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
