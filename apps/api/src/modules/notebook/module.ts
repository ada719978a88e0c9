import type { Module, ModuleContext } from '../../platform/module.ts';
import type { BookmarkService } from '../bookmarks/service.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import type { HighlightService } from '../highlights/service.ts';
import type { ShopService } from '../shop/service.ts';
import { registerNotebookRoutes } from './routes.ts';
import { createNotebookService, type NotebookService } from './service.ts';

interface NeededServices {
  readonly highlights: HighlightService;
  readonly bookmarks: BookmarkService;
  readonly entitlements: EntitlementService;
  readonly shop: Pick<ShopService, 'current'>;
}

/** 'Cuaderno': what a reader has written over all books. The notes themselves are the highlights' and the bookmarks'. */
export function notebookModule(
  { ports: { db, clock } }: ModuleContext,
  services: NeededServices,
): Module<{ readonly notebook: NotebookService }> {
  const notebook = createNotebookService({ db, clock, ...services });
  return { services: { notebook }, routes: (app) => registerNotebookRoutes(app, notebook) };
}
