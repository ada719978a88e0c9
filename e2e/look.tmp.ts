import { chromium } from '/work/notebook/node_modules/@playwright/test/index.mjs';
import { chromiumLaunchOptions } from '/work/notebook/e2e/browser.ts';
import { seed } from '/tmp/notebook/seed.mjs';
const url = 'http://localhost:4722';
const what = process.argv.slice(2);
const n = Number(process.env.N ?? 24);
if (process.env.SEED) await seed(url, n);
const browser = await chromium.launch(await chromiumLaunchOptions());
const body = new URLSearchParams({ username: 'lectora@demo.cl', password: 'cuentos-demo', captcha: 'x' });
const { refresh_token: token } = await (await fetch(`${url}/api/auth/`, { method: 'POST', body })).json();
for (const [w, hgt] of [[1280, 900], [390, 844]] as const) for (const colorScheme of ['light', 'dark'] as const) {
  const { refresh_token: token } = await (await fetch(`${url}/api/auth/`, { method: 'POST', body })).json();
  const c = await browser.newContext({ viewport: { width: w, height: hgt }, colorScheme });
  const p = await c.newPage();
  p.on('console', (m) => m.type() === 'error' && console.log(w, colorScheme, m.text()));
  p.on('response', async (r) => r.status() >= 400 && console.log(r.request().method(), r.url(), r.status(), r.request().postData()?.slice(0, 300), (await r.text().catch(() => '')).slice(0, 300)));
  p.on('pageerror', (e) => console.log(w, colorScheme, String(e)));
  await p.goto(`${url}/health/live`);
  await p.evaluate((t) => { localStorage.setItem('refresh_token', t); localStorage.setItem('showTutorial', 'false'); }, token);
  await p.goto(`${url}/notebook`);
  await p.waitForSelector('article');
  await p.waitForTimeout(800);
  await p.screenshot({ path: `/tmp/notebook/list-${w}-${colorScheme}.png`, fullPage: false });
  await p.evaluate(() => scrollTo(0, 700));
  await p.waitForTimeout(300);
  await p.screenshot({ path: `/tmp/notebook/list2-${w}-${colorScheme}.png` });
  await p.evaluate(() => scrollTo(0, w0()) , undefined).catch(() => {});
  if (what.includes('more')) {
    await p.evaluate(() => scrollTo(0, 0));
    await p.locator('article', { hasNotText: 'Marcador' }).nth(1).getByRole('button', { name: /^Más acciones/ }).click();
    await p.waitForTimeout(200);
    await p.screenshot({ path: `/tmp/notebook/menu-${w}-${colorScheme}.png` });
    await p.getByRole('button', { name: 'Editar', exact: true }).click();
    await p.waitForTimeout(200);
    await p.screenshot({ path: `/tmp/notebook/edit-${w}-${colorScheme}.png` });
    await p.getByRole('button', { name: 'Cancelar' }).click();
    await p.locator('article', { hasNotText: 'Marcador' }).nth(1).getByRole('button', { name: /^Más acciones/ }).click();
    await p.getByRole('button', { name: 'Compartir cita' }).click();
    await p.waitForSelector('dialog img');
    await p.waitForTimeout(400);
    await p.screenshot({ path: `/tmp/notebook/quote-${w}-${colorScheme}.png` });
    await p.keyboard.press('Escape');
    await p.getByRole('button', { name: /^Más acciones/ }).nth(0).click();
    await p.getByRole('button', { name: /^Mover a la papelera/ }).last().click();
    await p.waitForTimeout(700);
    await p.screenshot({ path: `/tmp/notebook/deleted-${w}-${colorScheme}.png` });
    await p.getByRole('link', { name: /^Papelera/ }).locator('visible=true').click();
    await p.waitForTimeout(400);
    await p.screenshot({ path: `/tmp/notebook/trash-${w}-${colorScheme}.png` });
    await p.goto(`${url}/notebook?by=day&q=mama`);
    await p.waitForSelector('article');
    await p.waitForTimeout(400);
    await p.screenshot({ path: `/tmp/notebook/day-${w}-${colorScheme}.png` });
    if (w === 1280 && colorScheme === 'light') { await p.goto(`${url}/notebook`); await p.waitForSelector('article'); await p.waitForTimeout(500); await p.pdf({ path: '/tmp/notebook/print.pdf', format: 'A5', printBackground: true, margin: { top: '16mm', bottom: '16mm', left: '14mm', right: '14mm' } }); }
  }
  await c.close();
}
await browser.close();
