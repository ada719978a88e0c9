/**
 * Runs the reading journey in the browsers that the Playwright runner cannot drive. tools/browsers.mjs finds or
 * installs them and starts this: `node e2e/browsers/run.ts {"firefox": …, "webkit": …}`.
 */
import { startShop } from '../support/start-shop.ts';
import type { BrowserDriver } from './browser-driver.ts';
import { openFirefox } from './firefox-driver.ts';
import { readingJourney } from './reading-journey.ts';
import { singleFileJourney } from './single-file-journey.ts';
import { openWebKit, type WebKitPrograms } from './webkit-driver.ts';

const programs = JSON.parse(process.argv[2] ?? '{}') as { firefox?: string; webkit?: WebKitPrograms };
const openers: { open: () => Promise<BrowserDriver>; part: string }[] = [];
const { firefox, webkit } = programs;
if (firefox) openers.push({ open: () => openFirefox(firefox), part: 'Cartas de ida' });
if (webkit) openers.push({ open: () => openWebKit(webkit), part: 'Recorrido de ida' });

/** Runs the journey of one browser in its own shop. */
async function readIn(open: () => Promise<BrowserDriver>, part: string): Promise<void> {
  const shop = await startShop();
  try {
    const browser = await open();
    console.log(browser.name);
    try {
      await readingJourney(browser, shop, part);
      await singleFileJourney(browser, shop);
    } finally {
      await browser.close();
    }
  } finally {
    await shop.remove();
  }
}

let failed = 0;
for (const { open, part } of openers) {
  await readIn(open, part).catch((error: unknown) => {
    failed += 1;
    console.error(error);
    console.error('Failed.');
  });
}
console.log(`\nBrowsers:\n${openers.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 && openers.length > 0 ? 0 : 1);
