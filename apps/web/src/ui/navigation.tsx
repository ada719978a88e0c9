import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { useNavigation } from './use-navigation.ts';

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
  const { navigation } = globalThis as { readonly navigation?: NavigationApi };
  const here = navigation?.currentEntry?.index ?? 0;
  const before = (navigation?.entries() ?? []).slice(0, here).map(({ url }) => url);
  // A screen may have made entries of its own address.
  const at = before.findLastIndex((url) => url !== location.href);
  const came = before[at];
  return came && new URL(came).pathname === path ? here - at : 0;
}

/** The part of the browser's Navigation API that is asked for; older browsers have none. */
interface NavigationApi {
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
