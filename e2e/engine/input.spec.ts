import { type BookPage, expect, test } from './support/engine-test.ts';
import { prose, sampleBook } from './support/sample-books.ts';

const BOOK = sampleBook([
  {
    name: 'a.xhtml',
    body: `<p><a id="l" href="b.xhtml#h9">nota</a> y <a id="x" href="https://fuera.example/z">fuera</a></p>${prose(40, 1)}`,
  },
  { name: 'b.xhtml', body: prose(40, 2) },
]);
const SHOWN = '#host div:not([inert]) > iframe';

async function pageAfter(book: BookPage, work: () => Promise<unknown>): Promise<number> {
  await work();
  return (await book.position()).page;
}

test('ten presses 50 ms apart turn ten pages, also across a chapter', async ({ book }) => {
  await book.open(BOOK);
  for (let press = 0; press < 10; press += 1) {
    await book.page.keyboard.down('ArrowRight');
    // Key presses at the pace of a hand, which the test is about; it does not wait for the engine.
    await book.page.waitForTimeout(50);
  }
  await book.page.keyboard.up('ArrowRight');
  const place = await book.position();
  expect(place.page).toBe(10);
  const { pages } = place;
  await book.next(pages - 11 - 5);
  await book.page.evaluate(() => {
    for (let turn = 0; turn < 10; turn += 1) void window.harness.reader?.next();
  });
  expect(await book.position()).toMatchObject({ sectionIndex: 1, page: 4 });
});

test('turns in both directions at once are all carried out in order', async ({ book }) => {
  await book.open(BOOK);
  await book.next(3);
  await book.page.evaluate(() => {
    for (const turn of ['next', 'next', 'prev', 'next', 'prev', 'prev', 'next'] as const)
      void window.harness.reader?.[turn]();
  });
  expect((await book.position()).page).toBe(4);
});

test('keys turn from the page and from inside the frame', async ({ book }) => {
  await book.open(BOOK);
  for (const [key, page] of [
    ['ArrowRight', 1],
    ['PageDown', 2],
    [' ', 3],
    ['Shift+ ', 2],
    ['PageUp', 1],
    ['ArrowLeft', 0],
  ] as const) {
    expect(await pageAfter(book, () => book.page.keyboard.press(key)), key).toBe(page);
  }
  await book.page
    .frameLocator(SHOWN)
    .locator('body')
    .evaluate(() => window.focus());
  for (const [key, page] of [
    ['ArrowRight', 1],
    [' ', 2],
    ['PageUp', 1],
  ] as const) {
    expect(await pageAfter(book, () => book.page.keyboard.press(key)), key).toBe(page);
  }
});

test('the focus moves along when a key turns into another chapter', async ({ book }) => {
  await book.open(
    sampleBook([
      { name: 'a.xhtml', body: '<p>uno</p>' },
      { name: 'b.xhtml', body: '<p>dos</p>' },
      { name: 'c.xhtml', body: '<p>tres</p>' },
    ]),
  );
  await book.page
    .frameLocator(SHOWN)
    .locator('body')
    .evaluate(() => window.focus());
  await book.page.keyboard.press('ArrowRight');
  await book.position();
  await book.page.keyboard.press('ArrowRight');
  expect((await book.position()).sectionIndex).toBe(2);
});

test('a tap on a half or an edge turns the page, a tap on the top band is only reported', async ({ book }) => {
  await book.open(BOOK);
  const taps = [
    [300, 400, 1],
    [385, 400, 2],
    [385, 20, 3],
    [100, 400, 2],
    [5, 700, 1],
    [200, 20, 1],
  ] as const;
  for (const [x, y, page] of taps) {
    expect(await pageAfter(book, () => book.page.mouse.click(x, y)), `${x},${y}`).toBe(page);
  }
  const regions = await book.page.evaluate(() =>
    window.harness.events
      .filter(({ name }) => name === 'tap')
      .map(({ detail }) => (detail as { region: string }).region),
  );
  expect(regions).toEqual(['right', 'right', 'right', 'left', 'left', 'top']);
});

