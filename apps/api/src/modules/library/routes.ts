import { getLibrary, listOwnBooks, listUserParts } from '@cuentos/contract/library';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { LibraryService } from './service.ts';

/** 'Books and library': the caller's own parts. */
export function registerLibraryRoutes(app: TypedApp, service: LibraryService): void {
  serve(app, listOwnBooks, async (request) => service.ownBooks(callerOf(request).userId));
  serve(app, getLibrary, async (request) => service.library(callerOf(request).userId));
  serve(app, listUserParts, async (request) => service.partsOf(callerOf(request).userId, request.params.book_id));
}
