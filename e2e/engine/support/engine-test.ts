import { join } from 'node:path';
import { type Page, test as base } from '@playwright/test';
import type { ReviewedChapter, ReviewLook } from '@cuentos/epub/page-review/review-pages';
import type { Relocation } from '@cuentos/epub/render/reader-types';
import type { Harness, WalkedReview } from './harness-page.ts';
import { type EngineServer, type HeldFile, serveEngine } from './serve.ts';

/** Silence after which a turn of the wheel is a new movement, ms. */
const SILENCE_MS = 180;

/** A page with a book open in the engine, and the queries of the tests. */
export class BookPage {
  readonly page: Page;
  readonly #server: EngineServer;
  readonly #isFresh: boolean;
  /** Errors and policy violations that the page reported. */
  readonly problems: string[] = [];

  /** @param isFresh reloads the page before each book */
  constructor(page: Page, server: EngineServer, isFresh: boolean) {
    this.page = page;
    this.#server = server;
    this.#isFresh = isFresh;
    page.on('pageerror', (error) => this.problems.push(String(error)));
  }

  get origin(): string {
    return this.#server.origin;
  }

  /** Makes the server answer with the first bytes of a file; the test releases the rest. */
  hold(path: string, content: Uint8Array, head: number): HeldFile {
    return this.#server.hold(path, content, head);
  }

  async open(book: Uint8Array, options: Parameters<Harness['open']>[1] = {}): Promise<void> {
    this.#server.files.set('/book.epub', book);
    if (this.#isFresh) await this.page.goto(this.#server.origin);
    await this.page.evaluate(async (given) => {
      window.harness.close();
      await window.harness.open('/book.epub', given);
    }, options as object);
  }

  /** Reviews a book's pages in hidden frames. */
  async review(book: Uint8Array, looks: readonly ReviewLook[], options: WalkedReview = {}): Promise<ReviewedChapter[]> {
    this.#server.files.set('/book.epub', book);
    if (this.#isFresh) await this.page.goto(this.#server.origin);
    return this.page.evaluate(([given, how]) => window.harness.review('/book.epub', given, how), [
      looks,
      options,
    ] as const);
  }

  /** Waits until the engine is at rest and returns the position. */
  position(): Promise<Relocation> {
    return this.page.evaluate(() => window.harness.settled());
  }

  /** Resizes the window and waits until the page shown has been laid out for it. */
  async resize(width: number, height: number): Promise<Relocation> {
    await this.page.setViewportSize({ width, height });
    await this.page.waitForFunction(
      ([wide, high]) => {
        const frame = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe');
        return frame?.clientWidth === wide && frame.clientHeight === high;
      },
      [width, height] as const,
    );
    return this.position();
  }

  /** Waits until the wheel has been silent long enough for the next turn to be a new movement. */
  async wheelIsSilent(): Promise<void> {
    await this.page.evaluate(async (silence) => {
      for (const began = performance.now(); performance.now() - began <= silence;) await window.harness.nextFrame();
    }, SILENCE_MS);
  }

  async next(count = 1): Promise<Relocation> {
    await this.page.evaluate(async (turns) => {
      for (let turn = 0; turn < turns; turn += 1) await window.harness.reader?.next();
    }, count);
    return this.position();
  }

  async prev(count = 1): Promise<Relocation> {
    await this.page.evaluate(async (turns) => {
      for (let turn = 0; turn < turns; turn += 1) await window.harness.reader?.prev();
    }, count);
    return this.position();
  }

  goTo(target: string | { fraction: number }): Promise<boolean> {
    return this.page.evaluate(async (place) => {
      const done = await window.harness.reader?.goTo(place);
      await window.harness.settled();
      return done ?? false;
    }, target);
  }

  async setFontSize(fontSize: number): Promise<Relocation> {
    await this.page.evaluate(
      (size) => window.harness.reader?.setTheme({ ...window.harness.theme, fontSize: size }),
      fontSize,
    );
    return this.position();
  }

  /**
   * Returns the words wholly inside the page shown, in document order; of a word divided between pages, the letters on
   * this page.
   */
  words(): Promise<string[]> {
    return this.page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe');
      const inner = frame?.contentDocument as Document;
      const { innerWidth, innerHeight } = inner.defaultView as Window;
      const range = inner.createRange();
      const isInside = ({ left, right, top, bottom }: DOMRect): boolean =>
        left >= -0.5 && right <= innerWidth + 0.5 && top >= -0.5 && bottom <= innerHeight + 0.5;
      const boxes = (node: Text, from: number, to: number): DOMRect[] => {
        range.setStart(node, from);
        range.setEnd(node, to);
        return [...range.getClientRects()].filter(({ width }) => width > 0);
      };
      const found: string[] = [];
      const walker = inner.createTreeWalker(inner.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        range.selectNodeContents(node);
        const all = range.getBoundingClientRect();
        if (all.right < 0 || all.left > innerWidth) continue;
        for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
          const parts = boxes(node, index, index + word.length);
          if (parts.length > 0 && parts.every(isInside)) found.push(word);
          else if (parts.some(isInside)) {
            const text = node;
            found.push(
              Array.from(word)
                .filter((_, at) => boxes(text, index + at, index + at + 1).some(isInside))
                .join(''),
            );
          }
        }
      }
      return found;
    });
  }
}

interface Options {
  /** Gives a test a page of its own when it changes the page's start or lets books run code. */
  readonly ownPage: boolean;
}

interface Fixtures {
  readonly book: BookPage;
}

interface WorkerFixtures {
  readonly server: EngineServer;
  /** A page that stays open; each test opens its book on it. */
  readonly openPage: Page;
}

const VIEWPORT = { width: 390, height: 800 };

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  ownPage: [false, { option: true }],
  server: [
    // Playwright reads the fixtures it needs from this pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await serveEngine(join(import.meta.dirname, 'harness-page.ts'));
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  openPage: [
    async ({ browser, server }, use) => {
      const page = await browser.newPage({ viewport: VIEWPORT, locale: 'es-CL' });
      await page.goto(server.origin);
      await use(page);
      await page.close();
    },
    { scope: 'worker' },
  ],
  book: async ({ browser, server, openPage, ownPage, hasTouch, bypassCSP }, use) => {
    if (ownPage || hasTouch || bypassCSP) {
      const context = await browser.newContext({ viewport: VIEWPORT, locale: 'es-CL', hasTouch, bypassCSP });
      await use(new BookPage(await context.newPage(), server, true));
      await context.close();
      return;
    }
    await openPage.setViewportSize(VIEWPORT);
    await use(new BookPage(openPage, server, false));
    openPage.removeAllListeners();
    await openPage.evaluate(() => window.harness.close());
  },
});

export { expect } from '@playwright/test';
