import type { Page } from '@playwright/test';
import type { DemoShop } from './demo-shop.ts';

/** Viewer of a shot: a visitor, or one of the demonstration accounts. */
export type Viewer = 'visitor' | 'reader' | 'writter' | 'admin';

/** One screen in one state: how to get there, and by what one sees that it stands. */
export interface Shot {
  /** Name of the picture's file and of the check. */
  readonly name: string;
  /** A visitor when absent. */
  readonly as?: Viewer;
  readonly path: (shop: DemoShop) => string;
  /** Before the screen is opened: answers of the server that make the state. */
  readonly prepare?: (page: Page, shop: DemoShop) => Promise<unknown>;
  /** On the screen: what the user does. */
  readonly act?: (page: Page, shop: DemoShop) => Promise<unknown>;
  /** Stands on the screen once the state is reached. */
  readonly shows: string | RegExp;
  /** Seen with JavaScript off. */
  readonly withoutScript?: true;
  /** Only this width has the state. */
  readonly only?: 390 | 1280;
  /** The page's zoom is locked here, which axe minds everywhere else. */
  readonly zoomLocked?: true;
  /** Looked at by axe in each of the reader's five themes. */
  readonly themes?: true;
  /** Only what fits in the window: dialogs, messages, whatever stands above the page. */
  readonly windowOnly?: true;
}
