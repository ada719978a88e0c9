import { longProof } from '@cuentos/domain/testing/long-proof';
import type { Browser, Page } from '@playwright/test';
import { openHighlights, selectByMouse, wordsOnPage } from '../support/highlighting.ts';
import { WIDE } from '../support/highlights-page.ts';
import { expectAllSent, expectOpen, expectWholeApp, openPart, pressInBar } from '../support/reader-page.ts';
import { expect, signIn, test } from '../support/shop-test.ts';
import { idlePage, stillPage } from '../support/still-page.ts';
import type { Shop } from '../support/start-shop.ts';

test.use({ serviceWorkers: 'allow' });

/** Number of steps of both devices; four hundred take about ten minutes. */
const proof = longProof('two-browsers', 8);

/** Returns a number from 0 to below 1, always the same for a seed and without a pattern between adjacent seeds. */
function random(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}

/** A browser of the reader with the part open. */
interface Device {
  page: Page;
  isCutOff: boolean;
  /** While true, calls and answers get lost. */
  losesCalls: boolean;
  /** How often this device asked where to go on; the question removes the selection. */
  questions: number;
}

/** Texts of the notes that the reader wrote, and of those she deleted with their highlights. */
interface Diary {
  readonly written: Set<string>;
  readonly deleted: Set<string>;
}

async function startDevice(browser: Browser, shop: Shop): Promise<Device> {
  const context = await browser.newContext({ serviceWorkers: 'allow', viewport: WIDE, locale: 'es-CL' });
  const device: Device = { page: await context.newPage(), isCutOff: false, losesCalls: false, questions: 0 };
  let calls = 0;
  await context.route('**/api/**', async (route) => {
    calls += 1;
    const fate = device.losesCalls && !route.request().url().includes('/stream') ? random(calls) : 1;
    if (device.isCutOff || fate < 0.15) return route.abort();
    // The call reaches the shop, and its answer gets lost.
    if (fate < 0.3) {
      await route.fetch().catch(() => {});
      return route.abort();
    }
    return route.continue();
  });
  await signIn(device.page, shop);
  await openPart(device.page);
  await expectWholeApp(device.page);
  await expect(device.page.getByText('Libro descargado y guardado').first()).toBeVisible();
  device.losesCalls = true;
  return device;
}

/** Opens the part anew, as after a closed or killed tab, and answers the question about another device's position. */
async function openAgain(device: Device): Promise<void> {
  const { page } = device;
  const address = page.url();
  device.page = await page.context().newPage();
  await page.close();
  const stay = device.page.getByRole('button', { name: /^Seguir aquí/ });
  await device.page.addLocatorHandler(
    stay,
    async () => {
      device.questions += 1;
      // The question may close before the click: the keys of the running step answer it too.
      await stay.click({ timeout: 2000 }).catch(() => {});
    },
    { noWaitAfter: true },
  );
  await device.page.goto(address);
  await expectOpen(device.page);
}

/** Turns a few pages forward or back; from the end of the part back to its last page. */
async function turnPages({ page }: Device, seed: number): Promise<void> {
  const isForward = random(seed + 2) < 0.55;
  for (let count = 0; count <= random(seed + 3) * 3; count += 1) {
    await page.keyboard.press(isForward ? 'ArrowRight' : 'ArrowLeft');
    await idlePage(page);
  }
  const back = page.getByRole('button', { name: 'Volver a la última página' });
  if (await back.isVisible()) await back.click();
  await stillPage(page);
}

async function writeNote({ page }: Device, text: string, seed: number, { written }: Diary): Promise<void> {
  const stretch = { skip: Math.floor(random(seed) * 3), words: 2 + Math.floor(random(seed + 1) * 3) };
  if ((await wordsOnPage(page, stretch).catch(() => null)) === null) return;
  await selectByMouse(page, stretch);
  const add = page.getByRole('button', { name: 'Agregar nota' });
  const note = page.getByRole('textbox', { name: 'Nota' });
  await expect(add.or(note)).toBeVisible();
  // These words are highlighted already, or the other device has just highlighted them.
  if (await note.isVisible()) {
    await page.keyboard.press('Escape');
    return;
  }
  await add.click();
  await note.fill(text);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('dialog', { name: /^(Resaltar|Editar resaltado)$/ })).toBeHidden();
  written.add(text);
}

