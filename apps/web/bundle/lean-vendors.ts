import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { dropFunctions } from './drop-functions.ts';

/**
 * Functions of the router that our routes never reach, by file: there are no actions, fetchers, forms or prefetching
 * links, no routes that come later, no instruments, no errors handed over by a server; the root has an error page, and
 * scrolling is ours.
 */
const unreached: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'router/router.js': {
    handleAction: null,
    handleFetcherAction: null,
    handleFetcherLoader: null,
    fetch: null,
    revalidate: null,
    discoverRoutes: null,
    cancelDiscoveryNavigation: null,
    patchRoutesImpl: null,
    enableScrollRestoration: null,
    getSubmissionFromNavigation: '{}',
    normalizeNavigateOptions: '{ return { path } }',
  },
  'router/instrumentation.js': { getRouteInstrumentationUpdates: null, instrumentClientSideRouter: null },
  'dom/ssr/components.js': { usePrefetchBehavior: '{ return [false, null, {}] }', PrefetchPageLinks: null },
  'dom/lib.js': { deserializeErrors: null },
  'hooks.js': { RSCErrorHandler: null, DefaultErrorComponent: '{ return null }' },
  'errors.js': { decodeRouteErrorResponseDigest: '{}', decodeRedirectErrorDigest: '{}' },
};

/**
 * Lets the bundler leave out what we do not use of the router (2 kB, and 5.5 kB more that only we can know to be
 * unused): its components are made by calls and named by assignments, which count as side effects.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/.*\.js$/ },
      handler: (code, id) => ({
        code: dropFunctions(code, unreached[id.split('/dist/production/lib/')[1] ?? ''] ?? {})
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
          .replaceAll(/= (React\$1\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  };
}

/** Draws lucide's icons with a small function of ours instead of the package's own (1.1 kB less on every first page). */
export function leanIcons(): Plugin {
  const factory = fileURLToPath(new URL('lucide-icon.ts', import.meta.url));
  return {
    name: 'lean-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /createLucideIcon\.m?js$/ },
      handler: () => factory,
    },
  };
}
