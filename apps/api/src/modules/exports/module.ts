import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import type { Module, ModuleContext } from '../../platform/module.ts';
import { publishedBuild } from '../../platform/ssr/published-build.ts';
import { sweepTemporary } from '../../platform/temporary-files.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import type { HighlightService } from '../highlights/service.ts';
import type { ReadingService } from '../reading/service.ts';
import type { ShopService } from '../shop/service.ts';
import { WORK_FOLDER } from './epub-file.ts';
import { registerExportRoutes } from './routes.ts';
import { createExportService, type ExportService } from './service.ts';

interface Services {
  readonly entitlements: EntitlementService;
  readonly reading: ReadingService;
  readonly highlights: HighlightService;
  readonly shop: ShopService;
}

/** Copies of parts that leave the shop. */
export function exportsModule(
  { ports: { db, clock, storage }, limiter }: ModuleContext,
  services: Services,
): Module<{ readonly exports: ExportService }> {
  let template: string | undefined;
  const exports = createExportService({
    db,
    clock,
    storage,
    limiter,
    ...services,
    template: async () => (template ??= await readFile(join(publishedBuild(), 'exported-book.html'), 'utf8')),
  });
  return {
    services: { exports },
    sweep: [async () => sweepTemporary(tmpdir(), (name) => name.startsWith(WORK_FOLDER), Date.now())],
    routes: (app) => registerExportRoutes(app, exports),
  };
}
