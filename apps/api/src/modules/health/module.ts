import { createPresence, type Presence } from '../../platform/db/processes.ts';
import type { Module, ModuleContext } from '../../platform/module.ts';
import { sweepTemporary } from '../../platform/temporary-files.ts';
import { createReadiness, ROOM_PREFIX } from './readiness.ts';
import { registerHealthRoutes } from './routes.ts';

/** Whether the process and what it depends on are well, and that it is at work. */
export function healthModule({ config, ports }: ModuleContext): Module<{ readonly presence: Presence }> {
  const presence = createPresence(ports.db);
  const ready = createReadiness({ ...ports, dataDir: config.dataDir, presence });
  return {
    services: { presence },
    routes: (app) => registerHealthRoutes(app, ready),
    sweep: [async () => sweepTemporary(config.dataDir, (name) => name.startsWith(ROOM_PREFIX), Date.now())],
  };
}
