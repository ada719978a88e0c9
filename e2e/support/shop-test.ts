import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { type Shop, startShop } from './start-shop.ts';

/** Faults that no journey may cause. */
export interface Watch {
  /** Requests to other servers. */
  readonly foreign: string[];
  /** Policy violations and uncaught errors. */
  readonly problems: string[];
  /** File links that were requested with credentials. */
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
 * Signs a demonstration account in without the login form, which has tests of its own. The page then shows a small
 * answer of the shop, and the tutorial, which has its own test too, is marked as seen.
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

/** Chromium's words on the console when the policy of a page, frame or worker refuses something. */
const REFUSED = /content security policy|refused to|requires '?trusted/i;

/** Fails each test in which a page violates its policy, in any context. */
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
 * Gives each test a freshly seeded shop: a worker starts one shop and resets its rows before each test. A test that
 * needs other settings starts its own with `startShop`.
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
