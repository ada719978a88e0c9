import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { closeDeviceDatabase } from '../device-database.ts';
import { closeSyncDatabase } from '../sync-database.ts';
import { fakeLocks } from './fake-locks.ts';
import { signInAs } from '../../testing/sign-in-as.ts';

/** Starts a browser with empty storage in which 'ana' is signed in. */
export async function freshDevice(): Promise<void> {
  await Promise.all([closeDeviceDatabase(), closeSyncDatabase()]);
  vi.stubGlobal('indexedDB', new IDBFactory());
  localStorage.clear();
  fakeLocks();
  signInAs('ana');
}
