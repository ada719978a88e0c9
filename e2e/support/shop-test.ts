import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { type Shop, startShop } from './start-shop.ts';

/** Records of the faults that no journey may ever cause. */
export interface Watch {
  /** Requests to anything but the shop. */
  readonly foreign: string[];
  /** Policy violations and uncaught errors. */
  readonly problems: string[];
  /** File links that were asked for with credentials. */
  readonly leaks: string[];
}

/** Watches all pages of a context. */
export function watch(context: BrowserContext, shop: Shop): Watch {
  const seen: Watch = { foreign: [], problems: [], leaks: [] };
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== shop.url) seen.foreign.push(request.url());
    if (url.pathname.startsWith('/files/') && request.headers()['authorization']) seen.leaks.push(request.url());
  });
  context.on('weberror', (error) => seen.problems.push(String(error.error())));
  context.on('console', (message) => {
    if (REFUSED.test(message.text())) seen.problems.push(message.text());
  });
  return seen;
}

export function expectClean(seen: Watch): void {
  expect(seen).toEqual({ foreign: [], problems: [], leaks: [] });
}

/**
 * Signs a demonstration account in on a browser without the form, which has tests of its own. The page stands on a small
 * answer of the shop afterwards, and the tutorial, which has a test too, is closed.
 */
export async function startSession(page: Page, { url }: Pick<Shop, 'url'>, email: string): Promise<void> {
  const body = new URLSearchParams({ username: email, password: 'cuentos-demo', captcha: 'x' });
  const login = await fetch(`${url}/api/auth/`, { method: 'POST', body });
  expect(login.status).toBe(200);
  const { refresh_token: token } = (await login.json()) as { refresh_token: string };
  await page.goto(`${url}/health/live`);
  await page.evaluate((given) => {
    localStorage.setItem('refresh_token', given);
    localStorage.setItem('showTutorial', 'false');
  }, token);
}

/** Signs in with an account that owns a book and waits for the library. */
export async function signIn(page: Page, shop: Pick<Shop, 'url'>, email = 'lectora@demo.cl'): Promise<void> {
  await startSession(page, shop, email);
  await page.goto(`${shop.url}/user-library`);
  await expect(page.getByRole('link', { name: /^Leer ahora/ }).first()).toBeVisible();
}

/**
 * Words of Chromium on the console of a page, of its frames and of its workers, when their policy refuses something.
 */
const REFUSED = /content security policy|refused to|requires '?trusted/i;

/** Fails each test in which a page does anything that its policy refuses, in whatever context. */
export const policedTest = base.extend<{ violations: string[] }>({
  violations: [
    async ({ browser }, use) => {
      const violations: string[] = [];
      const listen = (context: BrowserContext): void => {
        context.on('console', (message) => {
          if (REFUSED.test(message.text())) violations.push(message.text());
        });
      };
      browser.contexts().forEach(listen);
      browser.on('context', listen);
      await use(violations);
      browser.off('context', listen);
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Each test has the shop as it was seeded and finds nothing that another left: a worker starts one, whose rows are made
 * those of the seeded one again before each test. One that needs other settings starts its own by `startShop`.
 */
export const test = policedTest.extend<{ shop: Shop }, { workersShop: Shop }>({
  workersShop: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of what a fixture needs from here
    async ({}, use) => {
      const shop = await startShop();
      await use(shop);
      await shop.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  shop: async ({ workersShop }, use) => {
    await workersShop.reset();
    await use(workersShop);
  },
});

export { expect } from '@playwright/test';
