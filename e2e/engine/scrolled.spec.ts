import type { ReaderTheme } from '@cuentos/epub/render/reader-types';
import { type BookPage, expect, test } from './support/engine-test.ts';
import { prose, sampleBook } from './support/sample-books.ts';

const SHOWN = '#host div:not([inert]) > iframe';
const BODIES = [prose(20, 1), '<p>breve</p>', prose(16, 3)];
const BOOK = sampleBook(BODIES.map((body, index) => ({ name: `c${index}.xhtml`, body })));

function setTheme(book: BookPage, theme: Partial<ReaderTheme>): Promise<unknown> {
  return book.page.evaluate((changes) => {
    window.harness.reader?.setTheme({ ...window.harness.theme, ...changes });
    return window.harness.settled();
  }, theme);
}

/** Returns how far the shown chapter is scrolled, px. */
const top = (book: BookPage): Promise<number> =>
  book.page.evaluate(
    (shown) => document.querySelector<HTMLIFrameElement>(shown)!.contentDocument!.documentElement.scrollTop,
    SHOWN,
  );
const sectionIndex = async (book: BookPage): Promise<number> => (await book.position()).sectionIndex;

/**
 * Flicks the wheel to the chapter's end. The page dispatches the events itself: the engine separates two movements by
 * the time between events, which must not depend on how busy the machine is.
 */
async function flickToEnd(book: BookPage): Promise<void> {
  await book.page.evaluate(async (shown) => {
    const root = document.querySelector<HTMLIFrameElement>(shown)!.contentDocument!.documentElement;
    // Events are made in the book's document, since their timestamps count from its start.
    const { WheelEvent: Wheel } = root.ownerDocument.defaultView!;
    const roll = (): unknown => root.dispatchEvent(new Wheel('wheel', { deltaY: 120, bubbles: true }));
    roll();
    root.scrollTop = root.scrollHeight;
    for (let rest = 0; rest < 6; rest += 1) roll();
    await window.harness.nextFrame();
  }, SHOWN);
}

function letters(body: string): string {
  return body.replaceAll(/<[^>]+>|\s+/g, '');
}

/** Joins the letters of overlapping screens. */
function join(screens: readonly string[][]): string {
  let all = '';
  for (const screen of screens) {
    const text = screen.join('');
    let shared = Math.min(all.length, text.length);
    while (shared > 0 && !all.endsWith(text.slice(0, shared))) shared -= 1;
    all += text.slice(shared);
  }
  return all;
}

async function walk(book: BookPage, turn: 'next' | 'prev'): Promise<string[][]> {
  const screens = [await book.words()];
  for (let moved = true; moved;) {
    moved = await book.page.evaluate((name) => window.harness.reader?.[name]() ?? Promise.resolve(false), turn);
    if (moved) screens.push(await book.words());
  }
  return screens;
}

test('a walk shows each letter of each chapter in order, and back again', async ({ book }) => {
  test.setTimeout(120_000);
  await book.open(BOOK);
  await setTheme(book, { flow: 'scrolled-doc' });
  const forward = await walk(book, 'next');
  expect(join(forward)).toBe(BODIES.map(letters).join(''));
  expect((await book.position()).atEnd).toBe(true);
  const backward = await walk(book, 'prev');
  expect(join(backward.toReversed())).toBe(BODIES.map(letters).join(''));
  expect((await book.position()).atStart).toBe(true);
  expect(book.problems).toEqual([]);
});

test('a giant chapter scrolls through its slices without a jump', async ({ book }) => {
  test.setTimeout(240_000);
  const body = prose(130, 5);
  await book.open(sampleBook([{ name: 'c.xhtml', body }]));
  await setTheme(book, { flow: 'scrolled-doc' });
  const screens = [await book.words()];
  for (let moved = true; moved && screens.length < 70;) {
    moved = await book.page.evaluate(() => window.harness.reader!.next());
    if (moved) screens.push(await book.words());
    // Idle work lays out more of the chapter above and below; the top line must stay in place.
    if (screens.length % 20 === 0) {
      await book.position();
      expect(await book.words()).toEqual(screens.at(-1));
    }
  }
  expect(letters(body).startsWith(join(screens).slice(0, 50_000))).toBe(true);
  expect(join(screens).length).toBeGreaterThan(40_000);
});

test('changing the flow keeps the first visible word, and its CFI', async ({ book }) => {
  await book.open(BOOK);
  const before = await book.next(4);
  const [first] = await book.words();
  for (const theme of [
    { flow: 'scrolled-doc' },
    { flow: 'scrolled-doc', fontSize: 24 },
    { flow: 'paginated' },
  ] as const) {
    await setTheme(book, theme);
    const after = await book.position();
    expect((await book.words()).join('')).toContain(first);
    // The top line may begin with the end of a divided word.
    if (theme.flow === 'scrolled-doc') expect((await book.words()).slice(0, 3).join('')).toContain(first);
    expect([after.cfi, after.percentage]).toEqual([before.cfi, before.percentage]);
  }
});

test('wheel and arrow keys scroll, and lead on only from the end of a chapter', async ({ book }) => {
  await book.open(BOOK);
  await setTheme(book, { flow: 'scrolled-doc' });
  await book.page.mouse.move(200, 400);
  await book.page.mouse.wheel(0, 300);
  await expect.poll(() => top(book)).toBe(300);
  const place = await book.position();
  expect(place.percentage).toBeGreaterThan(0);
  expect(place.reason).toBe('turn');
  await book.page.keyboard.press('ArrowDown');
  expect(await top(book)).toBe(340);
  await book.page.keyboard.press('ArrowUp');
  expect(await top(book)).toBe(300);
  // A flick that reaches the chapter's end does not open the next chapter.
  await flickToEnd(book);
  expect(await sectionIndex(book)).toBe(0);
  await book.wheelIsSilent();
  await book.page.mouse.wheel(0, 120);
  await expect.poll(() => sectionIndex(book)).toBe(1);
  await book.wheelIsSilent();
  await book.page.mouse.wheel(0, -120);
  await expect.poll(() => sectionIndex(book)).toBe(0);
  const back = await book.position();
  expect([back.sectionIndex, back.pages - back.page]).toEqual([0, 1]);
  await book.page.keyboard.press('ArrowDown');
  expect((await book.position()).sectionIndex).toBe(1);
});

