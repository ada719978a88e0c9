import { publicBook, publicBooks, publicPart } from '@cuentos/contract/books';
import { id } from '@cuentos/contract/primitives';
import { paths } from '@cuentos/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import type { Snapshot } from './catalogue-cache.ts';
import type { BookService } from './service.ts';

/** 'Books and library': the public calls. */
export function registerBookRoutes(app: TypedApp, books: BookService): void {
  app.route({
    method: 'GET',
    url: paths.books,
    config: { access: 'public' },
    schema: { tags: ['Books'], summary: 'Books with their parts', response: { 200: publicBooks } },
    handler: async (request, reply) => sendSnapshot(request, reply, await books.catalogue.read()),
  });
  app.route({
    method: 'GET',
    url: '/api/books/:id',
    config: { access: 'public' },
    schema: { tags: ['Books'], summary: 'One book', params: z.object({ id }), response: { 200: publicBook } },
    handler: async (request) => books.shopBook(request.params.id),
  });
  app.route({
    method: 'GET',
    url: '/api/book_part/:book_id',
    config: { access: 'public' },
    schema: {
      tags: ['Books'],
      summary: 'All parts of a book',
      params: z.object({ book_id: id }),
      response: { 200: z.array(publicPart) },
    },
    handler: async (request) => (await books.shopBook(request.params.book_id)).parts,
  });
}

/** Sends bytes made beforehand: no query, no serialisation and no compression per visitor. */
function sendSnapshot(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot): FastifyReply {
  reply.header('etag', snapshot.etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === snapshot.etag) return reply.code(304).send();
  reply.type('application/json; charset=utf-8');
  const accepted = request.headers['accept-encoding'] ?? '';
  if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(snapshot.brotli);
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(snapshot.gzip);
  return reply.send(snapshot.body);
}
