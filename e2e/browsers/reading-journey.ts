import assert from 'node:assert/strict';
import type { Shop } from '../support/start-shop.ts';
import type { BrowserDriver } from './browser-driver.ts';

/** Longest wait for a condition, ms; long enough for a busy machine, because the journey measures no time. */
const PATIENCE_MS = 60_000;

/** Interval between two checks of a condition, ms. */
const LOOK_MS = 150;

/** Script that returns the font size of the shown page, px. */
const FONT_SIZE = `
  const shown = document.querySelector('[data-book-host] div:not([inert]) > iframe');
  const text = shown.contentDocument.querySelector('p') ?? shown.contentDocument.body;
  return Number.parseFloat(shown.contentWindow.getComputedStyle(text).fontSize);`;

/**
 * Script that returns the words at the top of the shown page. Finds them by geometry, because not every engine has
 * `caretPositionFromPoint`.
 */
const FIRST_WORDS = `
  const frame = document.querySelector('[data-book-host] div:not([inert]) > iframe');
  const inner = frame && frame.contentDocument;
  if (!inner || !inner.body) return '';
  const width = inner.defaultView.innerWidth;
  const walker = inner.createTreeWalker(inner.body, NodeFilter.SHOW_TEXT);
  const range = inner.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { left, right, width: own } = range.getBoundingClientRect();
      if (own > 0 && left >= 0 && right <= width) return node.data.slice(index).trim().slice(0, 30);
    }
  }
  return '';`;

/**
 * Script that returns the middle of the first and the sixth word of a paragraph on the shown page, px of the window.
 */
const SOME_WORDS = `
  const frame = document.querySelector('[data-book-host] div:not([inert]) > iframe');
  const inner = frame.contentDocument;
  const { left: x, top: y } = frame.getBoundingClientRect();
  const range = inner.createRange();
  for (const paragraph of inner.querySelectorAll('p')) {
    const node = [...paragraph.childNodes].find((each) => each.nodeType === 3 && each.data.trim().split(/\\s+/).length > 12);
    if (!node) continue;
    const words = [...node.data.matchAll(/\\S+/g)];
    const boxes = [words[1], words[5]].map(({ 0: word, index }) => {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return range.getBoundingClientRect();
    });
    if (boxes.some(({ left, right, top, bottom }) => left < 0 || right > inner.defaultView.innerWidth || top < 60 || bottom > inner.defaultView.innerHeight - 80)) continue;
    return { from: [boxes[0].left + x + 1, (boxes[0].top + boxes[0].bottom) / 2 + y], to: [boxes[1].right + x - 1, (boxes[1].top + boxes[1].bottom) / 2 + y] };
  }
  return null;`;

/** Script that describes the page after a failed step. */
const STATE = `
  const frame = document.querySelector('[data-book-host] div:not([inert]) > iframe');
  const inner = frame?.contentDocument;
  return JSON.stringify({
    path: location.pathname,
    place: document.querySelector('footer output')?.textContent,
    focus: document.activeElement?.outerHTML.slice(0, 120),
    dialogs: [...document.querySelectorAll('dialog[open]')].map((each) => each.textContent.slice(0, 80)),
    frames: document.querySelectorAll('iframe').length,
    scrolled: inner?.documentElement.scrollLeft,
    selected: inner?.getSelection()?.toString(),
    size: inner && [inner.defaultView.innerWidth, inner.defaultView.innerHeight, inner.documentElement.scrollWidth],
    text: inner?.body?.textContent.trim().slice(0, 80),
  });`;

const BY_NAME = `
  const named = (element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\\s+/g, ' ').trim();
  const isSeen = (element) => element.getClientRects().length > 0;
  const find = (selector, name) => [...document.querySelectorAll(selector)].find((each) => named(each).startsWith(name) && isSeen(each));`;

