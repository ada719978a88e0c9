import { chromium } from '@playwright/test';
import { chromiumLaunchOptions } from '../browser.ts';
import { PART } from '../support/reader-page.ts';
import { startSession } from '../support/shop-test.ts';

/** Longest wait, ms; a machine with 50 visitors is slow. */
const WAIT_MS = 120_000;

/** A tab that stays open while the server processes are replaced. */
export interface OpenTab {
  /** Failed answers, and script errors. */
  readonly faults: readonly string[];
  /** Opens a book and goes back, which loads files that the tab has not loaded before. */
  use(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a tab in a browser of its own, at the library of a demonstration account. */
export async function openTab(url: string): Promise<OpenTab> {
  const browser = await chromium.launch(await chromiumLaunchOptions());
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`tab: ${response.status()} ${new URL(response.url()).pathname}`);
  });
  page.on('pageerror', (error) => faults.push(`tab: ${String(error)}`));
  await startSession(page, { url }, 'lectora@demo.cl');
  await page.goto(`${url}/user-library`);
  const readNow = page.getByRole('link', { name: `Leer ahora: ${PART}` });
  await readNow.waitFor();
  return {
    faults,
    async use() {
      await readNow.click();
      await page
        .locator('footer output')
        .filter({ hasText: /\d+\s%/ })
        .waitFor({ timeout: WAIT_MS });
      await page.goBack();
      await readNow.waitFor({ timeout: WAIT_MS });
    },
    close: async () => browser.close(),
  };
}
