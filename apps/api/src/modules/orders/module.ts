import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@cuentos/domain/time/durations';
import { createBackground } from '../../platform/jobs/background.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import type { Module, ModuleContext } from '../../platform/module.ts';
import { createGiftLinks } from '../gifts/links.ts';
import { registerGiftRoutes } from '../gifts/routes.ts';
import { createGiftService, type GiftService } from '../gifts/service.ts';
import { noticeBacklog } from '../payments/notice-repository.ts';
import { alertAdmins } from '../payments/unresolved-payments.ts';
import { createPaymentWays } from '../payments/payment-ways.ts';
import { isRefused, watchCredentials } from '../payments/provider-credentials.ts';
import { registerPaymentRoutes } from '../payments/routes.ts';
import { createPaymentService, type PaymentService } from '../payments/service.ts';
import { registerPocketRoutes } from '../pocket/routes.ts';
import { createPocketService, type PocketService } from '../pocket/service.ts';
import { processRefunds } from '../refunds/process-refunds.ts';
import { registerRefundRoutes } from '../refunds/routes.ts';
import { refundBacklog } from '../refunds/repository.ts';
import { createRefundService, type RefundService } from '../refunds/service.ts';
import type { ShopService } from '../shop/service.ts';
import type { SaleContext, SaleDeps } from './context.ts';
import { registerOrderRoutes } from './routes.ts';
import { createOrderService, type OrderService } from './service.ts';

export interface SaleServices {
  readonly orders: OrderService;
  readonly payments: PaymentService;
  readonly refunds: RefundService;
  readonly gifts: GiftService;
  readonly pocket: PocketService;
}

/** Most pieces of background work at once; each mostly waits for the provider. */
const AT_ONCE = 4;

function createContext(deps: SaleDeps): SaleContext {
  const background = createBackground(AT_ONCE);
  const context: SaleContext = {
    ...deps,
    payments: watchCredentials(deps),
    // The port without its watch: a token that may not list the ways of paying is still good for payments.
    ways: createPaymentWays(deps.payments, deps.clock, async () => isRefused(deps)),
    background,
    refundSoon: () => void background.run('refunds', async () => processRefunds(context)),
    alertSoon: () => void background.run('open-payments', async () => alertAdmins(context)),
  };
  return context;
}

/** Services of a sale by noun. */
export function createSaleServices(deps: SaleDeps): SaleServices {
  const context = createContext(deps);
  return {
    orders: createOrderService(context),
    payments: createPaymentService(context),
    refunds: createRefundService(context),
    gifts: createGiftService(context),
    pocket: createPocketService(context),
  };
}

/**
 * A sale: orders, their payments, refunds and gifts, and the pocket. One module, since one transaction writes several of
 * them.
 */
export function saleModule(
  { config, ports, secrets, limiter }: ModuleContext,
  { shop }: { readonly shop: ShopService },
): Module<SaleServices> {
  const settings = {
    publicUrl: config.PUBLIC_URL ?? null,
    get minAmount() {
      return shop.latest().settings.min_amount;
    },
    get authorName() {
      return shop.latest().identity.author_name;
    },
    get preferencesPerHour() {
      return shop.latest().settings.preference_per_hour;
    },
    get saleMails() {
      return shop.latest().settings.sale_mails;
    },
    get exportPermission() {
      return shop.latest().settings.export_permission;
    },
  };
  const { db, clock, payments } = ports;
  const giftLinks = createGiftLinks(shop.sender, { current: secrets.gift, earlier: secrets.giftBefore });
  const services = createSaleServices({ db, clock, payments, limiter, seller: shop.seller, settings, giftLinks });
  return {
    services,
    routes: (app) => {
      app.addHook('onClose', async () => services.payments.idle());
      registerOrderRoutes(app, services, config.PUBLIC_URL);
      registerPaymentRoutes(app, services.payments, services.refunds);
      registerRefundRoutes(app, services.refunds);
      registerGiftRoutes(app, services.gifts);
      registerPocketRoutes(app, services.pocket);
    },
    backlogs: [
      { name: 'notices', lateAfterMs: 2 * HOUR_MS, read: async () => noticeBacklog(db.read) },
      { name: 'refunds', lateAfterMs: DAY_MS, read: async () => refundBacklog(db.read) },
    ],
    jobs: jobsOf(services),
    sweep: [async (now) => services.gifts.sweepGifts(now)],
  };
}

/**
 * Jobs that finish what a lost notice, a silent provider or a stopped process left undone. Each is safe to run at any
 * time and in several processes.
 */
function jobsOf({ orders, payments, refunds, gifts }: SaleServices): Job[] {
  return [
    { name: 'payment-notices', everyMs: 20 * SECOND_MS, run: payments.processNotices },
    { name: 'payment-reconciliation', everyMs: 30 * SECOND_MS, run: orders.reconcileOrders },
    { name: 'payment-changes', everyMs: 2 * HOUR_MS, run: payments.settleChanged },
    { name: 'refunds', everyMs: 30 * SECOND_MS, run: refunds.processRefunds },
    { name: 'gift-mails', everyMs: 10 * SECOND_MS, run: gifts.sendGifts },
    { name: 'payment-ways', everyMs: 5 * MINUTE_MS, run: payments.refreshWays },
    { name: 'open-payments', everyMs: 10 * MINUTE_MS, run: payments.alertAdmins },
  ];
}