test('a finger that rests half a second without selecting turns no page', async ({ book }) => {
  await book.open(BOOK);
  const press = (pointerType: string | null, ms: number) =>
    book.page
      .frameLocator(SHOWN)
      .locator('p')
      .first()
      .evaluate(
        async (paragraph, { pointer, rest }) => {
          if (pointer)
            paragraph.dispatchEvent(new PointerEvent('pointerdown', { pointerType: pointer, bubbles: true }));
          await new Promise((resolve) => setTimeout(resolve, rest));
          paragraph.dispatchEvent(new MouseEvent('click', { clientX: 385, bubbles: true, cancelable: true }));
        },
        { pointer: pointerType, rest: ms },
      );
  expect(await pageAfter(book, () => press('touch', 600))).toBe(0);
  expect(await pageAfter(book, () => press('touch', 0))).toBe(1);
  // A screen reader's click has no touch before it.
  expect(await pageAfter(book, () => press(null, 0))).toBe(2);
});

test('a link is followed inside the book and reported outside it', async ({ book }) => {
  await book.open(BOOK);
  const outside: string[] = [];
  book.page.on('request', (request) => outside.push(request.url()));
  await book.page.frameLocator(SHOWN).locator('#x').click();
  await book.page.frameLocator(SHOWN).locator('#l').click();
  expect((await book.position()).tocHref).toBe('b.xhtml#h9');
  const links = await book.page.evaluate(() =>
    window.harness.events.filter(({ name }) => name === 'link').map(({ detail }) => detail),
  );
  expect(links).toEqual([
    { href: 'https://fuera.example/z', external: true },
    { href: 'b.xhtml#h9', external: false },
  ]);
  expect(outside.filter((url) => !url.startsWith('blob:'))).toEqual([]);
});

test('selecting text turns no page, nor does the click that ends it', async ({ book }) => {
  await book.open(BOOK);
  await book.page.mouse.move(60, 300);
  await book.page.mouse.down();
  await book.page.mouse.move(330, 420, { steps: 6 });
  await book.page.mouse.up();
  expect((await book.position()).page).toBe(0);
  expect(await pageAfter(book, () => book.page.mouse.click(300, 500))).toBe(0);
  expect(await pageAfter(book, () => book.page.mouse.click(300, 500))).toBe(1);
});

