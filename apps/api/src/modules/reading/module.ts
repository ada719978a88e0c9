import { DAY_MS } from '@cuentos/domain/time/durations';
import { forgetRows } from '../../platform/db/forget-rows.ts';
import type { Module, ModuleContext } from '../../platform/module.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import { registerReadingRoutes } from './routes.ts';
import { createReadingService, type ReadingService } from './service.ts';

/** A device that was off for a year still finds out that its writes were applied. */
const MUTATIONS_MS = 400 * DAY_MS;

interface NeededServices {
  readonly entitlements: EntitlementService;
}

/** Opening books and keeping their place. */
export function readingModule(
  { ports }: ModuleContext,
  { entitlements }: NeededServices,
): Module<{ readonly reading: ReadingService }> {
  const { db, clock, storage } = ports;
  const reading = createReadingService({ db, clock, storage, entitlements });
  return {
    services: { reading },
    routes: (app) => registerReadingRoutes(app, reading),
    sweep: [
      forgetRows(db, { table: 'applied_mutations', column: 'applied_at', keptFrom: (now) => now - MUTATIONS_MS }),
    ],
  };
}
