import { DAY_MS } from '@cuentos/domain/time/durations';
import type { Db } from '../../platform/db/db.ts';
import type { Module, ModuleContext } from '../../platform/module.ts';
import { registerSetupRoutes } from './routes.ts';
import { createSetupService, lastBackupAt, type SetupDeps, type SetupService } from './service.ts';

/** A backup a day, with a day to mend what kept it from being made. */
const BACKUP_LATE_MS = 2 * DAY_MS;

/** Whether backups that were made once are made no more. */
async function isBackupLate(db: Db, now: number): Promise<boolean> {
  const madeAt = await lastBackupAt(db);
  return madeAt !== null && now - madeAt > BACKUP_LATE_MS;
}

/** 'Puesta en marcha': checks of everything that a sale needs. */
export function adminSetupModule(
  { config, ports }: ModuleContext,
  { shop, payments, pocket, books }: Pick<SetupDeps, 'shop' | 'payments' | 'pocket' | 'books'>,
): Module<{ readonly adminSetup: SetupService }> {
  const adminSetup = createSetupService({ config, ports, shop, payments, pocket, books });
  return {
    services: { adminSetup },
    conditions: [{ name: 'backup', holds: async (now) => isBackupLate(ports.db, now) }],
    routes: (app) => registerSetupRoutes(app, adminSetup),
  };
}
