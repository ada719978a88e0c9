import { createContext, use } from 'react';

/** Navigation to other screens, for a screen that is shown with or without the router. */
export interface Navigation {
  /** Shows the screen of an address; `replace` replaces the shown screen in the history. */
  go(path: string, options?: { readonly replace?: boolean }): void;
  /** Goes back when the previous entry is `path`; otherwise replaces this page with it. */
  leave(path: string): void;
}

/** Default without a provider: the browser loads the address. */
const byTheBrowser: Navigation = {
  go: (path, { replace = false } = {}) => (replace ? location.replace(path) : location.assign(path)),
  leave: (path) => location.replace(path),
};

/** State of a history entry made by a link: the page of the link. */
export interface LinkOrigin {
  readonly from: string;
}

/** Whether an entry of the history was made by a link on this page. */
export const isFrom = (state: unknown, path: string): boolean =>
  (state as LinkOrigin | null | undefined)?.from === path;

export const NavigationContext = createContext<Navigation>(byTheBrowser);

export const useNavigation = (): Navigation => use(NavigationContext);