test('a position opens at the top of the screen, and a link inside the chapter too', async ({ book }) => {
  await book.open(BOOK);
  await setTheme(book, { flow: 'scrolled-doc' });
  await book.goTo('c0.xhtml#h9');
  expect((await book.words()).slice(0, 2)).toEqual(['Título', '1-9']);
  expect((await book.position()).tocHref).toBe('c0.xhtml#h9');
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  test('scrolls by itself and pulls into the next chapter', async ({ book }) => {
    await book.open(BOOK);
    await setTheme(book, { flow: 'scrolled-doc' });
    const client = await book.page.context().newCDPSession(book.page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number): Promise<unknown> =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y }] });
    const pull = async (dy: number): Promise<void> => {
      await send('touchStart', 500);
      for (let step = 1; step <= 12; step += 1) {
        await send('touchMove', 500 + (dy * step) / 12);
        // A finger moves once in each frame.
        await book.page.evaluate(() => window.harness.nextFrame());
      }
      await send('touchEnd', 0);
    };
    await pull(-200);
    await expect.poll(() => top(book)).toBeGreaterThan(100);
    expect(await sectionIndex(book)).toBe(0);
    await book.goTo('c1.xhtml');
    await pull(-150);
    await expect.poll(() => sectionIndex(book)).toBe(2);
  });
});

test('the book determines alignment and hyphens until the reader does', async ({ book }) => {
  const css = '.j{text-align:justify}.l{text-align:left}.c{text-align:center}.r{text-align:right;hyphens:none}';
  const body =
    '<h1>t</h1><p class="j">a</p><p class="l">b</p><p class="c">c</p><p class="r">d</p><p>e</p><p style="text-align:justify">f</p>';
  const open = (language: string) =>
    book.open(sampleBook([{ name: 'a.xhtml', head: `<style>${css}</style>`, body }], { language }));
  // Latin is justified in each browser; Spanish only where the browser divides its words.
  await open('la');
  const style = (name: 'textAlign' | 'hyphens' | 'letterSpacing' | 'wordSpacing'): Promise<string[]> =>
    book.page
      .frameLocator(SHOWN)
      .locator('h1,p')
      .evaluateAll((all, key) => all.map((each) => getComputedStyle(each)[key]), name);
  const asTheBook = ['start', 'justify', 'left', 'center', 'right', 'start', 'justify'];
  const ragged = ['start', 'start', 'start', 'center', 'right', 'start', 'start'];
  // A column of 22 em or more, in which words are divided at line ends.
  await book.resize(600, 800);
  expect(await style('textAlign')).toEqual(asTheBook);
  await setTheme(book, { hyphenate: false });
  expect(await style('textAlign')).toEqual(ragged);
  await setTheme(book, { fontSize: 30 });
  expect(await style('textAlign')).toEqual(ragged);
  await open('es');
  const divides = await book.page.evaluate(() => {
    const box = document.body.appendChild(document.createElement('p'));
    box.lang = 'es';
    box.style.cssText = 'width:10em;hyphens:auto';
    box.textContent = 'desconsideradamente incomprensibles '.repeat(20);
    const [hyphenated, whole] = ['auto', 'manual'].map((hyphens) => {
      box.style.hyphens = hyphens;
      return box.offsetHeight;
    });
    box.remove();
    return hyphenated !== whole;
  });
  expect(await style('textAlign')).toEqual(divides ? asTheBook : ragged);
  await book.resize(390, 800);
  expect(await style('textAlign')).toEqual(ragged);
  await setTheme(book, { justify: true, hyphenate: false, letterSpacing: 0.1, wordSpacing: 0.25 });
  expect(await style('textAlign')).toEqual(['start', 'justify', 'justify', 'center', 'right', 'justify', 'justify']);
  expect(new Set(await style('hyphens'))).toEqual(new Set(['manual']));
  expect(new Set(await style('letterSpacing'))).toEqual(new Set(['1.6px']));
  expect(new Set(await style('wordSpacing'))).toEqual(new Set(['4px']));
  await setTheme(book, { justify: false, hyphenate: true });
  expect(await style('textAlign')).toEqual(['start', 'start', 'start', 'center', 'right', 'start', 'start']);
  expect((await style('hyphens'))[1]).toBe('auto');
  expect(new Set(await style('letterSpacing'))).toEqual(new Set(['normal']));
});

test('pictures are dimmed only on a dark background, unless the reader asked for the original', async ({ book }) => {
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
  const body = `<p>texto</p>${picture}<svg id="own" style="filter:none" xmlns="http://www.w3.org/2000/svg"/>`;
  await book.open(sampleBook([{ name: 'a.xhtml', body }]));
  const filters = (): Promise<string[]> =>
    book.page
      .frameLocator(SHOWN)
      .locator('svg')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).filter));
  const dark = { background: '#121212', color: '#E0E0E0' };
  await setTheme(book, { ...dark, softPictures: true });
  expect(await filters()).toEqual(['brightness(0.78)', 'none']);
  await setTheme(book, { ...dark, softPictures: false });
  expect(await filters()).toEqual(['none', 'none']);
  await setTheme(book, { softPictures: true });
  expect(await filters()).toEqual(['none', 'none']);
});
