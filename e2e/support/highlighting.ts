import type { Frame, Page } from '@playwright/test';
import { expect } from './shop-test.ts';

/** Returns the frame of the page shown. */
export async function shownFrame(page: Page): Promise<Frame> {
  const slot = page.locator('[data-book-host] div:not([inert]) > iframe');
  const frame = await (await slot.elementHandle())?.contentFrame();
  if (!frame) throw new Error('no page is shown');
  return frame;
}

/** Removes the characters that only mark where a line may break. */
const asSaid = (text: string): string => text.replaceAll(/[\u00AD\u2060]/g, '');

interface Stretch {
  /** Where the words begin and end on the screen, px. */
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
  readonly text: string;
}

/** Finds visible words: `words` of them from the beginning of the `skip`th visible paragraph. */
export async function wordsOnPage(page: Page, { skip = 0, words = 4 } = {}): Promise<Stretch> {
  const frame = await shownFrame(page);
  const element = await frame.frameElement();
  const box = await element.boundingBox();
  const wordRect = await frame.evaluate(
    ([wantedSkip, wantedWords]) => {
      let left = wantedSkip;
      for (const paragraph of document.querySelectorAll('p')) {
        const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
        const node = walker.nextNode() as Text | null;
        const text = node?.data ?? '';
        const end = text
          .split(/(?<=\s)/)
          .slice(0, wantedWords)
          .join('')
          .trimEnd().length;
        if (!node || end < 8) continue;
        const range = document.createRange();
        range.setStart(node, 0);
        range.setEnd(node, end);
        const rects = [...range.getClientRects()];
        const [first, last] = [rects[0], rects.at(-1)];
        if (!first || !last || first.left < 0 || first.left > innerWidth || first.top < 0) continue;
        if (last.bottom > innerHeight || last.right > innerWidth || rects.length > 1) continue;
        if (left > 0) {
          left -= 1;
          continue;
        }
        const middle = first.top + first.height / 2;
        return { from: { x: first.left + 1, y: middle }, to: { x: last.right - 1, y: middle }, text: range.toString() };
      }
      return null;
    },
    [skip, words] as const,
  );
  if (!wordRect || !box) throw new Error('no words on this page');
  const onScreen = ({ x, y }: { x: number; y: number }) => ({ x: x + box.x, y: y + box.y });
  return { from: onScreen(wordRect.from), to: onScreen(wordRect.to), text: wordRect.text };
}

/** Selects words with the mouse and waits for the toolbar. */
export async function selectByMouse(page: Page, options?: Parameters<typeof wordsOnPage>[1]): Promise<string> {
  const { from, to, text } = await wordsOnPage(page, options);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: /^(Resaltar|Editar resaltado)$/ })).toBeVisible();
  return asSaid(text);
}

/** Selects words as the handles under a finger do: without a pointer event. */
export async function selectByHandles(page: Page, options?: Parameters<typeof wordsOnPage>[1]): Promise<string> {
  const { text } = await wordsOnPage(page, options);
  const frame = await shownFrame(page);
  await frame.evaluate((words) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      if (!node.data.startsWith(words)) continue;
      document.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch' }));
      document.getSelection()?.setBaseAndExtent(node, 0, node, words.length);
      return;
    }
  }, text);
  return asSaid(text);
}

/** Lists the highlights painted on the page's section, `colour: words`, in the order of the book's text. */
export async function painted(page: Page): Promise<string[]> {
  return (await shownFrame(page)).evaluate(() => {
    const all: { from: Range; text: string }[] = [];
    for (const [group, ranges] of CSS.highlights) {
      for (const each of ranges) {
        const range = document.createRange();
        range.setStart(each.startContainer, each.startOffset);
        range.setEnd(each.endContainer, each.endOffset);
        all.push({
          from: range,
          text: `${group.replace('reader-', '')}: ${range.toString().replaceAll(/[\u00AD\u2060]/g, '')}`,
        });
      }
    }
    all.sort((a, b) => a.from.compareBoundaryPoints(Range.START_TO_START, b.from));
    return all.map(({ text }) => text);
  });
}

/** Clicks the middle of highlighted words. */
export async function clickPainted(page: Page, words: string): Promise<void> {
  const frame = await shownFrame(page);
  const box = await (await frame.frameElement()).boundingBox();
  const at = await frame.evaluate((wanted) => {
    for (const ranges of CSS.highlights.values()) {
      for (const each of ranges) {
        const range = document.createRange();
        range.setStart(each.startContainer, each.startOffset);
        range.setEnd(each.endContainer, each.endOffset);
        const rect = range.getBoundingClientRect();
        if (range.toString().replaceAll(/[\u00AD\u2060]/g, '') === wanted)
          return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
      }
    }
    return null;
  }, words);
  await page.mouse.click((box?.x ?? 0) + (at?.x ?? 0), (box?.y ?? 0) + (at?.y ?? 0));
}

/** Opens the panel's tab 'Resaltados'. */
export async function openHighlights(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: /^Resaltados/ });
  // A panel that was just closed may still be sliding out.
  await expect(tab).toBeHidden();
  // The settings can be opened about 800 ms after the book.
  await expect(async () => {
    if (!(await tab.isVisible())) await page.mouse.click((page.viewportSize()?.width ?? 0) / 2, 25);
    await expect(tab).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await tab.click();
}
