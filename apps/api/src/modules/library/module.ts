import type { Module, ModuleContext } from '../../platform/module.ts';
import type { BookService } from '../books/service.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import type { ShopService } from '../shop/service.ts';
import { registerLibraryRoutes } from './routes.ts';
import { createLibraryService, type LibraryService } from './service.ts';

interface NeededServices {
  readonly books: BookService;
  readonly entitlements: EntitlementService;
  readonly shop: ShopService;
}

/** A reader's library: the parts she holds and their states. */
export function libraryModule(
  { ports: { db, clock } }: ModuleContext,
  needs: NeededServices,
): Module<{ readonly library: LibraryService }> {
  const { books, entitlements, shop } = needs;
  const library = createLibraryService({ db, clock, books, entitlements, shop });
  return { services: { library }, routes: (app) => registerLibraryRoutes(app, library) };
}
