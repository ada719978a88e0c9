import { accountingModule } from './modules/accounting/module.ts';
import { adminAccountingModule } from './modules/accounting/admin/module.ts';
import { adminAnnouncementsModule } from './modules/announcements/admin/module.ts';
import { adminBackupsModule } from './modules/backups/module.ts';
import { adminBooksModule } from './modules/books/admin/module.ts';
import { adminMessagesModule } from './modules/messages/admin/module.ts';
import { adminPersonalDataModule } from './modules/personal-data/admin/module.ts';
import { adminEntitlementsModule } from './modules/entitlements/admin/module.ts';
import { adminReportsModule } from './modules/reports/module.ts';
import { adminSessionsModule } from './modules/auth/admin/module.ts';
import { adminShopModule } from './modules/shop/admin/module.ts';
import { adminSetupModule } from './modules/setup/module.ts';
import { adminUsersModule } from './modules/users/admin/module.ts';
import { anchoringModule } from './modules/anchoring/module.ts';
import { announcementsModule } from './modules/announcements/module.ts';
import { authModule } from './modules/auth/module.ts';
import { bookmarksModule } from './modules/bookmarks/module.ts';
import { booksModule } from './modules/books/module.ts';
import { changesModule } from './modules/changes/module.ts';
import { adminOrdersModule } from './modules/orders/admin/module.ts';
import { saleModule } from './modules/orders/module.ts';
import { discountCodesModule } from './modules/discount-codes/module.ts';
import { editionsModule } from './modules/editions/module.ts';
import { entitlementsModule } from './modules/entitlements/module.ts';
import { exportsModule } from './modules/exports/module.ts';
import { followsModule } from './modules/follows/module.ts';
import { healthModule } from './modules/health/module.ts';
import { highlightsModule } from './modules/highlights/module.ts';
import { opdsModule } from './modules/opds/module.ts';
import { notebookModule } from './modules/notebook/module.ts';
import { libraryModule } from './modules/library/module.ts';
import { mailModule } from './modules/mail/module.ts';
import { monitoringModule } from './modules/monitoring/module.ts';
import { messagesModule } from './modules/messages/module.ts';
import { personalDataModule } from './modules/personal-data/module.ts';
import { recallsModule } from './modules/recalls/module.ts';
import { readingModule } from './modules/reading/module.ts';
import { shopModule } from './modules/shop/module.ts';
import { todayModule } from './modules/today/module.ts';
import { siteModule } from './modules/site/module.ts';
import { usersModule } from './modules/users/module.ts';
import { assemble, type ModuleContext } from './platform/module.ts';

/** Every module of the shop, each after those whose services it uses. */
export function assembleModules(context: Omit<ModuleContext, 'limiter'>) {
  const shopModules = assemble(context)
    .with(healthModule)
    .with(shopModule)
    .with(mailModule)
    .with(authModule)
    .with(usersModule)
    .with(changesModule)
    .with(personalDataModule)
    .with(booksModule)
    .with(siteModule)
    .with(followsModule)
    .with(entitlementsModule)
    .with(editionsModule)
    .with(readingModule)
    .with(highlightsModule)
    .with(bookmarksModule)
    .with(notebookModule)
    .with(exportsModule)
    .with(opdsModule)
    .with(libraryModule)
    .with(discountCodesModule)
    .with(accountingModule)
    .with(saleModule)
    .with(announcementsModule)
    .with(messagesModule)
    .with(adminBooksModule)
    .with(recallsModule)
    .with(adminOrdersModule)
    .with(adminEntitlementsModule)
    .with(adminMessagesModule)
    .with(adminSessionsModule)
    .with(adminUsersModule)
    .with(adminPersonalDataModule)
    .with(adminReportsModule)
    .with(adminAccountingModule)
    .with(adminShopModule)
    .with(adminAnnouncementsModule)
    .with(adminBackupsModule)
    .with(adminSetupModule)
    .with(todayModule)
    .with(anchoringModule);
  return shopModules.with(monitoringModule(shopModules));
}

/** The modules put together. */
export type Modules = ReturnType<typeof assembleModules>;

/** Every use case of the shop. */
export type Services = Modules['services'];
