import { expectAccessible } from '../support/axe.ts';
import { fakeDevice, finishSentence, heldLocks, spoken } from '../support/fake-device.ts';
import { expectOpen, openPart, openPanel, percentage, turn } from '../support/reader-page.ts';
import { expect, signIn, test } from '../support/shop-test.ts';

test('reads aloud sentence by sentence, turns the pages itself, and keeps the position', async ({ page, shop }) => {
  await fakeDevice(page);
  await signIn(page, shop);
  await openPart(page);
  await turn(page, 3);
  await expect.poll(() => heldLocks(page)).toBe(1);
  const before = await percentage(page);
  await openPanel(page);
  await page.getByRole('tab', { name: 'Secciones' }).click();
  await page.getByRole('button', { name: 'Escuchar desde esta página' }).click();
  const bar = page.getByRole('region', { name: 'Lectura en voz alta' });
  await expect.poll(async () => (await spoken(page)).length).toBe(1);
  await expect(bar.getByRole('combobox', { name: 'Voz' }).locator('option')).toHaveText([
    'Catalina (es-CL)',
    'Mónica (es-ES)',
  ]);
  await expectAccessible(page, 'speech');
  await bar.getByRole('button', { name: 'Frase siguiente' }).click();
  await expect.poll(async () => (await spoken(page)).length).toBe(2);
  await bar.getByRole('button', { name: 'Frase anterior' }).click();
  await expect.poll(async () => (await spoken(page)).length).toBe(3);
  const [first, , again] = await spoken(page);
  expect(again).toBe(first);
  // Plays on through two turned pages. A turn may be noticed a sentence late; the book reopens at the page with that
  // sentence.
  for (let [count, turned, last] = [4, 0, before]; turned < 2 && count < 90; count += 1) {
    await finishSentence(page);
    await expect.poll(async () => (await spoken(page)).length).toBe(count);
    const now = await percentage(page);
    if (now > last) turned += 1;
    last = now;
  }
  await bar.getByRole('button', { name: 'Pausar' }).click();
  await expect(bar.getByRole('button', { name: 'Escuchar', exact: true })).toBeVisible();
  await bar.getByRole('button', { name: 'Terminar de escuchar' }).click();
  await expect(bar).toHaveCount(0);
  await page.reload();
  await expectOpen(page);
  expect(await percentage(page)).toBeGreaterThan(before);
  await page.getByRole('link', { name: 'Volver al libro' }).press('Enter');
  await page.waitForURL('**/user-library/**');
  await expect.poll(() => heldLocks(page)).toBe(0);
});

test('says when no voice speaks Spanish', async ({ page, shop }) => {
  await signIn(page, shop);
  await openPart(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Escuchar desde esta página' }).click();
  await expect(page.getByText('Tu navegador no tiene una voz en español instalada.')).toBeVisible();
});
