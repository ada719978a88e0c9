import { type AnchorHTMLAttributes, createContext, type MouseEvent, type ReactNode, use } from 'react';

/** Something on the page that a step back in the browser's history puts away before it leaves the page. */
export interface HeldBack {
  readonly isHeld: () => boolean;
  /** Called instead of the step. */
  readonly onHeld: () => void;
}

/** Ways to other screens for a screen that is shown with the router and without it. */
export interface Navigation {
  /** Shows the screen of an address; `replace` leaves no way back to the one that is shown. */
  go(path: string, options?: { readonly replace?: boolean }): void;
  /** Holds steps back, one holder at a time. @returns lets them go. */
  holdBack(held: HeldBack): () => void;
}

/** Without anyone who knows better, the browser loads the address. */
const byTheBrowser: Navigation = {
  go: (path, { replace = false } = {}) => (replace ? location.replace(path) : location.assign(path)),
  holdBack: () => () => {},
};

export const NavigationContext = createContext<Navigation>(byTheBrowser);

export const useNavigation = (): Navigation => use(NavigationContext);

/** A tap that the page may answer itself: not one for a new tab or window. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link to another screen, with the router and without it. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const { go } = useNavigation();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlain(event)) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
