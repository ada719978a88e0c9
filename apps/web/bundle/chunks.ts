import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { laterReading, laterTools, type Manifest, readingScreens, sectionFits } from './first-load.ts';

/** Part of the bundler's graph of modules. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code: string | null } | null;
}

const ICONS = /lucide-react\/dist\/esm\/lucide-react[.]mjs$/;

/** Lists the imports of a module; of the icons, all of which one file exports, only those that it names. */
function importsOf(graph: Graph, id: string): readonly string[] {
  const { importedIds = [], code } = graph.getModuleInfo(id) ?? {};
  const icons = importedIds.find((imported) => ICONS.test(imported));
  if (icons === undefined) return importedIds;
  const [, names = ''] = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code ?? '') ?? [];
  const files = names.split(',').flatMap((name) => {
    const [exported = ''] = name.trim().split(' ');
    const found = new RegExp(`\\bas ${exported}\\b[^;]*? from ["'][.]/(icons/[\\w-]+[.]mjs)["']`).exec(
      iconsCode(graph, icons),
    );
    return found ? [icons.replace('lucide-react.mjs', found[1] ?? '')] : [];
  });
  return [...importedIds.filter((imported) => imported !== icons), ...files];
}

const iconsCode = (graph: Graph, icons: string): string => graph.getModuleInfo(icons)?.code ?? '';

/**
 * Kinds of page, each with the sources that it loads by itself or at the first touch. Such a page needs these and their
 * static imports.
 */
const pages = {
  reader: ['src/entry-reader.tsx', ...readingScreens, 'src/features/site/analytics/report-page-views.ts'],
  // Before a section is shown, by what stands in it.
  boxes: sectionFits,
  // Once the book's first page stands.
  readerLater: laterReading,
  tools: laterTools,
  // A public page at idle time, without React.
  asleep: ['src/app/asleep-page.ts', 'src/ui/focus-fallback.ts'],
  // A part of a public page that was touched.
  public: [
    'src/app/public-app.tsx',
    'src/app/islands.tsx',
    'src/features/pocket/pocket.ts',
    'src/features/follows/api.ts',
    'src/features/site/mailing-list/api.ts',
    'src/lib/api/refresh-session.ts',
    'src/ui/overlays/loader.tsx',
  ],
  // The forms by which one comes in.
  entrance: [
    'src/app/public-app.tsx',
    'src/features/site/analytics/report-page-views.ts',
    'src/features/auth/login-screen.tsx',
    'src/features/auth/register-screen.tsx',
  ],
  form: [
    'src/app/public-app.tsx',
    'src/features/site/analytics/report-page-views.ts',
    'src/features/auth/enter-code-screen.tsx',
    'src/features/auth/password-recovery-screens.tsx',
    'src/features/auth/account-link-screens.tsx',
    'src/features/auth/api.ts',
    'src/features/messages/contact-screen.tsx',
    'src/features/gifts/gift-screen.tsx',
    'src/features/site/mailing-list/list-link-screen.tsx',
  ],
  // The document of the private screens; it loads them, and tries again where one does not come.
  app: ['src/entry-client.tsx'],
  library: [
    'src/app/guard.ts',
    'src/features/reading/start-device.ts',
    'src/app/refresh-queries.ts',
    'src/app/private-layout.tsx',
    'src/features/site/legal-notice.tsx',
    'src/features/pocket/pocket.ts',
    'src/features/library/library-screen.tsx',
    'src/features/library/library-book-screen.tsx',
  ],
  purchase: ['src/features/orders/purchase/purchase-sheet.tsx', 'src/features/pocket/pocket-screen.tsx'],
  account: [
    'src/features/users/profile-screen.tsx',
    'src/features/orders/orders-screen.tsx',
    'src/features/messages/messages-screen.tsx',
    'src/features/users/personal-data-screen.tsx',
    'src/features/users/update-password-screen.tsx',
  ],
  // The end of a session, on whatever page: what it may have to save stands in files that are no reader's.
  leaving: ['src/app/end-session.ts'],
} as const;

type Kind = keyof typeof pages;

/** From what everything needs to what one kind of page does: no file needs one that stands below it here. */
const chunks = [
  'core',
  'base',
  'signed-in',
  'reader',
  'boxes',
  'page',
  'parts',
  'islands',
  'entrance',
  'forms',
  'device',
  'library',
  'purchase',
  'account',
  'reader-later',
  'app',
  'library-app',
  'purchase-app',
  'account-app',
] as const;

type Chunk = (typeof chunks)[number];

/** Modules and entries that need a module. */
interface Needs {
  readonly kinds: ReadonlySet<Kind>;
  /** It needs the router, which two documents never load. */
  readonly hasRouter: boolean;
}

const hasAny = (kinds: ReadonlySet<Kind>, ...some: readonly Kind[]): boolean => some.some((kind) => kinds.has(kind));

const isForm = ({ kinds }: Needs) => hasAny(kinds, 'entrance', 'form');
const isPublic = (needs: Needs) => needs.kinds.has('public') || isForm(needs);
const isOfReading = ({ kinds }: Needs) => hasAny(kinds, 'reader', 'readerLater');
const isSignedIn = ({ kinds }: Needs) => hasAny(kinds, 'app', 'library', 'purchase', 'account');

/**
 * The file that a module stands in is the first of these that takes it; what none takes is left to the bundler. The
 * reader's modules come first, since every byte that another page brings into one of its files delays a book.
 */