async function deleteNote({ page }: Device, seed: number, { written, deleted }: Diary): Promise<void> {
  await openHighlights(page);
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  const count = await rows.count();
  if (count > 0) {
    const row = rows.nth(Math.floor(random(seed) * count));
    const text = (await row.textContent()) ?? '';
    await row.getByRole('button', { name: /^Eliminar resaltado/ }).click();
    await page.getByRole('button', { name: 'Eliminar', exact: true }).click();
    for (const note of written) if (text.includes(note)) deleted.add(note);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Ajustes de lectura' })).toBeHidden();
}

/** Performs an action. When a question interrupts it the action counts as not done. */
async function actUnasked(device: Device, seed: number, diary: Diary): Promise<void> {
  const { questions } = device;
  try {
    await act(device, seed, diary);
  } catch (error) {
    if (device.questions === questions) throw error;
    await device.page.keyboard.press('Escape');
  }
}

/** Performs one action of a reader, or changes her connection. */
async function act(device: Device, seed: number, diary: Diary): Promise<void> {
  const deed = random(seed);
  if (deed < 0.2) await turnPages(device, seed);
  else if (deed < 0.6) await writeNote(device, `nota ${seed}.`, seed, diary);
  else if (deed < 0.7) await pressInBar(device.page, /^(Poner un|Quitar el) marcador (en|de) esta página/);
  else if (deed < 0.8) await deleteNote(device, seed, diary);
  else if (deed < 0.9) {
    device.isCutOff = !device.isCutOff;
    await device.page.context().setOffline(device.isCutOff);
  } else await openAgain(device);
}

/** Returns the rows of the part on this device in a comparable form. */
const keptRows = (page: Page) =>
  page.evaluate(async () => {
    interface Row {
      readonly id: string;
      readonly record?: { readonly deleted: boolean; readonly note: string };
    }
    const { promise, resolve } = Promise.withResolvers<IDBDatabase>();
    const opening = indexedDB.open('cuentos-de-bolsillo-sync');
    opening.addEventListener('success', () => resolve(opening.result));
    const database = await promise;
    const read = async (store: string): Promise<readonly Row[]> => {
      const reading = database.transaction(store).objectStore(store).getAll() as IDBRequest<Row[]>;
      const { promise: rows, resolve: give } = Promise.withResolvers<Row[]>();
      reading.addEventListener('success', () => give(reading.result));
      return rows;
    };
    const [highlights, bookmarks] = [await read('highlights'), await read('bookmarks')];
    database.close();
    const notes = highlights.flatMap(({ id, record }) => (record && !record.deleted ? [`${id} ${record.note}`] : []));
    return { notes: notes.toSorted(), bookmarks: bookmarks.map(({ id }) => id).toSorted() };
  });

test('two browsers that write in one part at once, over failing connections, end equal, and nothing is lost or revived', async ({
  browser,
  shop,
}) => {
  test.setTimeout(proof.timeout(120_000));
  const devices = [await startDevice(browser, shop), await startDevice(browser, shop)] as const;
  const diary: Diary = { written: new Set(), deleted: new Set() };
  for (const step of proof.runs()) {
    await Promise.all(devices.map(async (device, index) => actUnasked(device, 2 * step + index + 1, diary)));
  }
  for (const device of devices) {
    device.losesCalls = false;
    device.isCutOff = false;
    await device.page.context().setOffline(false);
  }
  for (const device of devices) await expectAllSent(device.page);
  for (const device of devices) await openAgain(device);
  const [one, other] = devices.map(({ page }) => page) as [Page, Page];
  await expect(async () => expect(await keptRows(one)).toEqual(await keptRows(other))).toPass({ timeout: 60_000 });
  const notes = (await keptRows(one)).notes.join('\n');
  const isThere = (text: string) => notes.includes(text);
  expect([...diary.written].filter((text) => !diary.deleted.has(text) && !isThere(text))).toEqual([]);
  expect([...diary.deleted].filter(isThere)).toEqual([]);
  console.log(`${diary.written.size} notes written, ${diary.deleted.size} of them deleted`);
  for (const { page } of devices) await page.context().close();
});
