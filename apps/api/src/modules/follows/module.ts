import type { Module, ModuleContext } from '../../platform/module.ts';
import type { BookService } from '../books/service.ts';
import type { BulkComposers } from '../mail/service.ts';
import type { ShopService } from '../shop/service.ts';
import type { MailingListService } from '../site/service.ts';
import { type BulkSettings, createReleaseService, type ReleaseService } from './releases.ts';
import { registerFeedRoute, registerFollowRoutes, releaseFeed } from './routes.ts';
import { createFollowService, type FollowService } from './service.ts';

export interface FollowServices {
  readonly follows: FollowService;
  readonly releases: ReleaseService;
  readonly bulkSettings: BulkSettings;
}

interface NeededServices {
  readonly books: BookService;
  readonly shop: ShopService;
  readonly mailingList: MailingListService;
  readonly bulkComposers: BulkComposers;
}

/** Reads the shop's current words and the rate of bulk mails. */
function settingsOf(shop: ShopService): BulkSettings {
  return {
    async sender() {
      const { identity, legal } = await shop.current();
      const { storeName, origin, look } = shop.sender;
      const who = identity.author_name === '' ? storeName : `${storeName}, de ${identity.author_name}`;
      const signature = [who, legal.seller_address].filter(Boolean).join('. ');
      return { storeName, origin, look, signature };
    },
    perMinute: async () => (await shop.current()).settings.mails_per_minute,
  };
}

/** Followers of books, and the mails on the day of a release. */
export function followsModule(
  { ports, limiter }: ModuleContext,
  { books, shop, mailingList, bulkComposers }: NeededServices,
): Module<FollowServices> {
  const { db, clock } = ports;
  const bulkSettings = settingsOf(shop);
  const follows = createFollowService({
    db,
    clock,
    limiter,
    from: shop.sender,
    books,
    mailingList,
    get requestsPerHour() {
      return shop.latest().settings.contact_per_hour;
    },
  });
  const releases = createReleaseService({ db, clock, links: mailingList.links, ...bulkSettings });
  bulkComposers.set('release', releases.composer);
  return {
    services: { follows, releases, bulkSettings },
    routes: (app) => {
      registerFollowRoutes(app, follows);
      registerFeedRoute(app, async () => {
        const { identity } = await shop.current();
        const { storeName, origin } = shop.sender;
        const facts = { storeName, origin, authorName: identity.author_name };
        return releaseFeed((await books.catalogue.read()).books, facts, clock.now());
      });
    },
    jobs: [releases.job],
  };
}
