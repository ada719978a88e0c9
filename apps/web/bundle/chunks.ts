import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { laterReading, laterTools, type Manifest, readingScreens, sectionFits } from './first-load.ts';

/** A part of the bundler's module graph. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code: string | null } | null;
}

const ICONS = /lucide-react\/dist\/esm\/lucide-react[.]mjs$/;

/** Lists the imports of a module; of the file that exports all icons, only the named ones. */
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
  // Loaded before a section is shown, if the section contains such elements.
  boxes: sectionFits,
  // Loaded once the book's first page is shown.
  readerLater: laterReading,
  tools: laterTools,
  // A public page at idle time, without React.
  asleep: ['src/app/asleep-page.ts', 'src/ui/focus-fallback.ts'],
  // Loaded when an island of a public page is touched.
  public: [
    'src/app/public-app.tsx',
    'src/app/islands.tsx',
    'src/features/pocket/pocket.ts',
    'src/features/follows/api.ts',
    'src/features/site/mailing-list/api.ts',
    'src/lib/api/refresh-session.ts',
    'src/ui/overlays/loader.tsx',
  ],
  // The forms to sign in or register.
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
  // The entry of the private screens; it loads them, and tries again when one does not load.
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
  // The end of a session, on any page: the files that it needs to save unsent data contain no code of the reader.
  leaving: ['src/app/end-session.ts'],
} as const;

type Kind = keyof typeof pages;

/** File groups, from modules that everything needs to modules of one kind of page: no file imports a later one. */
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
  /** Modules that need the router, which two documents must never load. */
  readonly hasRouter: boolean;
}

const hasAny = (kinds: ReadonlySet<Kind>, ...some: readonly Kind[]): boolean => some.some((kind) => kinds.has(kind));

const isForm = ({ kinds }: Needs) => hasAny(kinds, 'entrance', 'form');
const isPublic = (needs: Needs) => needs.kinds.has('public') || isForm(needs);
const isOfReading = ({ kinds }: Needs) => hasAny(kinds, 'reader', 'readerLater');
const isSignedIn = ({ kinds }: Needs) => hasAny(kinds, 'app', 'library', 'purchase', 'account');

/**
 * Groups of modules by file. A module goes to the first group that accepts it; the bundler places the others. The
 * reader's groups come first, since each further byte in the reader's files delays a book.
 */
const rules: readonly (readonly [chunk: Chunk, takes: (needs: Needs) => boolean])[] = [
  ['app', ({ kinds, hasRouter }) => hasRouter && kinds.has('app')],
  ['library-app', ({ kinds, hasRouter }) => hasRouter && kinds.has('library')],
  ['purchase-app', ({ kinds, hasRouter }) => hasRouter && kinds.has('purchase')],
  ['account-app', ({ hasRouter }) => hasRouter],
  // No module here needs React, so that a page without it can load this file.
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

/** Assigns a file to each module that some kind of page needs. */
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

/** Whether a module is one of these, or imports one. */
function reaches(graph: Graph, goal: RegExp): (id: string) => boolean {
  const isReached = new Map<string, boolean>();
  const look = (id: string): boolean => {
    let answer = isReached.get(id);
    if (answer === undefined) {
      // Stops at a circular import.
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
 * Divides the browser's script: a page requests a handful of files, each with the modules that it and similar pages
 * need. The bundler's own division makes files of a few hundred bytes, one for each set of screens with shared modules.
 */
export const chunkGroups = chunks
  .flatMap((chunk) => [
    {
      name: (id: string, graph: Graph): string | null => {
        chunkOfModule ??= cut(graph);
        // Keeps a document's own script and styles with the document.
        const isOwn = id.includes('/src/entry-') || id.endsWith('.css');
        return !isOwn && chunkOfModule.get(id) === chunk ? chunk : null;
      },
    },
    // Two documents must not load the router: bundle/first-load.ts looks for this file's name. It also gets the
    // router's imports that no earlier group has.
    ...(chunk === 'base' ? [{ name: 'router', test: ROUTER }] : []),
  ])
  .map((group, index, { length }) => ({ ...group, priority: length - index }));

/**
 * Adds to the build's manifest the file of each source that shares a file with others: the server and the checks look
 * files up by source.
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
