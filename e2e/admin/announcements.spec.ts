import type { Page } from '@playwright/test';
import { openArea, said, tabTo } from '../support/admin-page.ts';
import { expectAccessible } from '../support/axe.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, signIn, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

const SERIAL = 'El faro que aprendió a silbar';

test.use({ viewport: { width: 390, height: 844 } });

/** Returns the newest link to this screen in the mails, which a job writes. */
async function linkInMail(page: Page, shop: Shop, path: string): Promise<string> {
  let link: string | null = null;
  await expect
    .poll(
      async () => {
        await page.goto(`${shop.url}/dev/outbox`);
        const newest = page.locator(`a[href*="${path}"]`).first();
        link = (await newest.count()) > 0 ? await newest.getAttribute('href') : null;
        return link !== null;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  return link ?? '';
}

/** Lists the subjects of the mails of a template to an address. */
const subjectsTo = (shop: Shop, email: string, template: string) =>
  withShopDatabase(shop, (database) =>
    database
      .prepare('SELECT subject FROM mails WHERE recipient = ? AND template = ? AND sent_at IS NOT NULL')
      .all(email, template)
      .map(({ subject }) => String(subject)),
  );

async function openSerial(page: Page, shop: Shop): Promise<void> {
  await page.goto(`${shop.url}/`);
  await page
    .getByRole('link', { name: new RegExp(`^Ver libro: ${SERIAL}`) })
    .first()
    .click();
  await page.waitForURL('**/book-detail/*');
}

async function followAsVisitor(page: Page, shop: Shop, email: string): Promise<void> {
  await openSerial(page, shop);
  await page
    .getByRole('button', { name: /^Avísame cuando salga/ })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Tu correo').fill('sin-arroba');
  await form.getByRole('button', { name: 'Avísame' }).click();
  await expect(form.getByText('El correo no es válido.')).toBeVisible();
  await form.getByLabel('Tu correo').fill(email);
  await form.getByLabel('Tu correo').press('Enter');
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible();
  await expectAccessible(page, 'following');
  await page.goto(await linkInMail(page, shop, '/newsletter/confirm/'));
}

test('a visitor follows a book, confirms, gets a mail on the day of the part’s release, and unfollows with one press', async ({
  page,
  shop,
}) => {
  const email = 'sigue@ejemplo.cl';
  // The shop records the parts that are already out in its first seconds; their later followers get no mail about them.
  await expect
    .poll(() => withShopDatabase(shop, (database) => database.prepare('SELECT 1 FROM releases').all().length), {
      timeout: 60_000,
    })
    .toBeGreaterThan(0);
  await followAsVisitor(page, shop, email);
  await page.getByRole('button', { name: 'Sí, avísenme' }).click();
  await expect(page.getByRole('heading', { name: 'Te avisamos el día que salga' })).toBeVisible();
  expect(subjectsTo(shop, email, 'release')).toEqual([]);

  withShopDatabase(shop, (database) =>
    database.prepare('UPDATE book_parts SET release_at = ? WHERE release_at > ?').run(Date.now() - 1000, Date.now()),
  );
  await expect.poll(() => subjectsTo(shop, email, 'release'), { timeout: 90_000 }).toHaveLength(1);
  const leave = await linkInMail(page, shop, '/newsletter/unsubscribe/');
  await page.goto(leave);
  await page.getByRole('button', { name: 'Ya no avisarme' }).click();
  await expect(page.getByRole('heading', { name: 'Ya no te avisaremos de este libro' })).toBeVisible();
  await expectAccessible(page, 'stopped following');
});

test('a reader with an account follows with one press, undoes it, and sees it in the profile', async ({
  page,
  shop,
}) => {
  // A reader with early access reads the part already and gets no offer to follow it.
  withShopDatabase(shop, (database) => database.exec("DELETE FROM entitlements WHERE kind = 'early_access'"));
  await signIn(page, shop);
  await openSerial(page, shop);
  const follow = page.getByRole('button', { name: /^Avísame cuando salga/ }).first();
  await follow.dblclick();
  await expect(page.getByText('Te avisamos el día que salga').first()).toBeVisible();
  await page.goto(`${shop.url}/user-settings`);
  await expect(page.getByRole('heading', { name: 'Lo que sigo' })).toBeVisible();
  await page.getByRole('button', { name: `Dejar de seguir ${SERIAL}` }).click();
  await said(page, `Ya no te avisaremos de ${SERIAL}`);
  await openSerial(page, shop);
  await expect(page.getByRole('button', { name: /^Avísame cuando salga/ }).first()).toBeVisible();
});

test('an announcement is written, tried, sent after a question and seen to arrive', async ({ page, shop }) => {
  const email = 'lista@ejemplo.cl';
  await page.goto(`${shop.url}/`);
  const field = page.getByRole('textbox', { name: /correo/i });
  await field.fill(email);
  await field.press('Enter');
  await said(page, 'Email añadido a la lista');
  await page.goto(await linkInMail(page, shop, '/newsletter/confirm/'));
  await page.getByRole('button', { name: 'Confirmar suscripción' }).click();
  await expect(page.getByRole('heading', { name: 'Ya estás en la lista' })).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 800 });
  await openArea(page, shop, '/admin/announcements');
  await page
    .getByRole('link', { name: 'Escribir un anuncio' })
    .or(page.getByRole('button', { name: 'Escribir un anuncio' }))
    .first()
    .click();
  await page.getByLabel('Asunto').fill('Una carta antes del verano');
  await page.getByRole('textbox', { name: 'Texto' }).fill('Hola:\n\nVuelve **el faro**.');
  await page.getByRole('button', { name: 'Poner un libro' }).click();
  await page.getByLabel('Libro que se muestra').selectOption({ label: SERIAL });
  await expectAccessible(page, 'writing an announcement');
  await page.getByRole('button', { name: 'Mandarme una prueba' }).click();
  await said(page, 'Te enviamos una prueba a admin@demo.cl');
  expect(subjectsTo(shop, email, 'announcement')).toEqual([]);
  // The form ignores presses while it sends the trial mail.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.getByRole('button', { name: /^Enviar a/ }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Puedes pausarlo');
  await question.getByRole('button', { name: 'Enviar', exact: true }).dblclick();
  await expect
    .poll(() => subjectsTo(shop, email, 'announcement'), { timeout: 90_000 })
    .toEqual(['Una carta antes del verano']);
  // The open list updates itself after sending.
  await page.goto(`${shop.url}/admin/announcements`);
  await expect(page.getByText('Enviado', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page
    .getByRole('button', { name: /^Resultados/ })
    .or(page.getByRole('link', { name: /^Resultados/ }))
    .first()
    .click();
  await expect(page.getByText('No medimos quién abre ni quién toca un enlace.')).toBeVisible();
  await expectAccessible(page, 'results of an announcement');
});

test("'Puesta en marcha' by keyboard: a row is checked again, the next step is opened, and a step back returns", async ({
  page,
  shop,
}) => {
  await openArea(page, shop, '/admin/setup');
  await expect(page.getByRole('heading', { level: 2, name: 'Puesta en marcha' })).toBeVisible();
  await expect(page.getByText('Probando', { exact: true })).toHaveCount(0, { timeout: 60_000 });
  await expectAccessible(page, 'Puesta en marcha');
  await tabTo(page, 'button', 'Probar de nuevo: Archivos');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Archivos: Listo.' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Probar de nuevo: Archivos' })).toBeFocused();
  await tabTo(page, 'link', 'Ir a Legal');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Nombre o razón social')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: 'Puesta en marcha' })).toBeVisible();
});
