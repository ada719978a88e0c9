import type { Module, ModuleContext } from '../../platform/module.ts';
import type { EmailChangeService, ProofListener } from '../auth/service.ts';
import type { ShopService } from '../shop/service.ts';
import { createRightsService, erasureJob, type RightsService } from './rights-service.ts';
import { withdrawAsked } from './request-service.ts';
import { registerPersonalDataRoutes } from './routes.ts';
import { createPersonalDataService, type PersonalDataService } from './service.ts';

interface NeededServices {
  readonly shop: ShopService;
  readonly emailChange: EmailChangeService;
  readonly proofListeners: ProofListener[];
}

/** Rights of people over their data: copy, correction, block and erasure. */
export function personalDataModule(
  context: ModuleContext,
  { shop, emailChange, proofListeners }: NeededServices,
): Module<{ readonly personalData: PersonalDataService; readonly rights: RightsService }> {
  proofListeners.push(async (tx, { userId, isClaim }, now) => {
    if (isClaim) await withdrawAsked(tx, userId, now);
  });
  const personalData = createPersonalDataService(context, shop);
  const { db, clock, mail, identity } = context.ports;
  const rights = createRightsService({
    db,
    clock,
    mail,
    emailChange,
    limiter: context.limiter,
    from: shop.sender,
    withGoogle: identity !== null,
    limits: {
      get loginFailures() {
        return shop.latest().settings.login_failures;
      },
    },
  });
  return {
    services: { personalData, rights },
    routes: (app) => registerPersonalDataRoutes(app, personalData, rights),
    jobs: [erasureJob(rights)],
  };
}
