import type { Page } from '@playwright/test';
import { openArea, said } from '../support/admin-page.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/shop-test.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const saveBar = (page: Page, text: string) => page.getByRole('region', { name: text });
/** Expects the typed text to be stored as a draft on the server. */
const expectUnpublished = (page: Page) => expect(page.getByText('Todavía no se ve en la tienda.')).toBeVisible();

test('a new name and colour are previewed, kept as a draft, published and seen', async ({ page, context, shop }) => {
  await openArea(page, shop, '/admin/shop');
  await expect(page.getByRole('heading', { level: 2, name: 'Mi tienda' })).toBeVisible();
  for (const name of ['Identidad', 'Palabras', 'Legal', 'Ventas y correos'])
    await expect(page.getByRole('tab', { name })).toBeVisible();
  await page.getByLabel('Nombre de la tienda').fill('La biblioteca ambulante de Vientolargo');
  await page.getByLabel('Letras de la marca').fill('BV');
  await page.getByRole('radio', { name: 'Murta y avena' }).check();
  await expect(saveBar(page, '3 cambios sin publicar.')).toBeVisible();
  await page.getByRole('button', { name: 'Oscuro' }).click();
  await expect(page.locator('[data-theme=dark][data-accent=murta]')).toContainText('Vientolargo');
  await expectAccessible(page, 'Mi tienda');
  await expectUnpublished(page);
  await page.reload();
  await expect(page.getByLabel('Letras de la marca')).toHaveValue('BV');

  const reader = await context.newPage();
  await reader.goto(`${shop.url}/`);
  await expect(reader.getByRole('banner')).not.toContainText('Vientolargo');
  await page.getByRole('button', { name: 'Publicar' }).click();
  await said(page, 'Publicado. Ya se ve en la tienda.');
  await expect(saveBar(page, '3 cambios sin publicar.')).toHaveCount(0);
  await reader.reload();
  await expect(reader.getByRole('banner')).toContainText('La biblioteca ambulante de Vientolargo');
  await expect(reader.locator('html')).toHaveAttribute('data-accent', 'murta');
  await reader.close();
});

test('a portrait of many megabytes is made smaller before it is sent', async ({ page, shop }) => {
  await openArea(page, shop, '/admin/shop');
  const stored = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('portrait'),
  );
  // Makes the picture in the page: sending 15 MB from the test's process would take most of the test.
  await page.getByLabel('Elegir una imagen').evaluate(async (input: HTMLInputElement) => {
    const canvas = new OffscreenCanvas(1200, 1800);
    canvas.getContext('2d')?.fillRect(0, 0, 900, 900);
    const drawn = await canvas.convertToBlob({ type: 'image/jpeg' });
    // Bytes after the end of a picture only make the file larger.
    const file = new File([drawn, new Uint8Array(15 * 1024 * 1024)], 'grande.jpg', { type: 'image/jpeg' });
    const choice = new DataTransfer();
    choice.items.add(file);
    input.files = choice.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  const answer = await stored;
  expect(answer.status()).toBe(200);
  expect(Number(await answer.request().headerValue('content-length'))).toBeLessThan(1024 * 1024);
  await expect(page.getByAltText('Retrato elegido')).toBeVisible();
  await expectUnpublished(page);
});

test('questions are added, put in order and refused while they are empty', async ({ page, shop }) => {
  await openArea(page, shop, '/admin/shop?seccion=words');
  await page.getByRole('button', { name: 'Agregar una pregunta' }).click();
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('Escribe la pregunta o quítala.')).toBeVisible();
  await page.getByLabel('Pregunta 8', { exact: true }).fill('<script>alert(1)</script>');
  await page.getByLabel('Respuesta 8', { exact: true }).fill('Sí, *también* así.');
  await page.getByRole('button', { name: 'Subir la pregunta 8' }).click();
  await expect(page.getByLabel('Pregunta 7', { exact: true })).toHaveValue('<script>alert(1)</script>');
  await page.getByRole('button', { name: 'Ver la portada así' }).click();
  const preview = page.getByRole('dialog', { name: 'Vista previa de la portada' });
  await expect(preview).toContainText('<script>alert(1)</script>');
  await preview.getByRole('button', { name: 'Cerrar la vista previa' }).click();
  await expectUnpublished(page);
  await expectAccessible(page, 'Palabras');
  await page.getByRole('button', { name: 'Volver al texto original de Preguntas' }).click();
  await expect(page.getByLabel('Pregunta 8', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Publicar' })).toHaveCount(0);
});

test('a wrong check digit of the RUT is reported with the right one', async ({ page, shop }) => {
  await openArea(page, shop, '/admin/shop?seccion=legal');
  await page.getByLabel('RUT').fill('12.345.678-4');
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('El dígito no corresponde. Para 12.345.678 debería ser 5.')).toBeVisible();
  await expectUnpublished(page);
  await expectAccessible(page, 'Legal');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByLabel('RUT')).toHaveValue('');
});

test('the second of two people is told of the other’s change, and keeps the typed text', async ({
  page,
  context,
  shop,
}) => {
  await openArea(page, shop, '/admin/shop?seccion=settings');
  const other = await context.newPage();
  await other.goto(`${shop.url}/admin/shop?seccion=settings`);
  await other.getByLabel('Frase de preventa').fill('Llega antes a tu bolsillo.');
  await other.getByRole('button', { name: 'Publicar' }).click();
  await said(other, 'Publicado. Ya se ve en la tienda.');
  await other.close();
  await page.getByLabel('Frase de preventa').fill('Otra cosa.');
  await expect(page.getByRole('alert')).toContainText('Otra persona cambió esta sección');
  await expect(page.getByLabel('Frase de preventa')).toHaveValue('Otra cosa.');
  await expectAccessible(page, 'Ventas y correos');
  await page.getByRole('button', { name: 'Ver lo que hay ahora' }).click();
  await expect(page.getByLabel('Frase de preventa')).toHaveValue('Llega antes a tu bolsillo.');
});

test('the frequency of the sales mails is chosen and stored; on a phone nothing covers the button', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openArea(page, shop, '/admin/shop?seccion=settings');
  await expect(page.getByLabel('Uno por cada venta')).toBeChecked();
  await page.getByLabel('Uno al día').check();
  const publish = page.getByRole('button', { name: 'Publicar' });
  await expect(publish).toBeInViewport({ ratio: 1 });
  const isOnTop = await publish.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isOnTop).toBe(true);
  await publish.click();
  await said(page, 'Publicado. Ya se ve en la tienda.');
  await page.reload();
  await expect(page.getByLabel('Uno al día')).toBeChecked();
});
