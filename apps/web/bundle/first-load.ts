import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Largest script of any page in all, until it answers to everything: of the reader, until a book's first page shows. */
export const FIRST_LOAD_MAX = 130_000;

/** Largest script that a public page loads by itself before its first paint, gzip bytes: what waits for it or a touch. */
export const BEFORE_PAINT_MAX = 2_000;

/** The screens that are measured, by the address they are for. */
export const publicScreens = {
  '/': 'src/features/books/landing-screen.tsx',
  '/book-detail': 'src/features/books/book-detail-screen.tsx',
  '/login': 'src/features/auth/login-screen.tsx',
  '/register': 'src/features/auth/register-screen.tsx',
} as const;

/** What the reader's entry asks for before a book shows its first page. */
export const readingScreens = [
  'src/app/guard.ts',
  'src/features/reading/opening/open-reader.ts',
  'src/features/reading/screen/reader-page.tsx',
] as const;

/** What a page loads by itself: its entry, and what that imports without being asked. */
const entries = {
  public: ['public.html', 'src/app/public-app.tsx', 'src/features/site/analytics/report-page-views.ts'],
  reader: ['reader.html', 'src/features/site/analytics/report-page-views.ts'],
  nothing: ['public.html'],
} as const;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

/** Vite's list of files, by source. */
export type Manifest = Readonly<Record<string, Chunk>>;

/** Every script that a page with these screens loads before it is touched. */
export function firstLoadFiles(
  manifest: Manifest,
  entry: keyof typeof entries,
  ...screens: readonly string[]
): string[] {
  const loadedFiles = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the build: bundle/first-load.ts names it`);
    if (loadedFiles.has(chunk.file)) return;
    loadedFiles.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of [...entries[entry], ...screens]) visit(name);
  return [...loadedFiles].filter((file) => file.endsWith('.js'));
}

/**
 * Two documents have no router: a link or a hook of the router's in anything that they load, however late, would fail
 * there.
 */
function checkRouterless(manifest: Manifest, document: 'reader.html' | 'public.html'): void {
  const visitedChunks = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || visitedChunks.has(name)) return;
    visitedChunks.add(name);
    if (chunk.file.startsWith('assets/router-')) throw new Error(`${document} reaches the router: ${chunk.file}`);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next);
  };
  visit(document);
}

const readManifest = async (client: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;

/**
 * Measures the built public screens and the reader. A size over its bar ends no build: a deploy must not fail for bytes.
 * @returns gzip bytes per address.
 * @throws when a document without a router reaches the router, which would fail there.
 */
export async function measureFirstLoad(client: string): Promise<Readonly<Record<string, number>>> {
  const manifest = await readManifest(client);
  const measure = async (entry: keyof typeof entries, ...screens: readonly string[]) => {
    const files = firstLoadFiles(manifest, entry, ...screens);
    const scripts = await Promise.all(files.map((file) => readFile(join(client, file))));
    return scripts.reduce((total, bytes) => total + gzipSync(bytes, { level: 9 }).length, 0);
  };
  checkRouterless(manifest, 'reader.html');
  checkRouterless(manifest, 'public.html');
  const sizes: Record<string, number> = { 'before the first paint': await measure('nothing') };
  for (const [address, screen] of Object.entries(publicScreens)) sizes[address] = await measure('public', screen);
  sizes['/reader'] = await measure('reader', ...readingScreens);
  return sizes;
}

/** Refuses sizes over their bars. @throws naming all figures that are. */
export function checkFirstLoad(sizes: Readonly<Record<string, number>>): void {
  const barOf = (address: string) => (address.startsWith('/') ? FIRST_LOAD_MAX : BEFORE_PAINT_MAX);
  const over = Object.entries(sizes).filter(([address, bytes]) => bytes > barOf(address));
  if (over.length > 0) {
    const figures = over.map(([address, bytes]) => `${address} ${bytes} of ${barOf(address)}`).join(', ');
    throw new Error(`script over the bar, gzip bytes: ${figures}`);
  }
}
