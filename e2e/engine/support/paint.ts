import { expect } from '@playwright/test';
import type { BookPage } from './engine-test.ts';

/** Highlights of the page shown as they are painted, read from its pixels. */
export interface PaintReport {
  /** Number of characters of the ranges on this page. */
  readonly inside: number;
  /** Characters of the ranges with too little of the colour behind them. */
  readonly bare: readonly string[];
  /** Characters outside the ranges with the colour behind them. */
  readonly stray: readonly string[];
}

/** Compares the pixels behind each visible character of the page with the ranges of the highlights. */
export async function paintOnPage(book: BookPage, cfis: readonly string[], colour: string): Promise<PaintReport> {
  const shot = (await shotOfRest(book)).toString('base64');
  return book.page.evaluate(measurePaint, { shot, cfis, colour });
}

/**
 * A picture of the page that is the same as one a moment earlier, with all letters in the same places: a busy machine
 * paints late.
 */
async function shotOfRest(book: BookPage): Promise<Buffer> {
  let picture: Buffer = Buffer.alloc(0);
  await expect(async () => {
    const before = await book.page.evaluate(placesOfText);
    const earlier = await book.page.screenshot();
    expect(await book.page.evaluate(placesOfText)).toEqual(before);
    picture = await book.page.screenshot();
    expect(picture.equals(earlier)).toBe(true);
  }).toPass({ timeout: 20_000 });
  return picture;
}

/** Runs in the page. */
async function placesOfText(): Promise<number[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const inner = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!.contentDocument!;
  const range = inner.createRange();
  range.selectNodeContents(inner.body);
  return [...range.getClientRects()].flatMap(({ left, top, width }) => [left, top, width]);
}

/** Runs in the page. */
async function measurePaint(given: { shot: string; cfis: readonly string[]; colour: string }): Promise<PaintReport> {
  const image = new Image();
  image.src = `data:image/png;base64,${given.shot}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const { data, width } = context.getImageData(0, 0, image.width, image.height);
  const wanted = [1, 3, 5].map((at) => Number.parseInt(given.colour.slice(at, at + 2), 16));

  const frame = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!;
  const inner = frame.contentDocument!;
  const offset = frame.getBoundingClientRect();
  const ranges = given.cfis.map((cfi) => window.harness.reader!.rangeOf(cfi)?.range).filter((range) => !!range);
  const shareOf = (rect: DOMRect, reach: 0 | 1): number => {
    let hits = 0;
    let all = 0;
    for (let y = Math.ceil(rect.top + 2); y < rect.bottom - 2; y += 1) {
      for (
        let x = Math.ceil(rect.left + offset.left) - reach;
        x < Math.floor(rect.right + offset.left) + reach;
        x += 1
      ) {
        const at = (Math.floor(y + offset.top) * width + x) * 4;
        all += 1;
        if (wanted.every((value, channel) => Math.abs((data[at + channel] as number) - value) <= 3)) hits += 1;
      }
    }
    return all === 0 ? -1 : hits / all;
  };

  const report = { inside: 0, bare: [] as string[], stray: [] as string[] };
  const asked = inner.createRange();
  const walker = inner.createTreeWalker(inner.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const text = node;
    asked.selectNodeContents(node);
    const { left, right } = asked.getBoundingClientRect();
    if (right < 0 || left > innerWidth) continue;
    for (let at = 0; at < node.data.length; at += 1) {
      if (/\s/.test(node.data[at]!)) continue;
      asked.setStart(node, at);
      asked.setEnd(node, at + 1);
      const rect = asked.getBoundingClientRect();
      const isShown = rect.left >= 0 && rect.right <= innerWidth && rect.top >= 0 && rect.bottom <= innerHeight;
      if (!isShown || rect.width < 3) continue;
      const isInside = ranges.some(
        (range) => range.comparePoint(text, at) === 0 && range.comparePoint(text, at + 1) === 0,
      );
      // The box of a narrow letter is full of ink, and a neighbour's colour may touch its edge: both are skipped.
      const share = shareOf(rect, isInside ? 1 : 0);
      if (share < 0) continue;
      const name = `${node.data[at]}@${node.data.slice(Math.max(0, at - 6), at + 6)}:${share.toFixed(2)}`;
      report.inside += isInside ? 1 : 0;
      if (isInside && share < 0.1) report.bare.push(name);
      if (!isInside && share > 0.4) report.stray.push(name);
    }
  }
  return report;
}
