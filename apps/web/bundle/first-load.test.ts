// @vitest-environment node
import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import {
  BEFORE_PAINT_MAX,
  checkFirstLoad,
  FIRST_LOAD_MAX,
  firstLoadFiles,
  measureFirstLoad,
  type Manifest,
  publicScreens,
  readingScreens,
} from './first-load.ts';

const manifest: Manifest = {
  'shell.html': { file: 'assets/shell.js', imports: ['_vendor.js', '_router.js'] },
  '_router.js': { file: 'assets/router-a1.js' },
  'public.html': { file: 'assets/starter.js', dynamicImports: ['src/app/public-app.tsx'] },
  'src/app/public-app.tsx': { file: 'assets/app.js', imports: ['_vendor.js'] },
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

const check = async () => checkFirstLoad(await measureFirstLoad(client));

beforeEach(async () => {
  client = await mkdtemp(join(tmpdir(), 'first-load-'));
  await Promise.all(['.vite', 'assets'].map((folder) => mkdir(join(client, folder))));
  await writeFile(join(client, '.vite/manifest.json'), JSON.stringify(manifest));
  const small = [
    'shell.js',
    'starter.js',
    'app.js',
    'entry.js',
    'report.js',
    'screen-0.js',
    'screen-1.js',
    'screen-2.js',
    'screen-3.js',
  ];
  small.push('guard.js', 'opening.js', 'reader.js', 'engine.js', 'panel.js');
  await Promise.all([...small.map((file) => write(file, 1000)), write('shop.js', 1000), write('vendor.js', 90_000)]);
});

it('follows imports and counts each file once', () => {
  const shared = ['assets/starter.js', 'assets/app.js', 'assets/vendor.js', 'assets/report.js'];
  expect(firstLoadFiles(manifest, 'public', publicScreens['/'])).toEqual([
    ...shared,
    'assets/screen-0.js',
    'assets/shop.js',
  ]);
  expect(firstLoadFiles(manifest, 'public', publicScreens['/login'])).toEqual([...shared, 'assets/screen-2.js']);
});

it('tells the sizes under the bar', async () => {
  const sizes = await measureFirstLoad(client);
  checkFirstLoad(sizes);
  expect(Object.keys(sizes)).toEqual(['before the first paint', ...Object.keys(publicScreens), '/reader']);
  expect(sizes['/']).toBeGreaterThan(94_000);
  expect(sizes['/login']).toBeLessThan(sizes['/'] ?? 0);
});

it('refuses a page over the bar, and names it', async () => {
  await write('shop.js', FIRST_LOAD_MAX);
  await expect(check()).rejects.toThrow(/the bar, gzip bytes: \/ \d+ of 130000, \/book-detail \d+ of 130000$/);
});

it('counts for the reader all that comes before its first page', async () => {
  await write('panel.js', FIRST_LOAD_MAX); // comes later
  await check();
  await write('engine.js', FIRST_LOAD_MAX - 90_000);
  await expect(check()).rejects.toThrow(/: \/reader \d+ of \d+$/);
});

it('refuses a public page that runs more than a little by itself', async () => {
  await write('starter.js', BEFORE_PAINT_MAX);
  await expect(check()).rejects.toThrow(/: before the first paint \d+ of \d+$/);
});

it.each(['panel.tsx', 'src/app/public-app.tsx', publicScreens['/login']])(
  'refuses a reader or a public page that reaches the router, even later: %s',
  async (name) => {
    const chunk = manifest[name];
    const change = (dynamicImports: string[]) =>
      writeFile(
        join(client, '.vite/manifest.json'),
        JSON.stringify({
          ...manifest,
          'src/app/public-app.tsx': {
            ...manifest['src/app/public-app.tsx'],
            dynamicImports: Object.values(publicScreens),
          },
          [name]: { ...chunk, dynamicImports: [...Object.values(publicScreens), ...dynamicImports] },
        }),
      );
    await change(['_vendor.js']);
    await check();
    await change(['_router.js']);
    await expect(check()).rejects.toThrow('assets/router-a1.js');
  },
);

it('refuses to measure a screen that is not in the build', () => {
  expect(() => firstLoadFiles(manifest, 'public', 'src/app/other-screen.tsx')).toThrow('is not in the build');
});
