import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { AnnouncementService } from '../service.ts';
import { registerAnnouncementRoutes } from './routes.ts';
import { type AdminMailingListService, createAdminMailingListService } from './service.ts';

/** 'Anuncios': announcements, and the list with its proofs. */
export function adminAnnouncementsModule(
  { ports }: ModuleContext,
  { announcements }: { readonly announcements: AnnouncementService },
): Module<{ readonly adminMailingList: AdminMailingListService }> {
  const adminMailingList = createAdminMailingListService(ports);
  return {
    services: { adminMailingList },
    routes: (app) => registerAnnouncementRoutes(app, { announcements, adminMailingList }),
  };
}
