import { accountShots } from './account-shots.ts';
import { accountingShots } from './accounting-shots.ts';
import { adminBooksShots } from './admin-books-shots.ts';
import { adminPartsShots } from './admin-parts-shots.ts';
import { adminPeopleShots } from './admin-users-shots.ts';
import { adminShopShots } from './admin-shop-shots.ts';
import { adminSalesShots } from './admin-reports-shots.ts';
import { announcementShots } from './announcement-shots.ts';
import { discountCodeShots } from './discount-code-shots.ts';
import { giftShots } from './gift-shots.ts';
import { libraryShots } from './library-shots.ts';
import { notebookShots } from './notebook-shots.ts';
import { orderShots } from './order-shots.ts';
import { messageShots } from './message-shots.ts';
import { emptyShopShots, publicShots } from './public-shots.ts';
import { personalDataShots } from './personal-data-shots.ts';
import { readerShots } from './reader-shots.ts';
import { settingsShots } from './settings-shots.ts';
import { threadShots } from './thread-shots.ts';
import type { Shot } from './shot.ts';

/**
 * Shots of every screen in every state. A new area adds a file `<area>-shots.ts` beside this one and a line here: `npm
 * run shots` then takes its pictures, and `accessibility.spec.ts` checks them with axe.
 */
export const allShots: readonly Shot[] = [
  ...publicShots,
  ...accountShots,
  ...libraryShots,
  ...settingsShots,
  ...orderShots,
  ...discountCodeShots,
  ...giftShots,
  ...threadShots,
  ...personalDataShots,
  ...messageShots,
  ...readerShots,
  ...notebookShots,
  ...adminBooksShots,
  ...adminPartsShots,
  ...adminPeopleShots,
  ...adminSalesShots,
  ...accountingShots,
  ...adminShopShots,
  ...announcementShots,
];

/** Shots of the public screens as another author's shop: her names, colours and letters. */
export const allSecondShopShots: readonly Shot[] = [...publicShots, ...accountShots, ...libraryShots].map((shot) => ({
  ...shot,
  name: `second-${shot.name}`,
}));

/** Shots of an empty shop; taken last, because they turn every book into a draft. */
export const allEmptyShopShots: readonly Shot[] = emptyShopShots;
