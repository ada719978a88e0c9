import { adminTraceCopy, exportPart } from '@cuentos/contract/exports';
import { callerOf } from '../../platform/http/access.ts';
import { sendAttachment } from '../../platform/http/send-attachment.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { ExportService } from './service.ts';

/** Copies of parts: each reader's own, and the search for who took one. */
export function registerExportRoutes(app: TypedApp, exports: ExportService): void {
  serve(app, exportPart, async (request, reply) => {
    const { part_id: partId } = request.params;
    return sendAttachment(reply, await exports.take(callerOf(request).userId, partId, request.body.kind));
  });
  serve(app, adminTraceCopy, async (request) => exports.trace(callerOf(request).userId, request.body.number));
}
