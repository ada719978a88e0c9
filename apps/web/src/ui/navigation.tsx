import { type AnchorHTMLAttributes, createContext, type MouseEvent, type ReactNode, use } from 'react';

/** Ways to other screens for a screen that is shown with the router and without it. */
export interface Navigation {
  /** Shows the screen of an address; `replace` leaves no way back to the one that is shown. */
  go(path: string, options?: { readonly replace?: boolean }): void;
  /** Leaves a page for the one that it was opened from; where that was another one, this page gives way to it. */
  leave(path: string): void;
}

/** Without anyone who knows better, the browser loads the address. */
const byTheBrowser: Navigation = {
  go: (path, { replace = false } = {}) => (replace ? location.replace(path) : location.assign(path)),
  leave: (path) => location.replace(path),
};

/** What a link notes in the history's entry that it makes: the page that it stands on. */
export interface CameFrom {
  readonly from: string;
}

/** Whether an entry of the history was made by a link on this page. */
export const isFrom = (state: unknown, path: string): boolean => (state as CameFrom | null | undefined)?.from === path;

export const NavigationContext = createContext<Navigation>(byTheBrowser);

export const useNavigation = (): Navigation => use(NavigationContext);

/** A tap that the page may answer itself: not one for a new tab or window. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  /** Leaves no way back to the screen that is shown: a step back leads to where one came from. */
  readonly replace?: boolean;
  readonly children: ReactNode;
}

/** Steps back to where one came from, when that is this address of ours; 0 when it is not, or it is not known. */
function stepsBackTo(path: string): number {
  const { navigation } = globalThis as { readonly navigation?: Navigations };
  const here = navigation?.currentEntry?.index ?? 0;
  const before = (navigation?.entries() ?? []).slice(0, here).map(({ url }) => url);
  // A screen may have made entries of its own address.
  const at = before.findLastIndex((url) => url !== location.href);
  const came = before[at];
  return came && new URL(came).pathname === path ? here - at : 0;
}

/** The part of the browser's Navigation API that is asked for; older browsers have none. */
interface Navigations {
  readonly currentEntry: { readonly index: number } | null;
  entries(): readonly { readonly url: string | null }[];
}

/** A link to another screen, with the router and without it. */
export function Link({ to, replace = false, onClick, children, ...rest }: LinkProps) {
  const { go } = useNavigation();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlain(event)) return;
        event.preventDefault();
        const steps = replace ? stepsBackTo(to) : 0;
        if (steps > 0) history.go(-steps);
        else go(to, { replace });
      }}
    >
      {children}
    </a>
  );
}
