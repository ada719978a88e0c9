import * as endpoints from '@cuentos/contract/endpoints';
import { id } from '@cuentos/contract/primitives';
import {
  lastPosition,
  openPart,
  partDownload,
  positionBody,
  positionQuery,
  positionResult,
} from '@cuentos/contract/reading';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { sendText } from '../../platform/http/send-text.ts';
import { routeOf, type TypedApp } from '../../platform/http/typed-app.ts';
import type { ReadingService } from './service.ts';

const byPart = z.object({ part_id: id });

/** Opening, downloading and the reading position. */
export function registerReadingRoutes(app: TypedApp, reading: ReadingService): void {
  app.route({
    ...routeOf(endpoints.openPart, {
      tags: ['Reading'],
      summary: 'Everything the first page needs',
      params: byPart,
      response: { 200: openPart },
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      const body = await reading.open(callerOf(request).userId, request.params.part_id);
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      return sendText(reply, body);
    },
  });
  app.route({
    ...routeOf(endpoints.downloadPart, {
      tags: ['Reading'],
      summary: 'Signed link to the file, and what the caller holds it by',
      params: byPart,
      response: { 200: partDownload },
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return reading.downloadLink(callerOf(request).userId, request.params.part_id);
    },
  });
  registerPositionRoutes(app, reading);
}

function registerPositionRoutes(app: TypedApp, reading: ReadingService): void {
  app.route({
    ...routeOf(endpoints.lastPosition, {
      tags: ['Reading'],
      summary: 'Last accepted position',
      params: byPart,
      querystring: positionQuery,
      response: { 200: lastPosition },
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return reading.position(callerOf(request).userId, request.params.part_id, request.query.edition_id ?? null);
    },
  });
  app.route({
    ...routeOf(endpoints.savePosition, {
      tags: ['Reading'],
      summary: 'Save the position',
      params: byPart,
      body: positionBody,
      response: { 200: positionResult },
    }),
    config: { access: 'user' },
    handler: async (request) => {
      const { last_location, percentage, mutation_id, base_revision, edition_id } = request.body;
      return reading.move(callerOf(request).userId, request.params.part_id, {
        location: last_location,
        percentage,
        mutationId: mutation_id ?? null,
        baseRevision: base_revision ?? null,
        editionId: edition_id ?? null,
      });
    },
  });
}
