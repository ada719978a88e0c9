import { session } from '../lib/session.ts';
import { appUpdates } from './app-updates.ts';
import { offlineCache } from './cache.ts';
import { deviceStore } from './device-store.ts';
import { downloads } from './downloads.ts';
import { filePieces } from './file-pieces.ts';
import { flushOutbox } from './flush-outbox.ts';
import { keepUnkeptChanges } from './keep-unkept-changes.ts';
import { clearRows } from './highlight-replica.ts';
import { storedEpubs } from './stored-epubs.ts';
import { syncDatabase } from './sync-database.ts';

/** A slow database must not hold the screens back. */
const PATIENCE_MS = 1000;
const OWNER = 'owner';

let started: Promise<unknown> | null = null;
let claimedBy: string | null = null;

/**
 * Puts the device's own store behind the app and sends what an earlier visit left. Called before every private screen:
 * the first call does the work, the later ones make sure that the copies are the signed-in user's.
 */
export async function startOffline(): Promise<void> {
  started ??= start();
  const ready = started.then(claimDevice).catch(() => {
    // Without storage the app goes on online-only (spec §8 'Stores not properly initialized').
  });
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

async function start(): Promise<void> {
  offlineCache.install(deviceStore);
  const flush = () => void flushOutbox();
  addEventListener('online', flush);
  addEventListener('focus', flush);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && flush());
  session.subscribe(flush);
  // A part that is here must open without a connection: its reader's code too.
  downloads.onEnd((_request, outcome) => {
    if (outcome === 'stored') void appUpdates.register();
  });
  await claimDevice();
  await storedEpubs.load();
  await keepUnkeptChanges();
  flush();
}

/** The copies belong to one user; what another one left (a logout that was cut short) goes. */
async function claimDevice(): Promise<void> {
  const uid = session.claims()?.uid;
  if (!uid || uid === claimedBy) return;
  const database = await syncDatabase();
  const owner = await database.get('meta', OWNER);
  if (owner !== undefined && owner !== uid) await clearCopies();
  await database.put('meta', uid, OWNER);
  claimedBy = uid;
}

/** Deletes the device's copies of server data: lists, covers, files, pieces of files, highlights. Not the unsent writes. */
export async function clearCopies(): Promise<void> {
  claimedBy = null;
  await downloads.cancelAll();
  await Promise.allSettled([deviceStore.clear(), filePieces.clear(), clearRows()]);
  await (await syncDatabase()).delete('meta', OWNER);
}