/** Returns a point on a word of the page shown, px from the window's corner. */
function wordAt(book: BookPage, selector: string): Promise<{ x: number; y: number }> {
  return book.page
    .frameLocator(SHOWN)
    .locator(selector)
    .evaluate((element) => {
      const range = element.ownerDocument.createRange();
      range.setStart(element.firstChild as Node, 0);
      range.setEnd(element.firstChild as Node, 4);
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
}

const selected = (book: BookPage): Promise<string> =>
  book.page
    .frameLocator(SHOWN)
    .locator('body')
    .evaluate(() => String(getSelection()).trim());

test('a double click selects the word, a triple click the paragraph, and neither turns', async ({ book }) => {
  await book.open(
    sampleBook([
      { name: 'a.xhtml', body: `<p id="w" style="text-align:right">Palabra primera y otras.</p>${prose(40, 1)}` },
    ]),
  );
  const { x, y } = await wordAt(book, '#w');
  await book.page.mouse.dblclick(x, y);
  expect(await selected(book)).toBe('Palabra');
  expect((await book.position()).page).toBe(0);
  await book.page.mouse.click(300, 600);
  await book.position();
  await book.page.mouse.click(x, y, { clickCount: 3 });
  expect(await selected(book)).toBe('Palabra primera y otras.');
  expect((await book.position()).page).toBe(0);
});

test('clicks beside the text turn as fast as they come and select nothing', async ({ book }) => {
  await book.open(BOOK);
  await book.page.mouse.dblclick(386, 400);
  expect((await book.position()).page).toBe(2);
  await book.page.mouse.dblclick(3, 400);
  expect((await book.position()).page).toBe(0);
  expect(await selected(book)).toBe('');
});

test('wheel and trackpad turn one page for each movement', async ({ book }) => {
  await book.open(BOOK);
  await book.page.mouse.move(200, 400);
  const wheel = async (x: number, y: number) => {
    await book.page.mouse.wheel(x, y);
    await book.wheelIsSilent();
    return (await book.position()).page;
  };
  expect(await wheel(0, 120)).toBe(1);
  expect(await wheel(0, 120)).toBe(2);
  expect(await wheel(0, -120)).toBe(1);
  expect(await wheel(90, 2)).toBe(2);
  expect(await wheel(-90, 2)).toBe(1);
  // A turn of the wheel below the threshold turns no page.
  expect(await wheel(0, 8)).toBe(1);
  // The decreasing events after a flick turn no second page.
  await book.page.evaluate(() => {
    const inner = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!.contentDocument!;
    // Events are made in the book's document, since their timestamps count from its start.
    const { WheelEvent: Wheel } = inner.defaultView!;
    for (let push = 60; push > 2; push *= 0.8) inner.dispatchEvent(new Wheel('wheel', { deltaY: push }));
  });
  expect((await book.position()).page).toBe(2);
  // With Ctrl the wheel is the browser's zoom.
  await book.page.keyboard.down('Control');
  expect(await wheel(0, 120)).toBe(2);
  await book.page.keyboard.up('Control');
});

test('Down and Up turn pages, Home and End lead to the ends of the chapter', async ({ book }) => {
  await book.open(BOOK);
  expect(await pageAfter(book, () => book.page.keyboard.press('ArrowDown'))).toBe(1);
  expect(await pageAfter(book, () => book.page.keyboard.press('ArrowDown'))).toBe(2);
  expect(await pageAfter(book, () => book.page.keyboard.press('ArrowUp'))).toBe(1);
  const { pages } = await book.position();
  expect(await pageAfter(book, () => book.page.keyboard.press('End'))).toBe(pages - 1);
  expect(await pageAfter(book, () => book.page.keyboard.press('Home'))).toBe(0);
  expect((await book.position()).sectionIndex).toBe(0);
});

test('the screen can veto a page turn', async ({ book }) => {
  await book.open(BOOK);
  await book.page.evaluate(() => void (window.harness.mayTurn = false));
  expect(await pageAfter(book, () => book.page.mouse.click(300, 400))).toBe(0);
  expect(await pageAfter(book, () => book.page.keyboard.press('ArrowRight'))).toBe(0);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  async function swipe(book: BookPage, dx: number, dy: number, reach = dx): Promise<number> {
    const client = await book.page.context().newCDPSession(book.page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number): Promise<unknown> =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    await send('touchStart', 200, 400);
    for (let step = 1; step <= 4; step += 1) await send('touchMove', 200 + (reach * step) / 4, 400 + (dy * step) / 4);
    await send('touchMove', 200 + dx, 400 + dy);
    await send('touchEnd', 0, 0);
    // The page slides on in animation frames; `position` waits for their end.
    return (await book.position()).page;
  }

  test('a swipe turns the page, a short or steep one does not', async ({ book }) => {
    await book.open(BOOK);
    expect(await swipe(book, -80, 5)).toBe(1);
    expect(await swipe(book, -150, 90)).toBe(2);
    expect(await swipe(book, 80, 0)).toBe(1);
    expect(await swipe(book, -150, 120)).toBe(1);
    expect(await swipe(book, -2, 0, -90)).toBe(1);
    // A movement under 10 px is a tap, here on the right half. The browser makes the click later.
    await swipe(book, -6, 0);
    await expect.poll(async () => (await book.position()).page).toBe(2);
  });

  test('a swipe that was pulled back turns no page', async ({ book }) => {
    await book.open(BOOK);
    expect(await swipe(book, -60, 0, -200)).toBe(0);
    expect(await swipe(book, -190, 0, -200)).toBe(1);
    expect(await swipe(book, 60, 0, 180)).toBe(1);
  });

  test('the page follows the finger', async ({ book }) => {
    await book.open(BOOK);
    const client = await book.page.context().newCDPSession(book.page);
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 300, y: 400 }] });
    for (const x of [280, 250, 200])
      await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: 400 }] });
    const scrolled = await book.page
      .frameLocator(SHOWN)
      .locator('html')
      .evaluate((root) => root.scrollLeft);
    expect(scrolled).toBe(100);
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  });

  test('a swipe crosses into the next chapter', async ({ book }) => {
    await book.open(
      sampleBook([
        { name: 'a.xhtml', body: '<p>uno</p>' },
        { name: 'b.xhtml', body: '<p>dos</p>' },
      ]),
    );
    await swipe(book, -120, 0);
    expect(await book.words()).toEqual(['dos']);
    await swipe(book, -120, 0);
    expect(await book.words()).toEqual(['dos']);
    await swipe(book, 120, 0);
    expect(await book.words()).toEqual(['uno']);
  });
});
