import { expectOpen, firstWords, openPart, shownPage, turn } from '../support/reader-page.ts';
import { expect, signIn, test } from '../support/shop-test.ts';

test('words are divided where the browser does not divide, from the next chapter on, and at once the next time', async ({
  page,
  shop,
}) => {
  await signIn(page, shop);
  await openPart(page);
  const isDivided = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'));
    probe.lang = 'es';
    probe.textContent = 'internacionalización';
    probe.style.cssText = 'all:initial;position:absolute;width:6em;font:10px/10px serif;hyphens:auto';
    const { offsetHeight } = probe;
    probe.remove();
    return offsetHeight > 10;
  });
  test.skip(isDivided, 'this browser divides Spanish words itself');
  const hasHyphens = async () => ((await shownPage(page).locator('body').textContent()) ?? '').includes('\u00AD');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hyphens'))).not.toBeNull();
  for (let turns = 0; turns < 10 && !(await hasHyphens()); turns += 1) await turn(page, 1);
  expect(await hasHyphens()).toBe(true);
  const words = await firstWords(page);
  await page.reload();
  await expectOpen(page);
  expect(await hasHyphens()).toBe(true);
  expect(await firstWords(page)).toBe(words);
});
