import type { Module, ModuleContext } from '../../platform/module.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { TRASH_DAYS } from '@cuentos/contract/notebook';
import { registerBookmarkRoutes } from './routes.ts';
import { type BookmarkService, createBookmarkService } from './service.ts';

/** Marked pages. */
export function bookmarksModule(
  { ports: { db, clock } }: ModuleContext,
  { entitlements }: { readonly entitlements: EntitlementService },
): Module<{ readonly bookmarks: BookmarkService }> {
  const bookmarks = createBookmarkService({ db, clock, entitlements });
  return {
    services: { bookmarks },
    routes: (app) => registerBookmarkRoutes(app, bookmarks),
    jobs: [
      {
        name: 'bookmark-trash',
        everyMs: HOUR_MS,
        run: async (signal) => bookmarks.eraseDeletedBy(clock.now() - TRASH_DAYS * DAY_MS, signal),
      },
    ],
  };
}