/** Opens a part, turns pages, highlights, changes the text size, and reads on without the server. */
export async function readingJourney(browser: BrowserDriver, shop: Shop, part: string): Promise<void> {
  const reader = new JourneyPage(browser);
  await reader.step('signs in and opens a part', async () => {
    await browser.open(`${shop.url}/login`);
    await reader.fill('input[type=email]', 'lectora@demo.cl');
    await reader.fill('input[type=password]', 'cuentos-demo');
    await reader.press('button', 'Iniciar sesión');
    await reader.press('a', `Leer ahora: ${part}`);
    await reader.untilOpen();
    // Closes the tutorial, which opens on the first reading.
    await reader.until(`return document.querySelector('dialog[open]') !== null`);
    await browser.press('Escape');
    await reader.until(`return document.querySelector('dialog[open]') === null`);
  });
  await reader.step('turns pages there and back', async () => {
    const pageWords = [await reader.words()];
    for (let turn = 0; turn < 4; turn += 1) {
      await browser.press('ArrowRight');
      pageWords.push(await reader.otherWords(pageWords.at(-1) as string));
    }
    assert.equal(new Set(pageWords).size, 5);
    await browser.press('ArrowLeft');
    assert.equal(await reader.otherWords(pageWords[4] as string), pageWords[3]);
  });
  await reader.step('highlights a selection', () => reader.highlight());
  await reader.step('keeps the first words when the text grows', async () => {
    const words = await reader.words();
    const size = await browser.run<number>(FONT_SIZE);
    await browser.click(195, 25);
    await reader.press('[role=tab]', 'Tema');
    await reader.press('button', 'A+');
    await reader.press('button', 'A+');
    await reader.untilNoDialog();
    // Waits for the new size: the same call lays out the text and restores its place.
    await reader.until(`${FONT_SIZE.replace('return', 'const now =')} return now > ${size} * 1.05`);
    await reader.untilStill();
    assert.ok((await reader.pageText()).includes(words.slice(0, 12)), `"${words}" left the page`);
  });
  await reader.step('reads on when the shop is gone', async () => {
    await reader.until(`return (await indexedDB.databases()).some(({ name }) => name === 'cuentos-de-bolsillo')`);
    // Waits longer: the service worker is registered half a minute after the book opens, and after all other work.
    await reader.until(`return Boolean((await navigator.serviceWorker.ready).active)`, 3 * PATIENCE_MS);
    await reader.until(`return new Promise((resolve, reject) => {
      const opening = indexedDB.open('cuentos-de-bolsillo');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const counting = opening.result.transaction('epubs').objectStore('epubs').count();
        counting.onsuccess = () => { opening.result.close(); resolve(counting.result > 0); };
      };
    })`);
    const words = await reader.words();
    await shop.stop();
    try {
      await browser.reload();
      await reader.untilOpen();
      await reader.until(FIRST_WORDS);
      assert.equal(await reader.words(), words);
      await browser.press('ArrowRight');
      await reader.otherWords(words);
    } finally {
      await shop.start();
    }
  });
}

/** A page with a book in a browser, and the actions of a reader on it. */
export class JourneyPage {
  readonly #browser: BrowserDriver;

  constructor(browser: BrowserDriver) {
    this.#browser = browser;
  }

