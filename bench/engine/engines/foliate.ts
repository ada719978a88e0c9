import type { BenchEngine } from './bench-engine.ts';
import { openFoliate, type Paginator } from './open-foliate.ts';

let paginator: Paginator;
let index = 0;
let shownText = '';

window.engine = {
  async open(bytes, host) {
    const book = await openFoliate(bytes, host, 'html{font-size:16px;line-height:1.5}');
    ({ paginator } = book);
    paginator.addEventListener('relocate', (event) => ({ index } = (event as CustomEvent<{ index: number }>).detail));
    // Uses goTo(), not next() as foliate's view does: the promise of next() resolves 100 ms after the page is shown.
    await paginator.goTo({ index: book.sections.findIndex(({ linear }) => linear !== 'no') });
  },
  next: () => paginator.next(),
  toSectionEnd: () => paginator.goTo({ index, anchor: () => 1 }),
  page() {
    // Ignores foliate's first and last page, which are blank, so that a turn counts when text is shown.
    const { page, pages } = paginator;
    if (page >= 1 && page <= pages - 2) shownText = `${index}:${page}`;
    return shownText;
  },
} satisfies BenchEngine;
