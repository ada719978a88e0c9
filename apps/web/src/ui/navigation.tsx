import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { useNavigation } from './use-navigation.ts';

/** Whether a click opens the link in this tab; a click with a modifier key or another button does not. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  /** Replaces the shown screen in the history, so that a step back leads to the screen before it. */
  readonly replace?: boolean;
  readonly children: ReactNode;
}

/**
 * Number of history entries back to the previous screen, if its address is `path`; otherwise, or where it is unknown,
 * 0.
 */
function stepsBackTo(path: string): number {
  const { navigation } = globalThis as { readonly navigation?: NavigationApi };
  const here = navigation?.currentEntry?.index ?? 0;
  const before = (navigation?.entries() ?? []).slice(0, here).map(({ url }) => url);
  // Skips entries that the screen made of its own address.
  const at = before.findLastIndex((url) => url !== location.href);
  const came = before[at];
  return came && new URL(came).pathname === path ? here - at : 0;
}

/** The used part of the browser's Navigation API, which older browsers lack. */
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
