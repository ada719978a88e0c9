import type { Module, ModuleContext } from '../../platform/module.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { TRASH_DAYS } from '@cuentos/contract/notebook';
import { registerHighlightRoutes } from './routes.ts';
import { createHighlightService, type HighlightService } from './service.ts';

/** Highlights and their notes. */
export function highlightsModule(
  { ports: { db, clock } }: ModuleContext,
  { entitlements }: { readonly entitlements: EntitlementService },
): Module<{ readonly highlights: HighlightService }> {
  const highlights = createHighlightService({ db, clock, entitlements });
  return {
    services: { highlights },
    routes: (app) => registerHighlightRoutes(app, highlights),
    jobs: [
      {
        name: 'highlight-trash',
        everyMs: HOUR_MS,
        run: async (signal) => highlights.eraseDeletedBy(clock.now() - TRASH_DAYS * DAY_MS, signal),
      },
    ],
  };
}
