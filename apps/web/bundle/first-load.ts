import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Largest script of a page, gzip bytes, until all of it works; of the reader, until a book's first page shows. */
export const FIRST_LOAD_MAX = 130_000;

/** Largest script that a public page loads by itself before its first paint, gzip bytes: it waits for idle time or a touch. */
export const BEFORE_PAINT_MAX = 2_000;
/** Largest script of a page without any interaction, gzip bytes. */
export const ASLEEP_MAX = 10_000;

/**
 * Largest number of script files that a kind of page requests; of the reader, until it has all that it loads by itself.
 */
export const FILES_MAX = { public: 6, reader: 8 } as const;

/** Fonts of the first paint, by their source or built name. */
export const firstFaces = /(^|[/])fonts[/](literata|instrument-sans)[.]woff2$/;

/** Screens of one form, which React takes over whole, by address. */
export const formScreens = {
  '/login': 'src/features/auth/login-screen.tsx',
  '/register': 'src/features/auth/register-screen.tsx',
} as const;

/** Screens that the reader's entry loads before a book shows its first page. */
export const readingScreens = [
  'src/app/guard.ts',
  'src/features/reading/opening/open-reader.ts',
  'src/features/reading/screen/reader-page.tsx',
] as const;

/** Modules that the private screens' entry loads before it shows any of them. */
export const privateScreenFrame = [
  'src/app/guard.ts',
  'src/app/private-layout.tsx',
  'src/app/refresh-queries.ts',
  'src/features/reading/start-device.ts',
] as const;

/** Modules that the reader loads once the first page is shown. */
export const laterReading = [
  'src/features/reading/screen/overlays.tsx',
  'src/features/reading/start-device.ts',
  'src/features/reading/opening/device-copy.ts',
  'src/features/reading/tell-download-end.ts',
  'src/features/library/cache-book-page.ts',
  'src/device/app-updates.ts',
  // Deletes the copies of another account before the first page of a new one is kept.
  'src/device/clear-copies.ts',
] as const;

const engine = '../../packages/epub/src/render';

/** Modules that the engine loads before it shows a section, by the section's contents: together one small file. */
export const sectionFits = [
  `${engine}/pagination/loosen-boxes.ts`,
  `${engine}/pagination/fit-wide.ts`,
  `${engine}/pagination/fit-floats.ts`,
  `${engine}/pagination/cut-slices.ts`,
  `${engine}/sections/close-head.ts`,
] as const;

/** Modules that tools and gestures load once the first page is shown; all of them are small. */
export const laterTools = [
  'src/features/reading/search/search-sheet.tsx',
  'src/features/reading/slider/place-slider.tsx',
  'src/features/reading/tools/footnote-card.tsx',
  'src/features/reading/tools/picture-view.tsx',
  `${engine}/hyphenation/section-hyphens.ts`,
  `${engine}/input/hit-test.ts`,
  `${engine}/input/scroll-input.ts`,
  `${engine}/input/tab-stops.ts`,
  `${engine}/overlays/section-marks.ts`,
  `${engine}/pagination/prove-words.ts`,
  `${engine}/selection/read-selection.ts`,
  `${engine}/tools/book-search.ts`,
] as const;

/** Scripts that a page loads by itself: its entry, and the entry's static imports. */
const entries = {
  asleep: ['public.html', 'src/app/asleep-page.ts'],
  // An island of the page was touched.
  touched: ['public.html', 'src/app/asleep-page.ts', 'src/app/public-app.tsx', 'src/app/islands.tsx'],
  form: ['public.html', 'src/app/public-app.tsx', 'src/features/site/analytics/report-page-views.ts'],
  reader: ['reader.html', 'src/features/site/analytics/report-page-views.ts'],
  nothing: ['public.html'],
} as const;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

/** Vite's manifest, by source. */
export type Manifest = Readonly<Record<string, Chunk>>;

/** Lists every script that a page with these screens loads before it is touched. */
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

/** Checks that a document without a router loads no link or hook of the router, however late. @throws naming the file */
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

/** Refuses pages of more files than their kind may ask for. @throws naming them */
export async function checkFileCounts(client: string): Promise<void> {
  const manifest = await readManifest(client);
  const pages = [
    ['a touched page', FILES_MAX.public, firstLoadFiles(manifest, 'touched')],
    ...Object.entries(formScreens).map(
      ([address, screen]) => [address, FILES_MAX.public, firstLoadFiles(manifest, 'form', screen)] as const,
    ),
    [
      '/reader',
      FILES_MAX.reader,
      firstLoadFiles(manifest, 'reader', ...readingScreens, ...sectionFits, ...laterReading, ...laterTools),
    ],
  ] as const;
  const over = pages.filter(([, most, files]) => files.length > most);
  if (over.length === 0) return;
  const figures = over.map(([page, most, files]) => `${page} ${files.length} of ${most}: ${files.join(' ')}`);
  throw new Error(`files of script over the bar: ${figures.join('; ')}`);
}

/** Refuses an end of a session that loads what only a book needs, on whatever page it comes. @throws naming the files */
export async function checkLeaving(client: string): Promise<void> {
  const files = firstLoadFiles(await readManifest(client), 'nothing', 'src/app/end-session.ts');
  const ofReader = files.filter((file) => file.startsWith('assets/reader'));
  if (ofReader.length > 0) throw new Error(`the end of a session loads the reader: ${ofReader.join(' ')}`);
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
  sizes['asleep'] = await measure('asleep');
  sizes['/'] = await measure('touched');
  for (const [address, screen] of Object.entries(formScreens)) sizes[address] = await measure('form', screen);
  sizes['/reader'] = await measure('reader', ...readingScreens);
  return sizes;
}

/** Refuses sizes over their bars. @throws naming all figures that are. */
export function checkFirstLoad(sizes: Readonly<Record<string, number>>): void {
  const barOf = (address: string) => {
    if (address.startsWith('/')) return FIRST_LOAD_MAX;
    return address === 'asleep' ? ASLEEP_MAX : BEFORE_PAINT_MAX;
  };
  const over = Object.entries(sizes).filter(([address, bytes]) => bytes > barOf(address));
  if (over.length > 0) {
    const figures = over.map(([address, bytes]) => `${address} ${bytes} of ${barOf(address)}`).join(', ');
    throw new Error(`script over the bar, gzip bytes: ${figures}`);
  }
}
