/**
 * Measures 'Cuaderno' with many notes on a slow phone, at a quarter of the processor's speed. Prints the time until the
 * notes are shown for the first and for the second time, the time of a search from the key to the page, the cost of
 * scrolling (frames, longest time between two frames, tasks of more than 50 ms), and the time that drawing a shared
 * passage takes.
 *
 * node bench/shop/notebook.ts [notes]
 */
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '@cuentos/e2e/browser.ts';
import { withShopDatabase } from '@cuentos/e2e/support/shop-database.ts';
import { startSession } from '@cuentos/e2e/support/shop-test.ts';
import { startShop } from '@cuentos/e2e/support/start-shop.ts';

const NOTES = Number(process.argv[2] ?? 10_000);
const SLOWDOWN = 4;
const SEARCHES = ['farero', 'cancion de la niebla', 'número 9', 'zzz', 'mamá'];
const WORDS = 'el farero miraba la niebla y una canción vieja le hablaba de su mamá en el muelle de piedra'.split(' ');
const asMs = (value: number): string => `${Math.round(value)} ms`;

const shop = await startShop();
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  writeNotes();
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const client = await page.context().newCDPSession(page);
  await startSession(page, shop, 'lectora@demo.cl');
  const rows: Record<string, string> = {};
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  await slowed(client, async () => {
    rows['first visit, all fetched'] = await timeTo(page, async () => page.goto(`${shop.url}/notebook`));
    rows['again, shown'] = await timeTo(page, async () => page.reload());
    await page.waitForTimeout(4000);
    for (const query of SEARCHES) rows[`search «${query}»`] = await search(page, client, query);
    await search(page, client, '');
    Object.assign(rows, await scroll(page, client));
    rows['shared passage drawn'] = await shareOne(page);
  });
  console.log(`\n${NOTES} notes, processor slowed ${SLOWDOWN} times`);
  console.table(rows);
} finally {
  await browser.close();
  await shop.remove();
}

/** Writes one reader's notes into the parts that she owns, without the API. */
function writeNotes(): void {
  withShopDatabase(shop, (database) => {
    const parts = database
      .prepare(
        `SELECT users.id AS user_id, book_parts.id AS part_id, book_parts.edition_id FROM users
         JOIN entitlements ON entitlements.user_id = users.id JOIN book_parts ON book_parts.id = entitlements.part_id
         WHERE users.email = 'lectora@demo.cl' AND book_parts.edition_id IS NOT NULL`,
      )
      .all();
    database.exec('BEGIN');
    for (let at = 0; at < NOTES; at += 1) {
      const words = Array.from({ length: 8 + (at % 30) }, (_, index) => WORDS[(at * 7 + index * 3) % WORDS.length]);
      const note =
        at % 3 === 0
          ? JSON.stringify([{ mutationId: crypto.randomUUID(), text: `Nota de ${words[0]}`, revision: at }])
          : '[]';
      const values = {
        ...parts[at % parts.length],
        ...{ id: crypto.randomUUID(), cfi_range: `epubcfi(/6/${2 + 2 * (at % 9)}!/4/${2 + 2 * at},/1:0,/1:9)` },
        ...{ range_hash: String(at), color: ['yellow', 'green', 'blue'][at % 3] ?? 'yellow', notes: note },
        ...{ quote: `Pasaje número ${at}: ${words.join(' ')}.`, prefix: '', suffix: '', revision: at + 1 },
        ...{ created_at: 1e12 + at * 1e6, updated_at: 1e12 + at * 1e6 },
      };
      const names = Object.keys(values);
      const places = names.map(() => '?').join();
      database.prepare(`INSERT INTO annotations (${names.join()}) VALUES (${places})`).run(...Object.values(values));
    }
    database.exec('COMMIT');
  });
}

async function slowed(client: CDPSession, work: () => Promise<void>): Promise<void> {
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await work();
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

/** Returns the time until every note is in the list. */
async function timeTo(page: Page, begin: () => Promise<unknown>): Promise<string> {
  const began = performance.now();
  await begin();
  await page.locator(`article[aria-setsize="${NOTES}"]`).first().waitFor({ timeout: 120_000 });
  return asMs(performance.now() - began);
}

/** Returns the time from a letter in the field to the painted result. */
async function search(page: Page, client: CDPSession, query: string): Promise<string> {
  const before = await processorTime(client);
  const took = await page.evaluate(async (text) => {
    const field = document.querySelector<HTMLInputElement>('input[type=search]');
    const count = () => document.querySelector('article')?.getAttribute('aria-setsize') ?? 'none';
    if (!field) throw new Error('no field');
    const before = count();
    const began = performance.now();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    while (count() === before && performance.now() - began < 5000) await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - began;
  }, query);
  const spent = (await processorTime(client)) - before;
  await page.waitForTimeout(1200);
  return `${asMs(took)}, ${asMs(spent)} of the processor`;
}

/** Processor time of the page's thread so far, ms, as on the slow phone. */
async function processorTime(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Scrolls like a thumb, 60 px a frame for six seconds. */
async function scroll(page: Page, client: CDPSession): Promise<Record<string, string>> {
  const before = await processorTime(client);
  const { frames, longest, tasks, seconds } = await page.evaluate(async () => {
    const long: number[] = [];
    const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    const began = performance.now();
    const times = [began];
    while (performance.now() - began < 6000) {
      scrollBy({ top: 60, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
      times.push(performance.now());
    }
    observer.disconnect();
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
    return {
      frames: gaps.length,
      longest: Math.max(...gaps),
      tasks: long,
      seconds: (performance.now() - began) / 1000,
    };
  });
  const spent = (await processorTime(client)) - before;
  return {
    'scrolling, processor time of a frame': `${(spent / frames).toFixed(1)} ms`,
    'scrolling, frames a second': (frames / seconds).toFixed(1),
    'scrolling, longest between frames': asMs(longest),
    'scrolling, tasks over 50 ms': `${tasks.length}${tasks.length > 0 ? `, the longest ${asMs(Math.max(...tasks))}` : ''}`,
  };
}

/** Returns the time from the menu to the picture of a passage. */
async function shareOne(page: Page): Promise<string> {
  const open = async () => {
    await page
      .getByRole('button', { name: /^Más acciones/ })
      .nth(4)
      .click();
    const began = performance.now();
    await page.getByRole('button', { name: 'Compartir cita' }).click();
    await page.getByRole('img', { name: /^Imagen con la cita/ }).waitFor();
    return performance.now() - began;
  };
  // Opens it once uncounted, because the first time loads the code.
  await open();
  await page.keyboard.press('Escape');
  return asMs(await open());
}
