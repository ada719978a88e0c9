import { createPresence, type Presence } from '../../platform/db/processes.ts';
import type { Module, ModuleContext } from '../../platform/module.ts';
import type { StoragePort } from '../../ports/storage.ts';
import { diskRoom } from '../../platform/monitoring.ts';
import { sweepTemporary } from '../../platform/temporary-files.ts';
import { createReadiness, type Readiness, ROOM_PREFIX } from './readiness.ts';
import { registerHealthRoutes } from './routes.ts';

export interface HealthServices {
  readonly presence: Presence;
  readonly readiness: Readiness;
}

/** Least free space: a book, a backup or the database log would soon fill less. */
const LEAST_FREE_BYTES = 500_000_000;
const LEAST_FREE_SHARE = 0.05;

async function isNearlyFull(folder: string): Promise<boolean> {
  const { free, size } = await diskRoom(folder);
  return free < LEAST_FREE_BYTES || free < size * LEAST_FREE_SHARE;
}

async function isAway(storage: StoragePort): Promise<boolean> {
  return storage.check().then(
    () => false,
    () => true,
  );
}

/** Health of the process and the services it depends on, and a heartbeat of the process. */
export function healthModule({ config, ports }: ModuleContext): Module<HealthServices> {
  const presence = createPresence(ports.db);
  const readiness = createReadiness({ ...ports, dataDir: config.dataDir, presence });
  return {
    services: { presence, readiness },
    routes: (app) => registerHealthRoutes(app, readiness),
    conditions: [
      { name: 'files', holds: async () => isAway(ports.storage) },
      { name: 'disk', holds: async () => isNearlyFull(config.dataDir) },
    ],
    sweep: [async () => sweepTemporary(config.dataDir, (name) => name.startsWith(ROOM_PREFIX), Date.now())],
  };
}
