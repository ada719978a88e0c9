import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import type { BrowserDriver } from './browser-driver.ts';

/** Opens Firefox over WebDriver BiDi; Playwright's runner needs a build of its own that no distribution has. */
export async function openFirefox(executablePath: string): Promise<BrowserDriver> {
  // Gives Firefox a writable folder, without which it does not start.
  const home = await mkdtemp(join(tmpdir(), 'cuentos-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    env: { ...process.env, HOME: home },
    defaultViewport: { width: 390, height: 844 },
  });
  const page = await browser.newPage();
  return {
    name: await browser.version(),
    async open(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    run: <Result>(body: string, ...args: readonly unknown[]) =>
      page.evaluate(`(async (args) => {${body}})(${JSON.stringify(args)})`) as Promise<Result>,
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    click: (x, y) => page.mouse.click(x, y),
    async drag([x1, y1], [x2, y2]) {
      await page.mouse.move(x1, y1);
      await page.mouse.down();
      await page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2);
      await page.mouse.move(x2, y2);
      await page.mouse.up();
    },
    async close() {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
