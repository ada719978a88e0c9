import { AxeBuilder } from '@axe-core/playwright';
import { expectAccessible } from '../support/axe.ts';
import { openHighlights, painted, selectByMouse } from '../support/highlighting.ts';
import { note, openPart } from '../support/highlights-page.ts';
import { expectOpen, pressInBar } from '../support/reader-page.ts';
import { expect, test } from '../support/shop-test.ts';

/** Checks the colours of each theme in one of the two widths. */
for (const [width, themes] of [
  [390, ['Sepia', 'Oscuro']],
  [1280, ['Verde', 'Gris', 'Blanco']],
] as const) {
  test(`axe finds no fault in toolbar, note, list and question at ${width}, in ${themes.join(', ')}`, async ({
    page,
    shop,
  }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await openPart(page, shop);
    const audit = async (what: string) => {
      const { violations } = await new AxeBuilder({ page }).include('dialog[open]').analyze();
      expect(violations.map(({ id, nodes }) => [what, id, nodes.map(({ html }) => html)])).toEqual([]);
    };
    await openHighlights(page);
    await audit('no highlights');
    await page.keyboard.press('Escape');
    const words = await selectByMouse(page, { words: 3 });
    await audit('toolbar');
    await page.getByRole('button', { name: 'Agregar nota' }).click();
    await note(page).fill('Una nota');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect.poll(() => painted(page)).toEqual([`yellow: ${words}`]);
    for (const theme of themes) {
      await page.mouse.click(width / 2, 25);
      await page.getByRole('tab', { name: 'Tema' }).click();
      await page.getByRole('button', { name: theme, exact: true }).click();
      await page.getByRole('tab', { name: /^Resaltados/ }).click();
      await audit(`${theme}: list`);
      await page.getByRole('button', { name: /^Editar resaltado/ }).click();
      await expect(note(page)).toBeVisible();
      await audit(`${theme}: note`);
      await page.getByRole('button', { name: 'Eliminar resaltado', exact: true }).click();
      await expect(page.getByText('¿Desea eliminar el resaltado?')).toBeVisible();
      await audit(`${theme}: question`);
      await page.getByRole('button', { name: 'Cancelar' }).click();
      await page.keyboard.press('Escape');
    }
  });
}

test('axe finds no fault in tutorial and search, in any theme', async ({ page, shop }) => {
  test.setTimeout(240_000);
  await openPart(page, shop, 3);
  for (const name of ['white', 'sephia', 'green', 'gray', 'dark']) {
    await page.evaluate((theme) => localStorage.setItem('actualTheme', JSON.stringify({ name: theme })), name);
    await page.setViewportSize(name.length % 2 ? { width: 1280, height: 800 } : { width: 390, height: 844 });
    await page.reload();
    await expectOpen(page);
    await pressInBar(page, 'Cómo se lee aquí');
    const tutorial = page.getByRole('dialog', { name: 'Cómo se lee aquí' });
    await expect(tutorial).toBeVisible();
    await expectAccessible(page, `tutorial, ${name}`);
    await page.keyboard.press('Escape');
    await expect(tutorial).toBeHidden();
    await pressInBar(page, 'Buscar en esta parte');
    await page.getByRole('searchbox').fill('niebla');
    await page.locator('[data-result]').first().waitFor();
    await expectAccessible(page, `search, ${name}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Buscar en esta parte' })).toBeHidden();
  }
});
