import * as endpoints from '@cuentos/contract/admin/endpoints';
import { deleted } from '@cuentos/contract/paging';
import { adminEdition, adminEditions, previewQuery } from '@cuentos/contract/admin/books';
import { id } from '@cuentos/contract/primitives';
import { downloadLink, openPart } from '@cuentos/contract/reading';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { sendText } from '../../../platform/http/send-text.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import type { AdminEditionService } from './editions-service.ts';

const tags = ['Admin'];
const params = z.object({ id });

/** Editions of a part and their preview. */
export function registerAdminEditionRoutes(app: TypedApp, editions: AdminEditionService): void {
  app.route({
    ...routeOf(endpoints.adminListEditions, {
      tags,
      summary: 'Editions with their reports',
      params,
      response: { 200: adminEditions },
    }),
    config: { access: 'writter' },
    handler: async (request) => editions.list(callerOf(request), request.params.id),
  });
  app.route({
    ...routeOf(endpoints.adminPublishEdition, {
      tags,
      summary: 'Give readers an edition',
      params,
      response: { 200: adminEdition },
    }),
    config: { access: 'admin' },
    handler: async (request) => editions.publish(callerOf(request), request.params.id),
  });
  app.route({
    ...routeOf(endpoints.adminDiscardEdition, {
      tags,
      summary: 'Throw away an edition that waits',
      params,
      response: { 200: deleted },
    }),
    config: { access: 'writter' },
    handler: async (request) => {
      await editions.discard(callerOf(request), request.params.id);
      return { deleted: true as const };
    },
  });
  registerPreviewRoutes(app, editions);
}

function registerPreviewRoutes(app: TypedApp, editions: AdminEditionService): void {
  app.route({
    ...routeOf(endpoints.adminOpenPart, {
      tags,
      summary: 'Preview of a part',
      params,
      querystring: previewQuery,
      response: { 200: openPart },
    }),
    config: { access: 'writter' },
    handler: async (request, reply) => {
      const body = await editions.open(callerOf(request), request.params.id, request.query.edition_id);
      reply.type('application/json; charset=utf-8');
      return sendText(reply, body);
    },
  });
  app.route({
    ...routeOf(endpoints.adminDownloadPart, {
      tags,
      summary: 'Signed link to the file of a preview',
      params,
      querystring: previewQuery,
      response: { 200: downloadLink },
    }),
    config: { access: 'writter' },
    handler: async (request) => editions.downloadLink(callerOf(request), request.params.id, request.query.edition_id),
  });
}
