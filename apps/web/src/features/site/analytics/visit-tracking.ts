/** The observed part of the router. */
export interface WatchedRouter {
  readonly state: {
    readonly location: { readonly pathname: string };
    readonly matches: readonly {
      readonly route: { readonly path?: string };
      readonly params: Readonly<Record<string, string | undefined>>;
    }[];
    readonly navigation: { readonly state: string };
    readonly initialized: boolean;
  };
  subscribe(listener: (state: WatchedRouter['state']) => void): unknown;
}

/** Stands in for a router on a page of a single screen. */
export const standingScreen = (path: string, params: Readonly<Record<string, string | undefined>>): WatchedRouter => ({
  state: {
    location: { pathname: location.pathname },
    matches: [{ route: { path }, params }],
    navigation: { state: 'idle' },
    initialized: true,
  },
  subscribe: () => {},
});

/** Pattern of the shown screen in the contract's form: `/login/:book_id?` → `/login` or `/login/{book_id}`. */
export function routePattern(matches: WatchedRouter['state']['matches']): string {
  const leaf = matches.at(-1);
  return (leaf?.route.path ?? '')
    .replaceAll(/\/:(\w+)\?/g, (_, name: string) => (leaf?.params[name] ? `/{${name}}` : ''))
    .replaceAll(/:(\w+)/g, '{$1}');
}

/** Whether the visitor refuses tracking: Do Not Track, Global Privacy Control. */
export function isTrackingUnwanted(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { readonly globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}
