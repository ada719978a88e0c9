import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from '../support/shop-test.ts';
import { openPart } from '../support/reader-page.ts';

test.use({ serviceWorkers: 'allow' });

/** Returns the computed value of a property of an element's style. */
const styleOf = (element: Locator, property: string): Promise<string> =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

/** Returns the transition time of each property of an element, by name. */
async function durations(element: Locator): Promise<Readonly<Record<string, string>>> {
  const names = (await styleOf(element, 'transition-property')).split(', ');
  const times = (await styleOf(element, 'transition-duration')).split(', ');
  return Object.fromEntries(names.map((name, at) => [name, times[at % times.length] ?? '']));
}

test('dialogs fade and the reader’s sheet moves in 300 ms, and neither for a person who wants no motion', async ({
  page,
  shop,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(shop.url);
  await page
    .getByRole('button', { name: /^Ver fragmento/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  expect(await durations(dialog)).toMatchObject({ opacity: '0.3s', display: '0.3s' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await durations(dialog)).toMatchObject({ opacity: '0s', display: '0s' });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, shop);
  await openPart(page);
  await page.keyboard.press('Escape');
  const sheet = page.locator('dialog[aria-label="Ajustes de lectura"]');
  expect(await durations(sheet)).toMatchObject({ translate: '0.3s', display: '0.3s' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await durations(sheet)).toMatchObject({ translate: '0s', display: '0s' });
});

/** Returns a colour of the shop as the browser writes it. */
const colour = (page: Page, token: string): Promise<string> =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);

for (const width of [390, 1280]) {
  test(`messages are on the right, in the colour of their kind, ${width} px`, async ({ page, context, shop }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(shop.url);
    const colours = await Promise.all(['--cb-danger', '--cb-ok', '--cb-info'].map((token) => colour(page, token)));
    expect(new Set(colours).size).toBe(3);
    const edges: string[] = [];
    const see = async (message: Locator) => {
      await expect(message).toBeVisible();
      edges.push(await styleOf(message, 'border-left-color'));
    };
    await page.getByRole('button', { name: 'Suscribirme' }).click();
    const refused = page.getByRole('alert').filter({ hasText: 'Favor introducir un email' });
    await see(refused);
    const room = async () => {
      const { x = 0, width: wide = 0 } = (await refused.boundingBox()) ?? {};
      return width - x - wide;
    };
    // The toast slides in. toasts.spec.ts tests its height by the controls that it covers.
    await expect.poll(room, 'room at the right').toBe(20);
    await page.getByLabel('Tu correo').fill('ana@ejemplo.cl');
    await page.getByRole('button', { name: 'Suscribirme' }).click();
    await see(page.getByRole('status').filter({ hasText: 'Email añadido a la lista' }));
    await signIn(page, shop);
    await context.setOffline(true);
    await see(page.locator('[data-toasts] [role=status]').filter({ hasText: 'Sin conexión a internet' }));
    expect(edges).toEqual(colours);
  });
}
