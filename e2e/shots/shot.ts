import type { Page } from '@playwright/test';
import type { DemoShop } from './demo-shop.ts';

/** Viewer of a shot: a visitor, or one of the demonstration accounts. */
export type Viewer = 'visitor' | 'reader' | 'writter' | 'admin';

/** One screen in one state: the way to it, and the text that proves it. */
export interface Shot {
  /** Name of the picture's file and of the check. */
  readonly name: string;
  /** Viewer of the screen; a visitor by default. */
  readonly as?: Viewer;
  readonly path: (shop: DemoShop) => string;
  /** Prepares the server's answers before the screen is opened. */
  readonly prepare?: (page: Page, shop: DemoShop) => Promise<unknown>;
  /** Performs the user's actions on the screen. */
  readonly act?: (page: Page, shop: DemoShop) => Promise<unknown>;
  /** Text on the screen once the state is reached. */
  readonly shows: string | RegExp;
  /** Whether the screen is opened without JavaScript. */
  readonly withoutScript?: true;
  /** The only width that has the state. */
  readonly only?: 390 | 1280;
  /** Whether the page's zoom is locked, which axe reports on every other page. */
  readonly zoomLocked?: true;
  /** Whether axe checks the screen in each of the reader's five themes. */
  readonly themes?: true;
  /** Whether the picture is of the window only: for dialogs, messages and other overlays. */
  readonly windowOnly?: true;
}
