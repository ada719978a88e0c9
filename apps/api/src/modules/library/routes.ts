import { publicBooks } from '@cuentos/contract/books';
import { library, userParts } from '@cuentos/contract/library';
import { paths } from '@cuentos/contract/paths';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import type { LibraryService } from './service.ts';

/** 'Books and library': what the caller holds. */
export function registerLibraryRoutes(app: TypedApp, service: LibraryService): void {
  app.route({
    method: 'GET',
    url: paths.ownBooks,
    config: { access: 'user' },
    schema: { tags: ['Library'], summary: 'Books the caller owns a part of', response: { 200: publicBooks } },
    handler: async (request) => service.ownBooks(callerOf(request).userId),
  });
  app.route({
    method: 'GET',
    url: paths.library,
    config: { access: 'user' },
    schema: { tags: ['Library'], summary: 'Owned parts and early access', response: { 200: library } },
    handler: async (request) => service.library(callerOf(request).userId),
  });
  app.route({
    method: 'GET',
    url: '/api/user_book_parts/:book_id',
    config: { access: 'user' },
    schema: {
      tags: ['Library'],
      summary: 'Parts of a book with the caller’s access',
      params: z.object({ book_id: id }),
      response: { 200: userParts },
    },
    handler: async (request) => service.partsOf(callerOf(request).userId, request.params.book_id),
  });
}
