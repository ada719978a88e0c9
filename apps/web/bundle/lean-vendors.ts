import { fileURLToPath } from 'node:url';
import { parseAst, type Plugin } from 'vite';

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

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name: string } | null;
  readonly body?: Node | readonly Node[];
  readonly declaration?: Node | null;
}

/** Function declarations of a module, and those one level inside them. */
function* declaredIn(nodes: readonly Node[], depth = 1): Generator<Node> {
  for (const node of nodes) {
    const inner = node.declaration ?? node;
    if (inner.type !== 'FunctionDeclaration') continue;
    yield inner;
    const { body } = inner.body as Node;
    if (depth > 0 && Array.isArray(body)) yield* declaredIn(body as readonly Node[], depth - 1);
  }
}

/**
 * Empties functions that the app never calls and that a bundler cannot know to be unused, so that they and what only
 * they use fall away. One that is called after all throws, naming itself.
 * @param bodies new body of each function by name; null for one that is never called
 * @throws when a function is not there: another version of the package needs another look
 */
export function dropFunctions(code: string, bodies: Readonly<Record<string, string | null>>): string {
  const program = parseAst(code) as unknown as { readonly body: readonly Node[] };
  const missing = new Set(Object.keys(bodies));
  const cuts: { readonly start: number; readonly end: number; readonly by: string }[] = [];
  for (const { id, body } of declaredIn(program.body)) {
    const name = id?.name ?? '';
    if (!missing.delete(name)) continue;
    const { start, end } = body as Node;
    cuts.push({ start, end, by: bodies[name] ?? `{ throw new Error("${name} was left out") }` });
  }
  if (missing.size > 0) throw new Error(`not in this version: ${[...missing].join(', ')}`);
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end, by }) => left.slice(0, start) + by + left.slice(end), code);
}
