import { openArea, said, tabTo } from '../support/admin-page.ts';
import { expectAccessible } from '../support/axe.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, test } from '../support/shop-test.ts';

const BOOK = 'El faro que aprendió a silbar';

test('a book that was deleted by mistake is restored with one press, by keyboard', async ({ page, shop }) => {
  await openArea(page, shop, '/admin/books');
  await page.getByRole('button', { name: `Eliminar: ${BOOK}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  const edit = page.getByRole('button', { name: `Editar: ${BOOK}` });
  await expect(edit).toHaveCount(0);
  await expectAccessible(page, 'a message with a way back');
  await tabTo(page, 'button', 'Deshacer');
  await page.keyboard.press('Enter');
  await said(page, 'Quedó como estaba');
  await expect(edit).toBeVisible();
});

test('a price is undone, unless another admin has changed it meanwhile', async ({ page, shop }) => {
  await openArea(page, shop, '/admin/book-parts');
  await page
    .getByRole('button', { name: /^Mostrar partes/ })
    .first()
    .click();
  const field = page.getByLabel('Valor en pesos (CLP)');
  const open = async () => {
    await page
      .getByRole('button', { name: /^Editar: / })
      .last()
      .click();
    return Number(await field.inputValue());
  };
  const add = async (pesos: number) => {
    const price = await open();
    // The form asks about a price far from the old one as a possible slip, so the test changes it by little.
    await field.fill(String(price + pesos));
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    return price;
  };
  const undo = page.getByRole('button', { name: 'Deshacer' });
  const before = await add(10);
  await undo.click();
  await said(page, 'Quedó como estaba');
  expect(await open()).toBe(before);
  await page.keyboard.press('Escape');
  await add(20);
  withShopDatabase(shop, (database) =>
    database.prepare('UPDATE book_parts SET value = ? WHERE value = ?').run(before + 30, before + 20),
  );
  await undo.click();
  await said(page, 'Otra persona cambió lo mismo mientras lo editabas.');
});

test("a published change in 'Mi tienda' is undone, unless another admin has continued the draft", async ({
  page,
  shop,
}) => {
  await openArea(page, shop, '/admin/shop?seccion=settings');
  const sentence = page.getByLabel('Frase de preventa (opcional)');
  const before = await sentence.inputValue();
  const publish = async (words: string) => {
    await sentence.fill(words);
    await page.getByRole('button', { name: 'Publicar' }).click();
    await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible();
  };
  await publish('Sale antes de lo que crees.');
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await said(page, 'Quedó como estaba');
  await expect(sentence).toHaveValue(before);
  await publish('Sale en primavera.');
  await sentence.fill('Sale en verano.');
  await expect(page.getByText('Todavía no se ve en la tienda.')).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText('Quedó como estaba')).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText('Otra');
});
