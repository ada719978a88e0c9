import { addGaps, gapsOf, NO_LINES } from './line-gaps.ts';
import { openFoliate } from './open-foliate.ts';

/** Time for late layouts of a section, ms. */
const REST_MS = 150;
/** Characters below which a section has too few lines to count. */
const LEAST = 2000;

window.countGaps = async (url, _variant, _column, fontSize) => {
  const bytes = await (await fetch(url)).arrayBuffer();
  const host = document.querySelector('#host') as HTMLElement;
  const css = `html{font-size:${fontSize}px;line-height:1.5}p{text-align:justify;hyphens:auto}`;
  const { paginator, sections } = await openFoliate(bytes, host, css);
  let sum = NO_LINES;
  for (const [index, { linear }] of sections.entries()) {
    if (linear === 'no') continue;
    await paginator.goTo({ index });
    const inner = paginator.getContents()[0]?.doc;
    if (!inner || inner.body.textContent.length < LEAST) continue;
    await inner.fonts.ready;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    sum = addGaps(sum, gapsOf(inner, paginator.pages - 2));
  }
  return sum;
};