const rules: readonly (readonly [chunk: Chunk, takes: (needs: Needs) => boolean])[] = [
  ['app', ({ kinds, hasRouter }) => hasRouter && kinds.has('app')],
  ['library-app', ({ kinds, hasRouter }) => hasRouter && kinds.has('library')],
  ['purchase-app', ({ kinds, hasRouter }) => hasRouter && kinds.has('purchase')],
  ['account-app', ({ hasRouter }) => hasRouter],
  // Nothing here needs React, so that a page asleep goes without it.
  ['core', (needs) => needs.kinds.has('asleep') && (isPublic(needs) || isOfReading(needs))],
  ['page', ({ kinds }) => kinds.has('asleep')],
  ['base', (needs) => isPublic(needs) && isOfReading(needs)],
  ['signed-in', (needs) => needs.kinds.has('reader') && (isSignedIn(needs) || needs.kinds.has('readerLater'))],
  ['reader', ({ kinds }) => kinds.has('reader')],
  ['boxes', ({ kinds }) => kinds.has('boxes')],
  ['parts', (needs) => isForm(needs) && hasAny(needs.kinds, 'public', 'library')],
  ['islands', ({ kinds }) => kinds.has('public')],
  ['entrance', ({ kinds }) => kinds.has('entrance')],
  ['forms', ({ kinds }) => kinds.has('form')],
  ['device', (needs) => needs.kinds.has('readerLater') && (isSignedIn(needs) || needs.kinds.has('leaving'))],
  ['reader-later', ({ kinds }) => hasAny(kinds, 'readerLater', 'tools')],
  ['library', (needs) => needs.kinds.has('library') || (needs.kinds.has('leaving') && isSignedIn(needs))],
  ['purchase', ({ kinds }) => kinds.has('purchase')],
  ['account', ({ kinds }) => kinds.has('account')],
];

const folder = new URL('..', import.meta.url);

const ROUTER = /node_modules\/react-router\//;

/** The file of every module that some kind of page needs. */
function cut(graph: Graph): ReadonlyMap<string, Chunk | null> {
  const kindsOf = new Map<string, Set<Kind>>();
  const visit = (id: string, kind: Kind): void => {
    const kinds = kindsOf.get(id) ?? new Set();
    if (kinds.has(kind)) return;
    kindsOf.set(id, kinds.add(kind));
    for (const next of importsOf(graph, id)) visit(next, kind);
  };
  for (const [kind, sources] of Object.entries(pages) as [Kind, readonly string[]][]) {
    for (const source of sources) {
      const id = fileURLToPath(new URL(source, folder));
      if (!graph.getModuleInfo(id)) throw new Error(`${source} is not in the build: bundle/chunks.ts names it`);
      visit(id, kind);
    }
  }
  const hasRouter = reaches(graph, ROUTER);
  return new Map(
    [...kindsOf].map(([id, kinds]) => {
      const needs = { kinds, hasRouter: hasRouter(id) };
      return [id, rules.find(([, takes]) => takes(needs))?.[0] ?? null];
    }),
  );
}

/** Whether a module is, or imports, one of these. */
function reaches(graph: Graph, goal: RegExp): (id: string) => boolean {
  const isReached = new Map<string, boolean>();
  const look = (id: string): boolean => {
    let answer = isReached.get(id);
    if (answer === undefined) {
      // A circle of imports ends here.
      isReached.set(id, false);
      answer = goal.test(id) || importsOf(graph, id).some(look);
      isReached.set(id, answer);
    }
    return answer;
  };
  return look;
}

let chunkOfModule: ReturnType<typeof cut> | null = null;

/**
 * How the browser's script is cut: a page asks for a handful of files, each with what it and pages like it need. The
 * bundler's own cut makes a file for every set of screens that share something, of a few hundred bytes each.
 */
export const chunkGroups = chunks
  .flatMap((chunk) => [
    {
      name: (id: string, graph: Graph): string | null => {
        chunkOfModule ??= cut(graph);
        // A document's own script and styles stay with the document.
        const isOwn = id.includes('/src/entry-') || id.endsWith('.css');
        return !isOwn && chunkOfModule.get(id) === chunk ? chunk : null;
      },
    },
    // Two documents must not reach it: bundle/first-load.ts looks for its name. It takes what it imports with it, which
    // the groups before have taken.
    ...(chunk === 'base' ? [{ name: 'router', test: ROUTER }] : []),
  ])
  .map((group, index, { length }) => ({ ...group, priority: length - index }));

/**
 * Names in the build's list of files what each source came to stand in, where it shares a file with others: the server
 * and the checks look files up by the source that a page asks for.
 */
export function nameGroupedSources(): Plugin {
  return {
    name: 'name-grouped-sources',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const path = join(dir, '.vite/manifest.json');
      const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
      const chunkOfFile = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
      const sources: Record<string, Manifest[string]> = {};
      for (const output of Object.values(bundle)) {
        const chunk = chunkOfFile.get(output.fileName);
        if (output.type !== 'chunk' || !chunk) continue;
        for (const id of output.moduleIds) {
          const source = relative(fileURLToPath(folder), id);
          if (/^(src|[.][.]\/[.][.]\/packages)\//.test(source) && !manifest[source]) sources[source] = chunk;
        }
      }
      await writeFile(path, JSON.stringify({ ...sources, ...manifest }));
    },
  };
}
