import { shopOrigin } from '../../platform/config/shop-facts.ts';
import type { Module, ModuleContext } from '../../platform/module.ts';
import type { BookService } from '../books/service.ts';
import { createMailingListService, type MailingListService } from './mailing-list-service.ts';
import { createPageViewService, type PageViewService, sweepPageViews } from './page-view-service.ts';
import { registerMailingListRoutes, registerPageViewRoutes, registerSiteRoutes } from './routes.ts';

export interface SiteServices {
  readonly mailingList: MailingListService;
  readonly pageViews: PageViewService;
}

/** What the shop is to visitors: mailing list, page views, previews and search engines. */
export function siteModule(
  { config, ports, secrets, limiter }: ModuleContext,
  { books }: { readonly books: BookService },
): Module<SiteServices> {
  const { db, clock, analytics: receivers } = ports;
  const from = { storeName: config.STORE_NAME, origin: shopOrigin(config) };
  const mailingList = createMailingListService({
    db,
    clock,
    limiter,
    from,
    unsubscribeKeys: { current: secrets.unsubscribe, earlier: secrets.unsubscribeBefore },
    contactPerHour: config.LIMIT_CONTACT_PER_HOUR,
  });
  const pageViews = createPageViewService({ db, clock, limiter, receivers, origin: from.origin });
  return {
    services: { mailingList, pageViews },
    routes: (app) => {
      registerMailingListRoutes(app, mailingList);
      registerPageViewRoutes(app, pageViews);
      registerSiteRoutes(app, books, from);
    },
    sweep: [async (now) => db.withTx(async (tx) => sweepPageViews(tx, now))],
  };
}
