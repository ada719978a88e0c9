import { expect, signIn, test } from '../support/shop-test.ts';

test('code that cannot be loaded shows the error screen, and its cause is one line of the log', async ({
  page,
  shop,
}) => {
  await signIn(page, shop);
  let requestCount = 0;
  await page.route(/\/assets\/account-app-[^/]+\.js$/, (route) => {
    requestCount += 1;
    return route.fulfill({ status: 404 });
  });
  const answers: number[] = [];
  const reports: unknown[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/page_failures')) return;
    answers.push(response.status());
    reports.push(response.request().postDataJSON());
  });
  await page.goto(`${shop.url}/user-settings?volver=1`);
  await expect(page.getByRole('heading', { name: 'No pudimos mostrar esta página' })).toBeVisible();
  await expect.poll(() => answers).toEqual([204]);
  expect(requestCount).toBeGreaterThan(1);
  expect(reports).toEqual([
    expect.objectContaining({
      kind: 'code',
      page: '/user-settings',
      message: expect.stringMatching(/dynamically imported module: \S+account-app/),
      build: expect.stringMatching(/^shell-.+\.js$/),
    }),
  ]);
});
