import type { Module, ModuleContext } from '../../platform/module.ts';
import { createBackupJob } from './backup-job.ts';
import { registerBackupRoutes } from './routes.ts';
import { type BackupService, createBackupService, hasBackupFailed, isBackupLate } from './service.ts';
import { startChild } from './start-child.ts';

/** Backups that the shop makes of itself. */
export function adminBackupsModule({
  config,
  ports,
  secrets,
}: ModuleContext): Module<{ readonly adminBackups: BackupService }> {
  const adminBackups = createBackupService({ config, ports, secrets });
  return {
    services: { adminBackups },
    conditions: [
      { name: 'backup', holds: async (now) => isBackupLate(ports.db, now) },
      { name: 'backup-failed', holds: async () => hasBackupFailed(ports.db) },
    ],
    jobs: [createBackupJob(ports, config.backupHour, startChild)],
    routes: (app) => registerBackupRoutes(app, adminBackups),
  };
}
