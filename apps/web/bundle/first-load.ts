import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Largest script of a public page before the first interaction, gzip bytes (design §5). */
export const FIRST_LOAD_MAX = 120_000;

/** The screens that the bar is for, by the address they are for. */
export const publicScreens = {
  '/': 'src/app/landing-screen.tsx',
  '/book-detail': 'src/app/book-detail-screen.tsx',
  '/login': 'src/app/login-screen.tsx',
  '/register': 'src/app/register-screen.tsx',
} as const;

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

/** Every script that a page with this screen loads before anybody touches it. */
export function firstLoadFiles(manifest: Manifest, screen: string): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the build: bundle/first-load.ts names it`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of [...always, screen]) visit(name);
  return [...found].filter((file) => file.endsWith('.js'));
}

/**
 * Measures the built public screens.
 * @returns gzip bytes per address.
 * @throws when one is over the bar, naming all figures.
 */
export async function checkFirstLoad(client: string): Promise<Readonly<Record<string, number>>> {
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const sizes: Record<string, number> = {};
  for (const [address, screen] of Object.entries(publicScreens)) {
    const scripts = await Promise.all(firstLoadFiles(manifest, screen).map((file) => readFile(join(client, file))));
    sizes[address] = scripts.reduce((total, bytes) => total + gzipSync(bytes, { level: 9 }).length, 0);
  }
  const over = Object.entries(sizes).filter(([, bytes]) => bytes > FIRST_LOAD_MAX);
  if (over.length > 0) {
    const figures = over.map(([address, bytes]) => `${address} ${bytes}`).join(', ');
    throw new Error(`script before the first interaction over ${FIRST_LOAD_MAX} gzip bytes: ${figures}`);
  }
  return sizes;
}
