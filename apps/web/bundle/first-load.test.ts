// @vitest-environment node
import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import {
  checkFirstLoad,
  FIRST_LOAD_MAX,
  firstLoadFiles,
  type Manifest,
  publicScreens,
  READING_MAX,
  readingScreens,
} from './first-load.ts';

const manifest: Manifest = {
  'shell.html': { file: 'assets/shell.js', imports: ['_vendor.js'] },
  '_vendor.js': { file: 'assets/vendor.js' },
  '_shop.js': { file: 'assets/shop.js', imports: ['_vendor.js'] },
  'reader.html': { file: 'assets/entry.js', imports: ['_vendor.js'], dynamicImports: readingScreens },
  'src/features/site/analytics/report-page-views.ts': { file: 'assets/report.js', imports: ['_vendor.js'] },
  ...Object.fromEntries(
    Object.values(publicScreens).map((screen, index) => [
      screen,
      { file: `assets/screen-${index}.js`, imports: index < 2 ? ['_shop.js'] : [] },
    ]),
  ),
  [readingScreens[0]]: { file: 'assets/guard.js' },
  [readingScreens[1]]: { file: 'assets/opening.js', imports: ['_engine.js'] },
  [readingScreens[2]]: { file: 'assets/reader.js', imports: ['_engine.js'], dynamicImports: ['panel.tsx'] },
  '_engine.js': { file: 'assets/engine.js' },
  'panel.tsx': { file: 'assets/panel.js' },
};
let client: string;
const write = (file: string, bytes: number) => writeFile(join(client, 'assets', file), randomBytes(bytes));

beforeEach(async () => {
  client = await mkdtemp(join(tmpdir(), 'first-load-'));
  await Promise.all(['.vite', 'assets'].map((folder) => mkdir(join(client, folder))));
  await writeFile(join(client, '.vite/manifest.json'), JSON.stringify(manifest));
  const small = ['shell.js', 'entry.js', 'report.js', 'screen-0.js', 'screen-1.js', 'screen-2.js', 'screen-3.js'];
  small.push('guard.js', 'opening.js', 'reader.js', 'engine.js', 'panel.js');
  await Promise.all([...small.map((file) => write(file, 1000)), write('shop.js', 1000), write('vendor.js', 90_000)]);
});

it('follows imports and counts each file once', () => {
  const shared = ['assets/shell.js', 'assets/vendor.js', 'assets/report.js'];
  expect(firstLoadFiles(manifest, 'app', publicScreens['/'])).toEqual([
    ...shared,
    'assets/screen-0.js',
    'assets/shop.js',
  ]);
  expect(firstLoadFiles(manifest, 'app', publicScreens['/login'])).toEqual([...shared, 'assets/screen-2.js']);
});

it('tells the sizes under the bar', async () => {
  const sizes = await checkFirstLoad(client);
  expect(Object.keys(sizes)).toEqual([...Object.keys(publicScreens), '/reader']);
  expect(sizes['/']).toBeGreaterThan(94_000);
  expect(sizes['/login']).toBeLessThan(sizes['/'] ?? 0);
});

it('refuses a page over the bar, and names it', async () => {
  await write('shop.js', FIRST_LOAD_MAX);
  await expect(checkFirstLoad(client)).rejects.toThrow(
    /the bar, gzip bytes: \/ \d+ of 120000, \/book-detail \d+ of 120000$/,
  );
});

it('gives the reader a bar of its own, over all that comes before its first page', async () => {
  await write('engine.js', READING_MAX - 97_000);
  const { '/reader': size = 0, '/': landing = 0 } = await checkFirstLoad(client);
  expect(size).toBeGreaterThan(FIRST_LOAD_MAX);
  expect(landing).toBeLessThan(FIRST_LOAD_MAX);
  await write('panel.js', READING_MAX); // comes later
  await checkFirstLoad(client);
  await write('engine.js', READING_MAX - 90_000);
  await expect(checkFirstLoad(client)).rejects.toThrow(/: \/reader \d+ of \d+$/);
});

it('refuses a reader that reaches the router, even later', async () => {
  const grown = { ...manifest, '_router.js': { file: 'assets/router-a1.js' } };
  const write = (panel: object) =>
    writeFile(join(client, '.vite/manifest.json'), JSON.stringify({ ...grown, 'panel.tsx': panel }));
  await write({ file: 'assets/panel.js', dynamicImports: ['_vendor.js'] });
  await checkFirstLoad(client);
  await write({ file: 'assets/panel.js', dynamicImports: ['_router.js'] });
  await expect(checkFirstLoad(client)).rejects.toThrow('assets/router-a1.js');
});

it('refuses to measure a screen that is not in the build', () => {
  expect(() => firstLoadFiles(manifest, 'app', 'src/app/other-screen.tsx')).toThrow('is not in the build');
});
