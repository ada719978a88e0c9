import type { Module, ModuleContext } from '../../platform/module.ts';
import type { BookService } from '../books/service.ts';
import type { PocketService } from '../pocket/service.ts';
import type { BulkSettings } from '../follows/service.ts';
import type { BulkComposers } from '../mail/service.ts';
import type { MailingListService } from '../site/service.ts';
import { type AnnouncementService, createAnnouncementService } from './service.ts';

/** Announcements of the author to people who agreed to get them. */
export function announcementsModule(
  { ports }: ModuleContext,
  services: {
    readonly books: BookService;
    readonly mailingList: MailingListService;
    readonly bulkComposers: BulkComposers;
    readonly bulkSettings: BulkSettings;
    readonly pocket: PocketService;
  },
): Module<{ readonly announcements: AnnouncementService }> {
  const { books, mailingList, bulkComposers, bulkSettings, pocket } = services;
  const { db, clock } = ports;
  const announcements = createAnnouncementService({
    db,
    clock,
    books,
    links: mailingList.links,
    leastAmount: () => pocket.leastAmount(),
    ...bulkSettings,
  });
  bulkComposers.set('announcement', announcements.composer);
  return { services: { announcements }, jobs: [announcements.job] };
}
