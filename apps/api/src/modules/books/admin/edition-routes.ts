import {
  adminDiscardEdition,
  adminDownloadPart,
  adminListEditions,
  adminOpenPart,
  adminPublishEdition,
  adminReviewEdition,
} from '@cuentos/contract/editions';
import { callerOf } from '../../../platform/http/access.ts';
import { sendText } from '../../../platform/http/send-text.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import type { AdminEditionService } from './editions-service.ts';

/** Editions of a part and their preview. */
export function registerAdminEditionRoutes(app: TypedApp, editions: AdminEditionService): void {
  serve(app, adminListEditions, async (request) => editions.list(callerOf(request), request.params.id));
  serve(app, adminPublishEdition, async (request) =>
    editions.publish(callerOf(request), request.params.id, request.query.worse_confirmed === true),
  );
  serve(app, adminReviewEdition, async (request) =>
    editions.review(callerOf(request), request.params.id, request.body),
  );
  serve(app, adminDiscardEdition, async (request) => {
    await editions.discard(callerOf(request), request.params.id);
    return { deleted: true as const };
  });
  registerPreviewRoutes(app, editions);
}

function registerPreviewRoutes(app: TypedApp, editions: AdminEditionService): void {
  serve(app, adminOpenPart, async (request, reply) => {
    const body = await editions.open(callerOf(request), request.params.id, request.query.edition_id);
    reply.type('application/json; charset=utf-8');
    return sendText(reply, body);
  });
  serve(app, adminDownloadPart, async (request) =>
    editions.downloadLink(callerOf(request), request.params.id, request.query.edition_id),
  );
}
