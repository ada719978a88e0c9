import { AxeBuilder } from '@axe-core/playwright';
import { expectAccessible } from '../support/axe.ts';
import { openHighlights, painted, selectByMouse } from '../support/highlighting.ts';
import { note, openPart } from '../support/highlights-page.ts';
import { expectOpen, pressInBar } from '../support/reader-page.ts';
import { expect, test } from '../support/shop-test.ts';

/** Checks a light and a dark theme; `npm run prove -- --only accessibility` checks every tool in each theme. */
for (const [width, theme] of [
  [390, 'Oscuro'],
  [1280, 'Verde'],
] as const) {
  test(`axe finds no fault in toolbar, note, list and question at ${width}, in ${theme}`, async ({ page, shop }) => {
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
    await page.mouse.click(width / 2, 25);
    await page.getByRole('tab', { name: 'Tema' }).click();
    await page.getByRole('button', { name: theme, exact: true }).click();
    await page.getByRole('tab', { name: /^Resaltados/ }).click();
    await audit('list');
    await page.getByRole('button', { name: /^Editar resaltado/ }).click();
    await expect(note(page)).toBeVisible();
    await audit('note');
    await page.getByRole('button', { name: 'Eliminar resaltado', exact: true }).click();
    await expect(page.getByText('¿Desea eliminar el resaltado?')).toBeVisible();
    await audit('question');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await page.keyboard.press('Escape');
  });
}

test('axe finds no fault in tutorial and search, light and dark', async ({ page, shop }) => {
  test.setTimeout(240_000);
  await openPart(page, shop, 3);
  for (const [name, width] of [
    ['white', 1280],
    ['dark', 390],
  ] as const) {
    await page.evaluate((theme) => localStorage.setItem('actualTheme', JSON.stringify({ name: theme })), name);
    await page.setViewportSize({ width, height: 800 });
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
