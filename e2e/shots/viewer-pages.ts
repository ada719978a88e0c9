import type { ShopIdentity } from '@cuentos/contract/shop';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { withShopDatabase } from '../support/shop-database.ts';
import type { DemoShop } from './demo-shop.ts';
import type { Shot, Viewer } from './shot.ts';

const accounts = { reader: 'lectora@demo.cl', writter: 'escritora@demo.cl', admin: 'admin@demo.cl' } as const;
const PASSWORD = 'cuentos-demo';

/** Whether a width, px, is that of a phone. */
export const isPhone = (width: number): boolean => width < 600;

/** Window and text of the pictures. */
interface View {
  readonly width: number;
  /** Size of the text, percent of the browser's own. */
  readonly textPercent?: number;
}

/** Pages of the shop for each viewer, in one view; signs each one in once. */
export class ViewerPages {
  readonly #contexts = new Map<string, Promise<BrowserContext>>();
  readonly #browser: Browser;
  readonly #shop: DemoShop;
  readonly #view: View;

  constructor(browser: Browser, shop: DemoShop, view: View) {
    this.#browser = browser;
    this.#shop = shop;
    this.#view = view;
  }

  /** Opens a screen on a page of its own and brings it into its state. The caller closes the page. */
  async open(shot: Shot): Promise<Page> {
    const viewer = shot.as ?? 'visitor';
    const context = await this.#contextOf(viewer, shot.withoutScript === true);
    await context.setOffline(false);
    const page = await context.newPage();
    await shot.prepare?.(page, this.#shop);
    await page.goto(`${this.#shop.url}${shot.path(this.#shop)}`);
    // Waits for the script, without which dialogs and forms do not react.
    if (!shot.withoutScript) await page.waitForLoadState('load');
    await shot.act?.(page, this.#shop);
    await expect(page.getByText(shot.shows).filter({ visible: true }).first(), shot.name).toBeVisible();
    return page;
  }

  async close(): Promise<void> {
    for (const context of this.#contexts.values()) await (await context).close();
  }

  #contextOf(viewer: Viewer, withoutScript: boolean): Promise<BrowserContext> {
    const key = `${viewer}${withoutScript ? '-without-script' : ''}`;
    const existingContext = this.#contexts.get(key);
    if (existingContext) return existingContext;
    const opening = this.#openContext(viewer, withoutScript);
    this.#contexts.set(key, opening);
    return opening;
  }

  async #openContext(viewer: Viewer, withoutScript: boolean): Promise<BrowserContext> {
    const { width, textPercent = 100 } = this.#view;
    const context = await this.#browser.newContext({
      viewport: { width, height: isPhone(width) ? 844 : 800 },
      locale: 'es-CL',
      // Reduces motion, so that pictures do not depend on their moment.
      reducedMotion: 'reduce',
      javaScriptEnabled: !withoutScript,
      serviceWorkers: 'block',
      hasTouch: isPhone(width),
    });
    if (textPercent !== 100) await context.addInitScript(enlargeText, textPercent);
    if (viewer !== 'visitor') await signIn(context, this.#shop, accounts[viewer]);
    return context;
  }
}

/** Runs in the page before its own script. */
function enlargeText(percent: number): void {
  const enlarge = () => document.documentElement.style.setProperty('font-size', `${percent}%`);
  if (document.documentElement) enlarge();
  else addEventListener('DOMContentLoaded', enlarge);
}

async function signIn(context: BrowserContext, shop: DemoShop, email: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${shop.url}/login`);
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/login'));
  await page.close();
}

/** Empties the shop, as before its first book is for sale. */
export async function emptyShop(shop: DemoShop): Promise<void> {
  await shop.stop();
  withShopDatabase(shop, (database) => database.exec('UPDATE books SET is_draft = 1'));
  await shop.start();
}

/** Identity of another author's shop: long names, two letters, no portrait, another pair of colours. */
const secondIdentity = {
  store_name: 'La biblioteca ambulante de Vientolargo',
  mark_letters: 'BV',
  author_name: 'Maximiliana del Carmen Vientolargo y Pradosombra',
  author_noun: 'autora',
  portrait: null,
  quote: 'Escribo en los trasbordos.',
  biography: 'Fue telegrafista en tres puertos.\n\nPublica por su cuenta desde que aprendió a encuadernar.',
  links: [{ name: 'Instagram', url: 'https://instagram.com/vientolargo' }],
  contact_email: 'hola@vientolargo.cl',
  accent: 'murta',
} satisfies ShopIdentity;

/** Gives the shop another author's identity; its books stay. */
export async function becomeSecondShop(shop: DemoShop): Promise<void> {
  await shop.stop();
  withShopDatabase(shop, (database) =>
    database
      .prepare(
        "UPDATE shop_sections SET published = ?, draft = NULL, revision = revision + 1 WHERE section = 'identity'",
      )
      .run(JSON.stringify(secondIdentity)),
  );
  await shop.start();
}
