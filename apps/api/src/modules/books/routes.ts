import { SECOND_MS } from '@cuentos/domain/time/durations';
import { getBook, listBookParts, listBooks } from '@cuentos/contract/books';
import { z } from 'zod';
import { AppError } from '../../platform/http/app-error.ts';
import { sendSnapshot } from '../../platform/http/snapshot.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import { FileMissing, type StoragePort } from '../../ports/storage.ts';
import type { BookService } from './service.ts';
import { LACKING_MS, type SharePictures } from './share-pictures.ts';

const YEAR = 'public, max-age=31536000, immutable';

/** Web mail shows covers on pages of other sites, and chats show the picture of a link. */
const SHOWN_ANYWHERE = ['cross-origin-resource-policy', 'cross-origin'] as const;

/** Public pictures. Names contain the hash of what was uploaded, so they are cached for good. */
export function registerImageRoutes(app: TypedApp, storage: StoragePort): void {
  app.route({
    method: 'GET',
    url: '/images/:name',
    schema: { hide: true, params: z.object({ name: z.string().regex(/^[0-9a-f]{40}(-\d+\.(webp|avif)|\.jpg)$/) }) },
    handler: async (request, reply) => {
      try {
        const { stream, size } = await storage.read(`images/${request.params.name}`);
        reply.header('cache-control', YEAR).header('content-length', size);
        reply.header(...SHOWN_ANYWHERE);
        const extension = request.params.name.split('.').at(-1);
        return reply.type(extension === 'jpg' ? 'image/jpeg' : `image/${extension}`).send(stream);
      } catch (error) {
        if (error instanceof FileMissing) throw new AppError('not_found');
        throw error;
      }
    },
  });
}

/** Pictures of links keep their address; the question mark of the page's own tag tells a change. */
const SHARE_FRESH = 'public, max-age=3600';
const SHARE_LACKING = `public, max-age=${LACKING_MS / SECOND_MS}`;

/** Pictures of links in chats: for a book by its id, for the shop as `shop`. */
export function registerShareRoutes(app: TypedApp, books: BookService, pictures: SharePictures): void {
  app.route({
    method: 'GET',
    url: '/images/share/:name',
    schema: { hide: true, params: z.object({ name: z.string().regex(/^(shop|[0-9a-f-]{36})\.jpg$/) }) },
    handler: async (request, reply) => {
      const name = request.params.name.replace('.jpg', '');
      const { hash, bytes, isWhole } =
        name === 'shop'
          ? await pictures.ofShop((await books.catalogue.read()).books)
          : await pictures.ofBook(await books.shopBook(name));
      const etag = `"${hash}"`;
      reply
        .header('cache-control', isWhole ? SHARE_FRESH : SHARE_LACKING)
        .header('etag', etag)
        .header(...SHOWN_ANYWHERE);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('image/jpeg').send(bytes);
    },
  });
}

/** 'Books and library': the public calls. */
export function registerBookRoutes(app: TypedApp, books: BookService): void {
  // Bytes made beforehand: no query, no serialisation and no compression per visitor.
  serve(app, listBooks, async (request, reply) =>
    sendSnapshot(request, reply, await books.catalogue.read(), 'application/json; charset=utf-8'),
  );
  serve(app, getBook, async (request) => books.shopBook(request.params.id));
  serve(app, listBookParts, async (request) => (await books.shopBook(request.params.book_id)).parts);
}
