/**
 * Takes pictures of every screen and state: `npm run shots [-- parts of names]` writes them into the folder `shots/`,
 * at 390 × 844 and 1280 × 800, light and dark, and names those that failed or are wider than their window.
 * `-- --width 320 --text 200` takes them in one width, with text of twice the size.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '../browser.ts';
import { startShop } from '../support/start-shop.ts';
import { allEmptyShopShots, allSecondShopShots, allShots } from './all-shots.ts';
import { type DemoShop, demoShop } from './demo-shop.ts';
import type { Shot } from './shot.ts';
import { becomeSecondShop, emptyShop, isPhone, ViewerPages } from './viewer-pages.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'shots');
const STEP = 600;
const { values: options, positionals: wanted } = parseArgs({
  options: { width: { type: 'string' }, text: { type: 'string', default: '100' } },
  allowPositionals: true,
});
const widths = options.width === undefined ? [390, 1280] : [Number(options.width)];
const textPercent = Number(options.text);
const isWanted = (shot: Shot) => wanted.length === 0 || wanted.some((part) => shot.name.includes(part));
const failures: string[] = [];

if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const shop = await demoShop(await startShop());
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  await takeAll(browser, shop, allShots.filter(isWanted));
  const ofSecond = allSecondShopShots.filter(isWanted);
  if (ofSecond.length > 0) {
    await becomeSecondShop(shop);
    await takeAll(browser, shop, ofSecond);
  }
  const last = allEmptyShopShots.filter(isWanted);
  if (last.length > 0) {
    await emptyShop(shop);
    await takeAll(browser, shop, last);
  }
} finally {
  await browser.close();
  await shop.remove();
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

async function takeAll(from: Browser, of: DemoShop, shots: readonly Shot[]): Promise<void> {
  for (const width of widths) {
    const pages = new ViewerPages(from, of, { width, textPercent });
    for (const shot of shots) {
      if (shot.only !== undefined && isPhone(shot.only) !== isPhone(width)) continue;
      await take(pages, shot, width).catch((error: unknown) => {
        failures.push(`${shot.name} at ${width}: ${String(error).slice(0, 600)}`);
      });
    }
    await pages.close();
  }
}

async function take(pages: ViewerPages, shot: Shot, width: number): Promise<void> {
  const page = await pages.open(shot);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await (shot.withoutScript ? scrollThrough(page) : settle(page));
    await page.screenshot({
      path: join(FOLDER, `${shot.name}-${width}${textPercent === 100 ? '' : `-${textPercent}`}-${colorScheme}.png`),
      fullPage: shot.windowOnly !== true,
      animations: 'disabled',
    });
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (overflow > 0) failures.push(`${shot.name} at ${width}: ${overflow} px wider than its window`);
  await page.close();
}

/** Waits until fonts and pictures are loaded, also those below the window. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    const loaded = Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
    await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 3000))]);
  });
}

/** Scrolls through a page without script, because only scrolling loads the pictures below the window. */
async function scrollThrough(page: Page): Promise<void> {
  const { height } = (await page.locator('body').boundingBox()) ?? { height: 0 };
  for (let offset = 0; offset < height; offset += STEP) {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, STEP);
    await expect
      .poll(() => page.evaluate((y) => scrollY > y || scrollY + innerHeight >= document.body.scrollHeight - 1, before))
      .toBe(true);
  }
  await page.mouse.wheel(0, -height);
  await page.waitForLoadState('networkidle');
}
