import { accountShots } from './account-shots.ts';
import { adminBooksShots } from './admin-books-shots.ts';
import { adminPartsShots } from './admin-parts-shots.ts';
import { adminPeopleShots } from './admin-users-shots.ts';
import { adminSalesShots } from './admin-reports-shots.ts';
import { libraryShots } from './library-shots.ts';
import { messageShots } from './message-shots.ts';
import { emptyShopShots, publicShots } from './public-shots.ts';
import { readerShots } from './reader-shots.ts';
import { settingsShots } from './settings-shots.ts';
import type { Shot } from './shot.ts';

/**
 * Every screen in every state. A new area adds a file `<area>-shots.ts` beside this one and a line here: its pictures
 * are then taken by `npm run shots`, and axe looks at them in `accessibility.spec.ts`.
 */
export const allShots: readonly Shot[] = [
  ...publicShots,
  ...accountShots,
  ...libraryShots,
  ...settingsShots,
  ...messageShots,
  ...readerShots,
  ...adminBooksShots,
  ...adminPartsShots,
  ...adminPeopleShots,
  ...adminSalesShots,
];

/** Taken last: for these every book becomes a draft. */
export const allEmptyShopShots: readonly Shot[] = emptyShopShots;
