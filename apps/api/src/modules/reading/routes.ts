import { id } from '@cuentos/contract/primitives';
import { downloadLink, openPart, position, positionBody, positionResult } from '@cuentos/contract/reading';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import type { ReadingService } from './service.ts';

const byPart = z.object({ part_id: id });

/** Opening, downloading and the reading position. */
export function registerReadingRoutes(app: TypedApp, reading: ReadingService): void {
  app.route({
    method: 'GET',
    url: '/api/book_part/open/:part_id',
    config: { access: 'user' },
    schema: {
      tags: ['Reading'],
      summary: 'Everything the first page needs',
      params: byPart,
      response: { 200: openPart },
    },
    handler: async (request, reply) => {
      const body = await reading.open(callerOf(request).userId, request.params.part_id);
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      return reply.serializer((value: unknown) => String(value)).send(body as never);
    },
  });
  app.route({
    method: 'GET',
    url: '/api/book_part/download/:part_id',
    config: { access: 'user' },
    schema: { tags: ['Reading'], summary: 'Signed link to the file', params: byPart, response: { 200: downloadLink } },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return reading.downloadLink(callerOf(request).userId, request.params.part_id);
    },
  });
  registerPositionRoutes(app, reading);
}

function registerPositionRoutes(app: TypedApp, reading: ReadingService): void {
  app.route({
    method: 'GET',
    url: '/api/user_book_parts/last_location/:part_id',
    config: { access: 'user' },
    schema: {
      tags: ['Reading'],
      summary: 'Last accepted position',
      params: byPart,
      querystring: z.object({ edition_id: id.optional() }),
      response: { 200: position.nullable() },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return reading.position(callerOf(request).userId, request.params.part_id, request.query.edition_id ?? null);
    },
  });
  app.route({
    method: 'PUT',
    url: '/api/user_book_parts/:part_id',
    config: { access: 'user' },
    schema: {
      tags: ['Reading'],
      summary: 'Save the position',
      params: byPart,
      body: positionBody,
      response: { 200: positionResult },
    },
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
