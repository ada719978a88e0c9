import { TextIndex } from '@cuentos/epub/locator/text-index';
import {
  isDisplayed,
  standingWords,
  type WordBox,
  WordsOnPage,
  wordsOf,
} from '@cuentos/epub/page-review/words-on-page';
import type { ReviewLook } from '@cuentos/epub/page-review/review-pages';
import { WorkSlices } from '@cuentos/epub/page-review/work-slices';
import { openFoliate } from './open-foliate.ts';

/** Words of a section in foliate-js: how many the author displays, and how many no page shows legibly. */
export interface FoliateWords {
  readonly path: string;
  readonly words: number;
  readonly lost: number;
}

declare global {
  interface Window {
    countFoliateWords: typeof countFoliateWords;
  }
}

/** Time for late layouts of a section, ms. */
const REST_MS = 250;

/**
 * Opens each section of a book in foliate-js, in a host that fills the page, and asks of its words what the review of
 * pages asks of ours. All pages of a section stand side by side in one frame, so that none has to be turned.
 */
async function countFoliateWords(url: string, { theme }: Pick<ReviewLook, 'theme'>): Promise<FoliateWords[]> {
  const host = document.querySelector('#host') as HTMLElement;
  host.replaceChildren();
  const css = `html{font-size:${theme.fontSize}px;line-height:${theme.lineHeight};background:${theme.background};color:${theme.color}}`;
  const bytes = await (await fetch(url)).arrayBuffer();
  const { paginator, sections } = await openFoliate(bytes, host, css);
  const isScrolled = theme.flow === 'scrolled-doc';
  if (isScrolled) paginator.setAttribute('flow', 'scrolled');
  const found: FoliateWords[] = [];
  for (const [index, { id, linear }] of sections.entries()) {
    if (linear === 'no') continue;
    await paginator.goTo({ index });
    const inner = paginator.getContents()[0]?.doc;
    if (!inner) continue;
    await inner.fonts.ready;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    found.push({ path: id, ...(await lostWords(inner, isScrolled ? Number.POSITIVE_INFINITY : paginator.size)) });
  }
  return found;
}

async function lostWords(inner: Document, pageWidth: number): Promise<{ words: number; lost: number }> {
  const slices = new WorkSlices(new AbortController().signal);
  const words = wordsOf(new TextIndex(inner.body)).filter((word) => isDisplayed(word));
  const standing = await standingWords(words, inner, slices);
  const page = new WordsOnPage(standing, inner);
  const isCutByPage = ({ left, right }: WordBox): boolean =>
    Math.floor((left + 1) / pageWidth) !== Math.floor((right - 1) / pageWidth);
  const legible = standing.filter((each) => !isCutByPage(each.rect) && page.faultOf(each) === null).length;
  return { words: words.length, lost: words.length - legible };
}

window.countFoliateWords = countFoliateWords;
