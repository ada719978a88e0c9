import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { selectByMouse } from '../support/highlighting.ts';
import { openPart, toolbar, WIDE } from '../support/highlights-page.ts';
import { expect, test } from '../support/shop-test.ts';

/** Stands in for the browser's translator, whose model is installed when the test says so: no model is downloaded. */
const installTranslator = (page: Page) =>
  page.addInitScript(() => {
    const here = Promise.withResolvers<void>();
    addEventListener('model-here', () => here.resolve());
    const create = async (options: {
      readonly targetLanguage: string;
      readonly monitor: (download: EventTarget) => void;
    }) => {
      const download = new EventTarget();
      options.monitor(download);
      download.dispatchEvent(new ProgressEvent('downloadprogress', { loaded: 0.4 }));
      await here.promise;
      return { translate: async (text: string) => `${options.targetLanguage}: ${text}`, destroy() {} };
    };
    Object.assign(globalThis, { Translator: { availability: async () => 'downloadable', create } });
  });

test('a word’s meaning is looked up after the question that each link out of the book asks', async ({ page, shop }) => {
  await page.setViewportSize(WIDE);
  await page.context().route('https://dle.rae.es/**', (route) => route.fulfill({ body: 'diccionario' }));
  await openPart(page, shop);
  const word = (await selectByMouse(page, { words: 1 })).replaceAll(/[^\p{L}]/gu, '');
  await page.getByRole('button', { name: `Buscar «${word}»` }).click();
  await expect(page.getByText('Este enlace sale del libro')).toBeVisible();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Abrir enlace' }).click();
  expect(decodeURI((await opened).url())).toBe(`https://dle.rae.es/${word.toLowerCase()}`);
});

test('translates a selection on the page, and shows the progress of the model’s download', async ({ page, shop }) => {
  await installTranslator(page);
  await openPart(page, shop);
  const words = await selectByMouse(page, { words: 4 });
  await toolbar(page).getByRole('button', { name: 'Traducir' }).click();
  await expect(toolbar(page).getByText(/Descargando el traductor de tu navegador: 40/)).toBeVisible();
  await expectAccessible(page, 'translation');
  await page.evaluate(() => dispatchEvent(new Event('model-here')));
  await expect(toolbar(page).getByText(`en: ${words}`)).toBeVisible();
  await toolbar(page).getByRole('combobox', { name: 'Al idioma' }).selectOption('fr');
  await expect(toolbar(page).getByText(`fr: ${words}`)).toBeVisible();
  await expectAccessible(page, 'translation');
  await page.keyboard.press('Escape');
  await expect(toolbar(page)).toBeHidden();
});
