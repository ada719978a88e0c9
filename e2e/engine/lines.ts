/**
 * Counts lines with holes: justified whole books without and with the engine's own hyphens, on a phone and a laptop. Prints
 * for each the share of lines with a gap of more than three, and of five, spaces.
 *
 *   node e2e/engine/lines.ts <book.epub>…
 */
import { basename, join } from 'node:path';
import { chromium } from '@playwright/test';
import type { ReaderOptions } from '@cuentos/epub/render/reader-types';
import { chromiumLaunchOptions } from '../browser.ts';
import { editionOf } from './support/edition-of.ts';
import { BookPage } from './support/engine-test.ts';
import { serveEngine } from './support/serve.ts';

const SIZES = [
  { width: 360, height: 740, margin: 10 },
  { width: 1280, height: 800, margin: 320 },
] as const;
/** Sizes of the letters, px. */
const FONTS = [16, 24];
const HYPHENS = ['none', 'at-hand'] as const satisfies readonly ReaderOptions['hyphens'][];

const server = await serveEngine(join(import.meta.dirname, 'support', 'harness-page.ts'));
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  for (const file of process.argv.slice(2)) {
    const edition = await editionOf(file);
    if (!edition) throw new Error(`the gate refused ${file}`);
    for (const { width, height, margin, fontSize } of SIZES.flatMap((size) =>
      FONTS.map((font) => ({ ...size, fontSize: font })),
    )) {
      for (const hyphens of HYPHENS) {
        const context = await browser.newContext({ viewport: { width, height } });
        const book = new BookPage(await context.newPage(), server, true);
        const look = { marginLeft: margin, marginRight: margin, fontSize, justify: true };
        await book.open(edition.bytes, { hyphens });
        await book.page.evaluate(
          (change) => window.harness.reader?.setTheme({ ...window.harness.theme, ...change }),
          look,
        );
        await book.position();
        const sum = { lines: 0, above3: 0, above5: 0 };
        for (const { path, linear, missing, characters } of edition.publication.sections) {
          if (!linear || missing || characters < 2000) continue;
          await book.goTo(path);
          const found = await book.page.evaluate(gapsOnShow);
          sum.lines += found.lines;
          sum.above3 += found.above3;
          sum.above5 += found.above5;
        }
        const share = (count: number): string => `${((count / Math.max(1, sum.lines)) * 100).toFixed(1)} %`;
        console.log(
          `${basename(file)} ${width} px, letters of ${fontSize}, hyphens ${hyphens}: ${sum.lines} lines, above 3 spaces ${share(sum.above3)}, above 5 ${share(sum.above5)}`,
        );
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}

/** Runs in the page: the lines of all paragraphs that are laid out of the section on show, but the last of each. */
function gapsOnShow(): { lines: number; above3: number; above5: number } {
  const inner = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')
    ?.contentDocument as Document;
  const range = inner.createRange();
  const sum = { lines: 0, above3: 0, above5: 0 };
  for (const block of inner.querySelectorAll('p')) {
    if (getComputedStyle(block).textAlign !== 'justify' || block.closest('[data-reader-away]')) continue;
    const probe = block.appendChild(inner.createElement('span'));
    probe.style.cssText = 'position:absolute;white-space:pre;text-indent:0';
    probe.textContent = ' ';
    const space = probe.getBoundingClientRect().width;
    probe.remove();
    const words: DOMRect[] = [];
    const walker = inner.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        words.push(...[...range.getClientRects()].filter(({ width }) => width > 0.5));
      }
    }
    let largest = 0;
    for (const [at, rect] of words.entries()) {
      const next = words[at + 1];
      // Soft hyphens may cut a word's box in pieces that touch.
      const isSameLine = next && Math.abs(next.top - rect.top) < rect.height / 2 && next.left >= rect.right - 1;
      if (isSameLine) largest = Math.max(largest, next.left - rect.right);
      else {
        // The last line is not justified.
        if (next) {
          sum.lines += 1;
          if (largest > space * 3) sum.above3 += 1;
          if (largest > space * 5) sum.above5 += 1;
        }
        largest = 0;
      }
    }
  }
  return sum;
}
