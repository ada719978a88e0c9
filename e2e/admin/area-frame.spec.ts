import { openArea } from '../support/admin-page.ts';
import { expect, test } from '../support/shop-test.ts';

test.use({ viewport: { width: 1280, height: 800 } });

test('each area and its tabs are visible, the current tab on a phone too, and a month is printed as a table', async ({
  page,
  shop,
}) => {
  await openArea(page, shop, '/admin/log');
  const tabs = page.getByRole('navigation', { name: 'Secciones del panel' }).getByRole('link');
  await expect(tabs.last()).toHaveAttribute('aria-current', 'page');
  for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
  const areas = page.getByRole('navigation', { name: 'Áreas de trabajo' }).getByRole('link');
  await expect(areas.filter({ visible: true })).toHaveCount(5);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${shop.url}/admin/log`);
  await expect(tabs.last()).toBeInViewport({ ratio: 1 });
  await expect(areas.filter({ visible: true })).toHaveCount(5);
  for (const area of await areas.filter({ visible: true }).all()) await expect(area).toBeInViewport({ ratio: 1 });
  await page.goto(`${shop.url}/admin/accounting`);

  // The purchases of the demonstration need no document of their own, because the provider's voucher is the boleta.
  const table = page.getByRole('table', { name: 'Movimientos del mes' });
  await expect(table).toContainText('Comprobante de Mercado Pago');
  await expect(page.getByText('Sin decidir')).toHaveCount(0);
  // The width of a printed sheet without its margins, which is narrower than a tablet.
  await page.setViewportSize({ width: 717, height: 1045 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(table).toHaveCSS('display', 'table');
  await expect(page.getByRole('heading', { name: 'Contabilidad' })).toHaveCSS('color', 'rgb(28, 27, 33)');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(717);
});
