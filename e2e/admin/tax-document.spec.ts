import type { TaxDocumentSheet } from '@cuentos/contract/accounting';
import { openArea } from '../support/admin-page.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/shop-test.ts';

const ID = '01900000-0000-7000-8000-0000000000d1';
const sheet: TaxDocumentSheet = {
  id: ID,
  kind: 'boleta',
  code: 39,
  number: 41,
  folio: null,
  is_folio_open: true,
  date: '2026-10-18',
  seller: { rut: '12.345.678-5', name: 'Ana Rojas', address: 'Los Aromos 12, Valdivia' },
  lines: [{ name: 'El faro que aprendió a silbar: La niebla', quantity: 1, net: 1252, vat: 238, total: 1490 }],
  net: 1252,
  vat: 238,
  total: 1490,
  order_id: ID,
  payment_number: '130049281173',
  reference: null,
};

test('the sheet of a prepared document on a phone: read, its folio typed, printed without its buttons', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(`**/api/admin/tax_documents/${ID}`, (route) => route.fulfill({ json: sheet }));
  await page.route(`**/api/admin/tax_documents/${ID}/folio`, (route) =>
    route.fulfill({ json: { ...sheet, folio: '4711' } }),
  );
  await openArea(page, shop, `/admin/accounting?documento=${ID}`);
  await expect(page.getByRole('heading', { name: 'Boleta electrónica (39)' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `the sheet, ${colorScheme}`);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Anotar el folio' })).toBeHidden();
  await expect(page.getByText('12.345.678-5')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Anotar el folio' }).click();
  await page.getByLabel('Folio', { exact: true }).fill('4711');
  await expectAccessible(page, 'the dialog for its folio');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Folio 4711 anotado')).toBeVisible();
});
