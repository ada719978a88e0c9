import type { Module, ModuleContext } from '../../platform/module.ts';
import type { BookService } from '../books/service.ts';
import type { ShopService } from '../shop/service.ts';
import { createMailingListService, type MailingListService } from './mailing-list-service.ts';
import { createPageViewService, type PageViewService, sweepPageViews } from './page-view-service.ts';
import {
  registerMailingListRoutes,
  registerPageFailureRoutes,
  registerPageViewRoutes,
  registerSiteRoutes,
} from './routes.ts';

export interface SiteServices {
  readonly mailingList: MailingListService;
  readonly pageViews: PageViewService;
}

/** Mailing list, page views, previews of links, and pages for search engines. */
export function siteModule(
  { ports, secrets, limiter }: ModuleContext,
  { books, shop }: { readonly books: BookService; readonly shop: ShopService },
): Module<SiteServices> {
  const { db, clock, analytics: receivers } = ports;
  const from = shop.sender;
  const mailingList = createMailingListService({
    db,
    clock,
    limiter,
    from,
    unsubscribeKeys: { current: secrets.unsubscribe, earlier: secrets.unsubscribeBefore },
    get contactPerHour() {
      return shop.latest().settings.contact_per_hour;
    },
  });
  const pageViews = createPageViewService({ db, clock, limiter, receivers, origin: from.origin });
  return {
    services: { mailingList, pageViews },
    routes: (app) => {
      registerMailingListRoutes(app, mailingList, from);
      registerPageViewRoutes(app, pageViews);
      registerPageFailureRoutes(app, limiter);
      registerSiteRoutes(app, books, from);
    },
    sweep: [...sweepPageViews(db), mailingList.sweepUnconfirmed],
  };
}
