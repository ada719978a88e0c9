import { type ScreenRoute, screenRoutes } from '@cuentos/contract/site';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { type DemoShop, demoShop, SERIAL } from '../shots/demo-shop.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, startSession, test } from '../support/shop-test.ts';
import { slowLine } from '../support/slow-line.ts';
import type { Shop } from '../support/start-shop.ts';

const READER = 'lectora@demo.cl';
const TEAM = { admin: 'admin@demo.cl', writter: 'escritora@demo.cl' };

/** Screens that only redirect. */
const LEAD_ON = /^\/(?:home|admin|writter|enter-code.*)$/;

/** Lists the viewers of a screen. */
function viewersOf(route: ScreenRoute): readonly (string | null)[] {
  if (LEAD_ON.test(route)) return [];
  if (route.startsWith('/admin') || route.includes('{from_admin}')) return [TEAM.admin];
  if (route.startsWith('/writter')) return [TEAM.writter];
  // The profile shows each role other rows.
  if (route === '/user-settings') return [READER, TEAM.admin];
  if (/^\/(?:user|reader|update)/.test(route)) return [READER];
  return /^\/(?:$|pocket|book-detail|gift)/.test(route) ? [null, READER] : [null];
}

/** Signs an account in and returns a function that sends its calls. */
async function callsOf(shop: Shop, email: string) {
  const body = new URLSearchParams({ username: email, password: 'cuentos-demo', captcha: 'x' });
  const login = await fetch(`${shop.url}/api/auth/`, { method: 'POST', body });
  const { access_token: token } = (await login.json()) as { access_token: string };
  return async (method: string, path: string, json?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, ...(json ? { 'content-type': 'application/json' } : {}) };
    const answer = await fetch(`${shop.url}${path}`, { method, headers, ...(json && { body: JSON.stringify(json) }) });
    expect(answer.ok, `${method} ${path} ${answer.status}`).toBe(true);
    return answer.status === 204 ? null : answer.json();
  };
}

/**
 * Fills a shop with everything that arrives late: notices, counts, marks.
 * @returns values for the parameters of the screens' addresses
 */
async function fullShop(shop: DemoShop): Promise<Readonly<Record<string, string>>> {
  const [own, other] = [shop.book(SERIAL), shop.book('Siete llaves para una casa')];
  const reader = await callsOf(shop, READER);
  const admin = await callsOf(shop, TEAM.admin);
  const write = async (text: string) =>
    (await reader('POST', '/api/messages', { id: randomUUID(), text, subject: 'other' })) as { thread_id: string };
  const thread = await write('¿Cuándo sale la que sigue?');
  await admin('POST', `/api/admin/messages/${thread.thread_id}/reply`, { id: randomUUID(), text: 'En marzo.' });
  await write('¿Y la otra?');
  await reader('PUT', '/api/pocket', { part_ids: other.parts.map(({ id }) => id).slice(0, 2) });
  await reader('PUT', `/api/follows/${own.id}`);
  const [order] = (await reader('GET', '/api/orders')) as readonly { readonly id: string }[];
  withShopDatabase(shop, (database) => {
    // An account older than the legal documents gets a notice of them, and an unconfirmed address gets another.
    database.exec('UPDATE users SET created_at = 1');
    database.prepare('UPDATE users SET email_verified_at = NULL WHERE email = ?').run(READER);
  });
  return {
    book_id: own.id,
    book_uuid: own.id,
    part_uuid: own.parts[0]?.id ?? '',
    from_admin: 'true',
    order_id: order?.id ?? '',
    thread_id: thread.thread_id,
    token: 'x',
    version: '1',
  };
}

interface Shift {
  readonly value: number;
  /** Elements that moved, with their heights before and after. */
  readonly moved: readonly string[];
}

/** Lists the layout shifts that the browser recorded since the page was opened. */
const shiftsOf = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(async () => {
    interface Source {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }
    type Entry = PerformanceEntry & { readonly value: number; readonly sources: readonly Source[] };
    const entries: Entry[] = [];
    const observer = new PerformanceObserver((list) => entries.push(...(list.getEntries() as Entry[])));
    observer.observe({ type: 'layout-shift', buffered: true });
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    entries.push(...(observer.takeRecords() as Entry[]));
    observer.disconnect();
    const nameOf = ({ node, previousRect: from, currentRect: to }: Source) =>
      `${node?.nodeName} '${node?.textContent?.slice(0, 40)}' from ${from.x} ${from.y} to ${to.x} ${to.y}`;
    return entries.map(({ value, sources }) => ({ value, moved: sources.map(nameOf) }));
  });

// Each waits minutes for the slow line, so that a worker each takes one.
test.describe.configure({ mode: 'parallel' });

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`no screen moves shown elements, in whatever order answers arrive, ${width} px`, async ({
    page,
    shop: started,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    const shop = await demoShop(started);
    const names = await fullShop(shop);
    const line = await slowLine(shop);
    const moved: Record<string, readonly Shift[]> = {};
    for (const viewer of [null, READER, TEAM.admin, TEAM.writter]) {
      if (viewer !== null) await startSession(page, line, viewer);
      for (const route of screenRoutes.filter((each) => viewersOf(each).includes(viewer))) {
        const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');
        await page.goto(`${line.url}${path}`);
        // An address that leads on has no heading of its own.
        await page.locator('h1, main').first().waitFor({ state: 'attached' });
        await line.idle();
        const shifts = await shiftsOf(page);
        if (shifts.reduce((sum, { value }) => sum + value, 0) >= 0.001) moved[`${viewer ?? ''} ${route}`] = shifts;
      }
    }
    await line.close();
    expect(moved).toEqual({});
  });
}
