import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Largest script of a public page before the first interaction, gzip bytes (design §5). */
export const FIRST_LOAD_MAX = 120_000;

/**
 * The same for the reading screen, until the first page of a book is there. The design's bar is 130,000; what keeps it
 * from there is in docs/decisions/012.
 */
export const READING_MAX = 147_000;

/** The screens that the bar is for, by the address they are for. */
export const publicScreens = {
  '/': 'src/app/landing-screen.tsx',
  '/book-detail': 'src/app/book-detail-screen.tsx',
  '/login': 'src/app/login-screen.tsx',
  '/register': 'src/app/register-screen.tsx',
} as const;

/** What the router asks for before a book shows its first page. */
export const readingScreens = ['src/app/guard.ts', 'src/app/open-reader.ts', 'src/app/reader-screen.tsx'] as const;

/** What every page loads by itself: the entry, and what that imports without being asked. */
const always = ['shell.html', 'src/app/report-page-views.ts'];

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

/** Vite's list of files, by source. */
export type Manifest = Readonly<Record<string, Chunk>>;

/** Every script that a page with these screens loads before anybody touches it. */
export function firstLoadFiles(manifest: Manifest, ...screens: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the build: bundle/first-load.ts names it`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of [...always, ...screens]) visit(name);
  return [...found].filter((file) => file.endsWith('.js'));
}

const readManifest = async (client: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;

/**
 * Measures the built public screens and the reader.
 * @returns gzip bytes per address.
 * @throws when one is over its bar, naming all figures that are.
 */
export async function checkFirstLoad(client: string): Promise<Readonly<Record<string, number>>> {
  const manifest = await readManifest(client);
  const measure = async (...screens: readonly string[]) => {
    const scripts = await Promise.all(firstLoadFiles(manifest, ...screens).map((file) => readFile(join(client, file))));
    return scripts.reduce((total, bytes) => total + gzipSync(bytes, { level: 9 }).length, 0);
  };
  const sizes: Record<string, number> = {};
  for (const [address, screen] of Object.entries(publicScreens)) sizes[address] = await measure(screen);
  sizes['/reader'] = await measure(...readingScreens);
  const barOf = (address: string) => (address === '/reader' ? READING_MAX : FIRST_LOAD_MAX);
  const over = Object.entries(sizes).filter(([address, bytes]) => bytes > barOf(address));
  if (over.length > 0) {
    const figures = over.map(([address, bytes]) => `${address} ${bytes} of ${barOf(address)}`).join(', ');
    throw new Error(`script before the first interaction over the bar, gzip bytes: ${figures}`);
  }
  return sizes;
}
