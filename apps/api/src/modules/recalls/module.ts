import type { Module, ModuleContext } from '../../platform/module.ts';
import type { BookService } from '../books/service.ts';
import type { ShopService } from '../shop/service.ts';
import { registerRecallRoutes } from './routes.ts';
import { createRecallService, type RecallService } from './service.ts';

/** Recalls of parts. */
export function recallsModule(
  { ports: { db, clock } }: ModuleContext,
  { books, shop }: { readonly books: BookService; readonly shop: ShopService },
): Module<{ readonly recalls: RecallService }> {
  const recalls = createRecallService({ db, clock, catalogue: books.catalogue, from: shop.sender });
  return {
    services: { recalls },
    routes: (app) => registerRecallRoutes(app, recalls),
    jobs: [recalls.job],
  };
}
