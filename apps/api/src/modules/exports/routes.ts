import { adminTraceCopy, exportPart } from '@cuentos/contract/exports';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { ExportService } from './service.ts';

/** Copies of parts: each reader's own, and the search for who took one. */
export function registerExportRoutes(app: TypedApp, exports: ExportService): void {
  serve(app, exportPart, async (request, reply) => {
    const { part_id: partId } = request.params;
    const file = await exports.take(callerOf(request).userId, partId, request.body.kind);
    return reply
      .header('content-type', file.mediaType)
      .header('content-length', file.size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeFileName(file.name)}`)
      .header('cache-control', 'private, no-store')
      .send(file.stream);
  });
  serve(app, adminTraceCopy, async (request) => exports.trace(callerOf(request).userId, request.body.number));
}

/** As RFC 8187 wants a name in a header; what no file system takes becomes a space. */
function encodeFileName(name: string): string {
  const clean = name.replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, ' ').toWellFormed();
  return encodeURIComponent(clean).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
