import { id, text } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import type { EditionService } from './service.ts';

/** Single files of a book for the reader that is open online. */
export function registerEditionRoutes(app: TypedApp, editions: EditionService): void {
  app.route({
    method: 'GET',
    url: '/api/editions/:edition_id/r/*',
    config: { access: 'user' },
    schema: {
      tags: ['Reading'],
      summary: 'One file of an edition',
      params: z.object({ edition_id: id, '*': text(2000) }),
      response: { 200: z.unknown() },
    },
    handler: async (request, reply) => {
      const { edition_id, '*': path } = request.params;
      const brotli = (request.headers['accept-encoding'] ?? '').includes('br');
      const file = await editions.resource(callerOf(request), edition_id, path, brotli);
      // Private, and never changing under this address; the service worker keeps its hands off.
      reply.header('cache-control', 'private, max-age=31536000, immutable').header('vary', 'accept-encoding');
      if (file.encoding) reply.header('content-encoding', file.encoding);
      reply.header('content-length', file.size).type(file.mediaType);
      return reply.send(file.stream);
    },
  });
}
