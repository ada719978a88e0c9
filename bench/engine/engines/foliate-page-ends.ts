import { openFoliate } from './open-foliate.ts';
import { NO_PAGES, pageEndsOf, sumOf } from './page-ends.ts';

/** Time for late layouts of a section, ms. */
const REST_MS = 150;

window.countPageEnds = async (url) => {
  const bytes = await (await fetch(url)).arrayBuffer();
  const host = document.querySelector('#host') as HTMLElement;
  const { paginator, sections } = await openFoliate(bytes, host, 'html{font-size:16px;line-height:1.5}');
  let sum = NO_PAGES;
  for (const [index, { linear }] of sections.entries()) {
    if (linear === 'no') continue;
    await paginator.goTo({ index });
    const inner = paginator.getContents()[0]?.doc;
    if (!inner) continue;
    await inner.fonts.ready;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    sum = sumOf(sum, pageEndsOf(inner, paginator.size));
  }
  return sum;
};
