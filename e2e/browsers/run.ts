/**
 * The reading journey in the browsers that the Playwright runner cannot drive. Started by tools/browsers.mjs, which
 * finds or installs them: `node e2e/browsers/run.ts {"firefox": …, "webkit": …}`.
 */
import { startShop } from '../support/start-shop.ts';
import type { BrowserDriver } from './browser-driver.ts';
import { openFirefox } from './firefox-driver.ts';
import { readingJourney } from './reading-journey.ts';
import { openWebKit, type WebKitPrograms } from './webkit-driver.ts';

const programs = JSON.parse(process.argv[2] ?? '{}') as { firefox?: string; webkit?: WebKitPrograms };
const openers: (() => Promise<BrowserDriver>)[] = [];
const { firefox, webkit } = programs;
if (firefox) openers.push(() => openFirefox(firefox));
if (webkit) openers.push(() => openWebKit(webkit));

let failed = 0;
for (const open of openers) {
  // A shop for each: one browser's reading must not be another's device.
  const shop = await startShop();
  try {
    const browser = await open();
    console.log(browser.name);
    try {
      await readingJourney(browser, shop);
    } finally {
      await browser.close();
    }
  } catch (error) {
    failed += 1;
    console.error(error);
  } finally {
    await shop.remove();
  }
}
console.log(`\nBrowsers:\n${openers.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 && openers.length > 0 ? 0 : 1);
