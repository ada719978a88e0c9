import { createHash } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { policedTest as test } from '../support/shop-test.ts';
import { allShots } from '../shots/all-shots.ts';
import { type DemoShop, demoShop } from '../shots/demo-shop.ts';
import { themeNames } from '../shots/reader-scene.ts';
import type { Shot } from '../shots/shot.ts';
import { ViewerPages } from '../shots/viewer-pages.ts';
import { startShop } from '../support/start-shop.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Checks one look in each width and each scheme; all four with `npm run prove`. */
const LOOKS = [
  { width: 390, colorScheme: 'light', always: true },
  { width: 390, colorScheme: 'dark', always: false },
  { width: 1280, colorScheme: 'light', always: false },
  { width: 1280, colorScheme: 'dark', always: true },
] as const;
const looks = LOOKS.filter(({ always }) => always || process.env['PROVE']);
type Look = (typeof LOOKS)[number];

// Runs in parallel, since this is the longest file. Four looks in up to five themes take long on a busy machine.
test.describe.configure({ mode: 'parallel', ...(process.env['PROVE'] ? { timeout: 600_000 } : {}) });

let shop: DemoShop;
let pages: ViewerPages;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  shop = await demoShop(await startShop());
  pages = new ViewerPages(browser, shop, { width: 390 });
});
test.afterAll(async () => {
  await pages.close();
  await shop.remove();
});

/** Elements above a page, which have shots of their own. */
const ABOVE = 'dialog[open], :popover-open';

/** Lists the faults that axe finds, one line for each rule and element. */
async function findings(page: Page, { width, colorScheme }: Look, shot: Shot): Promise<string[]> {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // Makes the window as high as the page, since the bar at the foot covers controls until the page is scrolled.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (shot.name.startsWith('admin-') && height > 844) await page.setViewportSize({ width, height });
  const violations: string[] = [];
  for (const theme of shot.themes ? themeNames : [null]) {
    if (theme !== null) await wear(page, theme);
    const axe = new AxeBuilder({ page }).withTags(RULES);
    if (shot.zoomLocked) axe.disableRules('meta-viewport');
    if (shot.windowOnly && (await page.locator(ABOVE).count()) > 0) axe.include(ABOVE);
    for (const { id, nodes } of (await axe.analyze()).violations) {
      violations.push(...nodes.map(({ target }) => `${width} ${theme ?? colorScheme} ${id}: ${target.join(' ')}`));
    }
  }
  return violations;
}

/** Sets the reader's theme on its bars, panels and tools. The page's own text has a shot for each theme. */
function wear(page: Page, theme: string): Promise<void> {
  return page.locator('[data-reader-theme]').evaluate((room: HTMLElement, name) => {
    room.dataset['readerTheme'] = name;
  }, theme);
}

/**
 * Checks one state in thirty-two, chosen by a hash of its name so that a new state does not change the choice; all with
 * `npm run prove`.
 */
const isSampled = ({ name, zoomLocked }: Shot) =>
  // Leaves out open books, which reading, notes and reader-tools check in each theme.
  (createHash('sha256').update(name).digest().readUInt32BE() % 32 === 0 && !zoomLocked) ||
  process.env['PROVE'] !== undefined;

// Each state is opened once, on a phone, and checked again in a wide window. A shot without script shows the same as
// its shot with script.
for (const shot of allShots.filter(({ withoutScript }) => !withoutScript).filter(isSampled)) {
  test(`axe finds nothing: ${shot.name}`, async () => {
    const violations: string[] = [];
    const page = await pages.open(shot);
    for (const look of looks) {
      if (shot.only === undefined || shot.only === look.width) {
        violations.push(...(await findings(page, look, shot)));
      }
    }
    await page.close();
    expect(violations).toEqual([]);
  });
}
