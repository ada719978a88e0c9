import type { Page } from '@playwright/test';
import { expect, test } from '../support/shop-test.ts';

/** Lists the addresses that a page has fetched ahead, each after its answer has arrived. */
async function fetchedAhead(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const addresses: string[] = [];
  client.on('Preload.prefetchStatusUpdated', ({ status, prefetchUrl }) => {
    if (status === 'Ready' || status === 'Success') addresses.push(new URL(prefetchUrl).pathname);
  });
  await client.send('Preload.enable');
  return addresses;
}

test('a book’s page is fetched while a pointer rests on its link, and its visit is counted when it is made', async ({
  page,
  shop,
}) => {
  const ahead = await fetchedAhead(page);
  const visits: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/analytics/pageview') visits.push(request.postDataJSON());
  });
  await page.goto(shop.url);
  await expect.poll(() => visits.length).toBe(1);
  const link = page.getByRole('link', { name: /^Ver libro/ }).first();
  const book = await link.getAttribute('href');
  await link.hover();
  await expect.poll(() => [...new Set(ahead)]).toEqual([book]);
  expect(visits).toHaveLength(1);
  await link.click();
  await page.waitForURL(`**${book}`);
  await expect.poll(() => visits).toMatchObject([{ route: '/' }, { route: '/book-detail/{book_id}' }]);
});

test('nothing is fetched ahead for a visitor who saves data', async ({ page, shop }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  await page.goto(shop.url);
  await expect(page.locator('[data-slider]').first()).toBeVisible();
  await expect(page.locator('script[type=speculationrules]')).toHaveCount(0);
  await client.send('Emulation.setDataSaverOverride', { dataSaverEnabled: false });
  await page.reload();
  await expect(page.locator('script[type=speculationrules]')).toHaveCount(1);
});

test('a page fades into the next and scrolls to its sections, unless less motion is asked for', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      document.documentElement.dataset['fades'] = String(viewTransition !== null);
    });
  });
  for (const [reducedMotion, fades, scrolls] of [
    ['no-preference', 'true', 'smooth'],
    ['reduce', 'false', 'auto'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto(shop.url);
    await page
      .getByRole('link', { name: /^Ver libro/ })
      .first()
      .click();
    await page.waitForURL('**/book-detail/*');
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-fades', fades);
    await expect(html).toHaveCSS('scroll-behavior', scrolls);
  }
});
