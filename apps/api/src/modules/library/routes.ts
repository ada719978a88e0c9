import * as endpoints from '@cuentos/contract/endpoints';
import { publicBooks } from '@cuentos/contract/books';
import { library, userParts } from '@cuentos/contract/library';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { routeOf, type TypedApp } from '../../platform/http/typed-app.ts';
import type { LibraryService } from './service.ts';

/** 'Books and library': what the caller holds. */
export function registerLibraryRoutes(app: TypedApp, service: LibraryService): void {
  app.route({
    ...routeOf(endpoints.listOwnBooks, {
      tags: ['Library'],
      summary: 'Books the caller owns a part of',
      response: { 200: publicBooks },
    }),
    config: { access: 'user' },
    handler: async (request) => service.ownBooks(callerOf(request).userId),
  });
  app.route({
    ...routeOf(endpoints.getLibrary, {
      tags: ['Library'],
      summary: 'Owned parts and early access',
      response: { 200: library },
    }),
    config: { access: 'user' },
    handler: async (request) => service.library(callerOf(request).userId),
  });
  app.route({
    ...routeOf(endpoints.listUserParts, {
      tags: ['Library'],
      summary: 'Parts of a book with the caller’s access',
      params: z.object({ book_id: id }),
      response: { 200: userParts },
    }),
    config: { access: 'user' },
    handler: async (request) => service.partsOf(callerOf(request).userId, request.params.book_id),
  });
}
