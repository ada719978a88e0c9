import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  ASLEEP_MAX,
  BEFORE_PAINT_MAX,
  checkFirstLoad,
  checkFileCounts,
  checkLeaving,
  FIRST_LOAD_MAX,
  firstLoadFiles,
  formScreens,
  laterReading,
  laterTools,
  measureFirstLoad,
  type Manifest,
  readingScreens,
  sectionFits,
} from './first-load.ts';

const manifest: Manifest = {
  'shell.html': { file: 'assets/shell.js', imports: ['_vendor.js', '_router.js'] },
  '_router.js': { file: 'assets/router-a1.js' },
  'public.html': { file: 'assets/starter.js', dynamicImports: ['src/app/public-app.tsx'] },
  'src/app/asleep-page.ts': { file: 'assets/page.js' },
  'src/app/islands.tsx': { file: 'assets/islands.js' },
  'src/app/public-app.tsx': { file: 'assets/app.js', imports: ['_vendor.js'] },
  '_vendor.js': { file: 'assets/vendor.js' },
  '_shop.js': { file: 'assets/shop.js', imports: ['_vendor.js'] },
  'reader.html': { file: 'assets/entry.js', imports: ['_vendor.js'], dynamicImports: readingScreens },
  'src/features/site/analytics/report-page-views.ts': { file: 'assets/report.js', imports: ['_vendor.js'] },
  [formScreens['/login']]: { file: 'assets/forms.js', imports: ['_shop.js'] },
  [formScreens['/register']]: { file: 'assets/forms.js', imports: ['_shop.js'] },
  ...Object.fromEntries([...laterReading, ...laterTools].map((source) => [source, { file: 'assets/later.js' }])),
  ...Object.fromEntries(sectionFits.map((source) => [source, { file: 'assets/engine.js' }])),
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
  const names = [
    'shell',
    'starter',
    'app',
    'islands',
    'page',
    'entry',
    'report',
    'forms',
    'guard',
    'opening',
    'reader',
    'engine',
    'panel',
  ];
  const small = names.map((name) => `${name}.js`);
  await Promise.all([...small.map((file) => write(file, 1000)), write('shop.js', 1000), write('vendor.js', 90_000)]);
});
afterEach(async () => rm(client, { recursive: true }));

it('follows imports and counts each file once', () => {
  const [starter, app, vendor] = ['assets/starter.js', 'assets/app.js', 'assets/vendor.js'];
  expect(firstLoadFiles(manifest, 'asleep')).toEqual([starter, 'assets/page.js']);
  expect(firstLoadFiles(manifest, 'touched')).toEqual([starter, 'assets/page.js', app, vendor, 'assets/islands.js']);
  expect(firstLoadFiles(manifest, 'form', formScreens['/login'])).toEqual([
    starter,
    app,
    vendor,
    'assets/report.js',
    'assets/forms.js',
    'assets/shop.js',
  ]);
});

it('prints the sizes of pages that are under the limit', async () => {
  const sizes = await measureFirstLoad(client);
  checkFirstLoad(sizes);
  expect(Object.keys(sizes)).toEqual(['before the first paint', 'asleep', '/', ...Object.keys(formScreens), '/reader']);
  expect(sizes['/login']).toBeGreaterThan(94_000);
  expect(sizes['asleep']).toBeLessThan(sizes['/'] ?? 0);
});

it('refuses a page over the limit, and names it', async () => {
  await write('shop.js', FIRST_LOAD_MAX);
  await expect(check()).rejects.toThrow(/the bar, gzip bytes: \/login \d+ of 130000, \/register \d+ of 130000$/);
});

it('refuses a page of more files than its kind may request, and names the files', async () => {
  await checkFileCounts(client);
  const chunk = manifest[formScreens['/login']];
  const imports = ['_shop.js', '_engine.js'];
  const change = { ...manifest, [formScreens['/login']]: { ...chunk, imports } };
  await writeFile(join(client, '.vite/manifest.json'), JSON.stringify(change));
  await expect(checkFileCounts(client)).rejects.toThrow(/over the bar: \/login 7 of 6: .*engine[.]js/);
});

it('counts all files that the reader needs before its first page', async () => {
  await write('panel.js', FIRST_LOAD_MAX); // the page loads this file later
  await check();
  await write('engine.js', FIRST_LOAD_MAX - 90_000);
  await expect(check()).rejects.toThrow(/: \/reader \d+ of \d+$/);
});

it('refuses a public page whose own script is too large', async () => {
  await write('starter.js', BEFORE_PAINT_MAX);
  await expect(check()).rejects.toThrow(/: before the first paint \d+ of \d+$/);
});

it('refuses a page without a script of its own that is over its limit', async () => {
  await write('page.js', ASLEEP_MAX);
  await expect(check()).rejects.toThrow(/: asleep \d+ of \d+$/);
});

it.each(['panel.tsx', 'src/app/public-app.tsx', formScreens['/login']])(
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
            dynamicImports: Object.values(formScreens),
          },
          [name]: { ...chunk, dynamicImports: [...Object.values(formScreens), ...dynamicImports] },
        }),
      );
    await change(['_vendor.js']);
    await check();
    await change(['_router.js']);
    await expect(check()).rejects.toThrow('assets/router-a1.js');
  },
);

it('refuses to measure a screen that is not in the build', () => {
  expect(() => firstLoadFiles(manifest, 'form', 'src/app/other-screen.tsx')).toThrow('is not in the build');
});

it('refuses a session end that loads the reader, and no other session end', async () => {
  const ending = async (...imports: readonly string[]) => {
    const built = { ...manifest, 'src/app/end-session.ts': { file: 'assets/end.js', imports } };
    await writeFile(join(client, '.vite/manifest.json'), JSON.stringify(built));
    return checkLeaving(client);
  };
  await expect(ending('_vendor.js', '_shop.js')).resolves.toBeUndefined();
  await expect(ending('_vendor.js', readingScreens[2])).rejects.toThrow('assets/reader.js');
});