  async step(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const state = await this.#browser.run<string>(STATE).catch(String);
      throw new Error(`${name}: ${String(error)}\n${state}`, { cause: error });
    }
    console.log(`  ✓ ${name}`);
  }

  words(): Promise<string> {
    return this.#browser.run<string>(FIRST_WORDS);
  }

  /** Returns the text on the shown page, with single spaces. */
  pageText(): Promise<string> {
    return this.#browser.run<string>(`
      const frame = document.querySelector('[data-book-host] div:not([inert]) > iframe');
      const inner = frame.contentDocument;
      const walker = inner.createTreeWalker(inner.body, NodeFilter.SHOW_TEXT);
      const range = inner.createRange();
      let text = '';
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (box.width > 0 && box.right > 0 && box.left < inner.defaultView.innerWidth) text += node.data;
      }
      return text;`);
  }

  async otherWords(before: string): Promise<string> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const now = await this.words();
      if (now !== '' && now !== before) return now;
      if (Date.now() > until) throw new Error(`the page still shows "${before}"`);
      await this.pause(LOOK_MS);
    }
  }

  async until(body: string, patience = PATIENCE_MS): Promise<void> {
    const end = Date.now() + patience;
    for (;;) {
      const isSo = await this.#browser.run<unknown>(body).catch(() => false);
      if (isSo) return;
      if (Date.now() > end) throw new Error(`never true: ${body.trim().slice(0, 120)}`);
      await this.pause(LOOK_MS);
    }
  }

  async fill(selector: string, text: string): Promise<void> {
    const field = `document.querySelector(${JSON.stringify(selector)})`;
    await this.until(`${field}?.focus(); return ${field} !== null && document.activeElement === ${field}`);
    await this.#browser.type(text);
  }

  /** Presses a visible control by its name. */
  async press(selector: string, name: string): Promise<void> {
    const findScript = `find(${JSON.stringify(selector)}, ${JSON.stringify(name)})`;
    await this.until(`${BY_NAME} const it = ${findScript}; it?.click(); return Boolean(it)`);
  }

  async untilOpen(): Promise<void> {
    await this.until(
      `const place = document.querySelector('footer output');
       return /\\d\\s*%/.test(place?.textContent ?? '') && !document.querySelector('[role=status][aria-label=Cargando]')`,
    );
  }

  async highlight(): Promise<void> {
    await this.selectWords('[data-highlight-toolbar][open]');
    await this.press('[data-highlight-toolbar][open] button', 'Verde');
    await this.until(`return [...(CSS.highlights?.values() ?? [])].some((each) => each.size > 0)
      || [...document.querySelectorAll('[data-book-host] iframe')].some(({ contentDocument, contentWindow }) =>
        [...(contentWindow.CSS.highlights?.values() ?? [])].some((each) => each.size > 0)
        || contentDocument.querySelector('[data-reader-layer] svg'))`);
    await this.#browser.press('Escape');
    await this.#browser.click(195, 25);
    await this.press('[role=tab]', 'Resaltados');
    await this.until(`${BY_NAME} return Boolean(find('button', 'Eliminar resaltado:'))`);
    await this.untilNoDialog();
  }

  /** Closes the open dialog, and waits until it has gone. */
  async untilNoDialog(): Promise<void> {
    await this.#browser.press('Escape');
    await this.until(`return document.querySelector('dialog[open]') === null`);
  }

  /**
   * Drags once over words, after the page has stopped moving, because a page that slides in moves from under the
   * pointer.
   * @param toolbar selector of the toolbar that the selection opens
   */
  async selectWords(toolbar: string): Promise<void> {
    const { from, to } = await this.#placeOfWords();
    await this.#browser.drag(from, to);
    try {
      await this.until(`return document.querySelector(${JSON.stringify(toolbar)}) !== null`);
    } catch (error) {
      const state = await this.#browser.run<string>(STATE);
      throw new Error(`no toolbar after a drag: ${JSON.stringify({ from, to })} ${state}`, { cause: error });
    }
  }

  /** Waits until the page has the same position at three checks in a row. */
  async untilStill(): Promise<void> {
    const place = (): Promise<string> =>
      this.#browser.run<string>(`
        const frame = document.querySelector('[data-book-host] div:not([inert]) > iframe');
        const { left, top } = frame.getBoundingClientRect();
        return [left, top, frame.contentWindow.scrollX, frame.contentWindow.scrollY].join();`);
    for (let before = '', same = 0; same < 2;) {
      const now = await place();
      same = now === before ? same + 1 : 0;
      before = now;
      await this.pause(LOOK_MS);
    }
  }

  async #placeOfWords(): Promise<{ from: [number, number]; to: [number, number] }> {
    for (let turn = 0; turn < 10; turn += 1) {
      await this.untilStill();
      const place = await this.#browser.run<{ from: [number, number]; to: [number, number] } | null>(SOME_WORDS);
      if (place) return place;
      const before = await this.words();
      await this.#browser.press('ArrowRight');
      await this.otherWords(before);
    }
    throw new Error('no page with a paragraph');
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }
}
