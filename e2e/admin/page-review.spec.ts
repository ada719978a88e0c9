import { makeEpub } from '@cuentos/epub/testing/make-epub';
import type { Page } from '@playwright/test';
import { said } from '../support/admin-page.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, startSession, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

const prose = '<p>El faro daba tres vueltas antes de dormirse, y nadie en la isla contaba la última.</p>'.repeat(30);
const sound = {
  title: 'Cuaderno',
  chapters: [1, 2, 3].map((number) => ({ html: `<h1>Capítulo ${number}</h1>${prose}` })),
};
/** Words under an empty table. The engine mends words under words, pictures and empty boxes, but not under a table. */
const covered = '<p style="margin:6em 0 0">Nadie alcanza a leer esto</p>';
const table =
  '<table style="width:100%;height:40px;top:-35px;position:relative;background:#eee"><tr><td/></tr></table>';
const faulty = {
  ...sound,
  chapters: sound.chapters.with(1, { html: `<h1>Capítulo 2</h1>${prose}${covered}${table}` }),
};

const epub = (book: Parameters<typeof makeEpub>[0], name: string) => ({
  ...{ name, mimeType: 'application/epub+zip', buffer: Buffer.from(makeEpub(book)) },
});

/** Opens the dialog of the first part with an ebook. */
async function openEditions(page: Page, shop: Shop): Promise<void> {
  await page.goto(`${shop.url}/admin/book-parts`);
  await page
    .getByRole('button', { name: /^Mostrar partes de/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Subir o revisar el ebook/ })
    .first()
    .click();
}

const sectionOf = (page: Page, number: number) => page.getByRole('region', { name: `Páginas de la edición ${number}` });

test('after an upload the pages are reviewed, the result is stored, and a worse edition is asked about', async ({
  shop,
  page,
}) => {
  test.setTimeout(180_000);
  await startSession(page, shop, 'admin@demo.cl');
  await openEditions(page, shop);
  await page.getByLabel('Archivo EPUB').setInputFiles(epub(sound, 'cuaderno.epub'));
  await said(page, 'Ebook subido correctamente');
  const second = sectionOf(page, 2);
  await expect(second.getByText(/^Todas las palabras se ven: 1\.\d{3} de 1\.\d{3}$/)).toBeVisible({ timeout: 60_000 });
  await expect(second.getByText(/^Revisada por .+ en teléfono y computador, con fondo claro y oscuro$/)).toBeVisible();
  await page.getByRole('button', { name: 'Publicar esta edición' }).first().click();
  const confirm = page.getByRole('button', { name: 'Sí, es el correcto' });
  await confirm.click();

  await page.getByLabel('Archivo EPUB').setInputFiles(epub(faulty, 'cuaderno-2.epub'));
  const third = sectionOf(page, 3);
  await expect(third.getByText(/^Se ven 1\.\d{3} de 1\.\d{3} palabras$/)).toBeVisible({ timeout: 60_000 });
  await expect(third.getByText('«Nadie alcanza a leer esto»')).toBeVisible();
  await third.getByRole('button', { name: 'Ver la página: «Nadie alcanza a leer esto»' }).click();
  await expect(third.getByRole('img', { name: 'Página donde está «Nadie alcanza a leer esto»' })).toBeVisible();
  await expectAccessible(page, 'editions with their reviews');
  await page.getByRole('button', { name: 'Publicar esta edición' }).first().click();
  await page.getByRole('button', { name: 'Sí, es el correcto' }).click();
  await expect(
    page.getByText('En esta edición no se ven bien 5 palabras; en la publicada, se ven todas.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'No por ahora' }).click();
  await expect(page.getByRole('button', { name: 'Publicar esta edición' })).toHaveCount(1);
});

test('an interrupted review continues from its chapter, and a cancelled one leaves no result', async ({
  shop,
  page,
}) => {
  test.setTimeout(120_000);
  await startSession(page, shop, 'admin@demo.cl');
  await openEditions(page, shop);
  // The request for the last chapter stays pending, and the chapter before it waits for it.
  await page.route('**/api/editions/*/r/**/c4.xhtml', () => {});
  const longer = { ...sound, chapters: [...sound.chapters, { html: `<h1>Capítulo 4</h1>${prose}` }] };
  await page.getByLabel('Archivo EPUB').setInputFiles(epub(longer, 'cuaderno.epub'));
  const pages = sectionOf(page, 2);
  await expect(pages.getByText('Revisando el capítulo 3 de 4')).toBeVisible({ timeout: 60_000 });
  await page.unrouteAll();
  await openEditions(page, shop);
  await expect(pages.getByText('Quedó en el capítulo 3 de 4.')).toBeVisible();
  await pages.getByRole('button', { name: 'Seguir revisando: Edición 2' }).click();
  await expect(pages.getByText(/^Todas las palabras se ven: 1\.\d{3} de 1\.\d{3}$/)).toBeVisible({ timeout: 60_000 });
  await pages.getByRole('button', { name: 'Revisar páginas: Edición 2' }).click();
  await pages.getByRole('button', { name: 'Detener' }).click();
  await expect(pages.getByRole('button', { name: /^(Revisar páginas|Seguir revisando): Edición 2$/ })).toBeVisible();
  await expect(page.getByText(/No pudimos terminar la revisión/)).toHaveCount(0);
});
