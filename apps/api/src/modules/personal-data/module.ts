import type { Module, ModuleContext } from '../../platform/module.ts';
import type { ShopService } from '../shop/service.ts';
import { registerPersonalDataRoutes } from './routes.ts';
import { createPersonalDataService, type PersonalDataService } from './service.ts';

/** What everybody may ask of the data that is kept of them. */
export function personalDataModule(
  context: ModuleContext,
  { shop }: { readonly shop: Pick<ShopService, 'seller'> },
): Module<{ readonly personalData: PersonalDataService }> {
  const personalData = createPersonalDataService(context, shop);
  return { services: { personalData }, routes: (app) => registerPersonalDataRoutes(app, personalData) };
}
