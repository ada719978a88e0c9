import {
  adminGetBackups,
  adminKeepBackupKey,
  adminLinkBackup,
  adminMakeBackup,
  adminShowBackupKey,
  getBackupArchive,
} from '@cuentos/contract/backups';
import { formatCivilDate } from '@cuentos/domain/time/civil-date';
import { santiagoDate } from '@cuentos/domain/time/santiago';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { BackupService } from './service.ts';

/** 'Respaldos'. */
export function registerBackupRoutes(app: TypedApp, backups: BackupService): void {
  serve(app, adminGetBackups, async () => backups.state());
  serve(app, adminMakeBackup, async (request) => backups.ask(callerOf(request).userId));
  serve(app, adminShowBackupKey, async (request) => ({ key: await backups.showKey(callerOf(request).userId) }));
  serve(app, adminKeepBackupKey, async (request) => backups.keepKey(callerOf(request).userId));
  serve(app, adminLinkBackup, async (request) => ({
    path: await backups.link(callerOf(request).userId, request.params.id),
  }));
  serve(app, getBackupArchive, async (request, reply) => {
    const { stream, madeAt } = await backups.archive(request.params.id, request.query);
    const day = formatCivilDate(santiagoDate(madeAt));
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="respaldo-${day}.tar.gz.age"`)
      .header('cache-control', 'private, no-store')
      .send(stream);
  });
}
