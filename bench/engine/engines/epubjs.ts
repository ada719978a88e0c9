import { Book, type Rendition } from 'epubjs';
import type { BenchEngine } from './bench-engine.ts';

let rendition: Rendition;

interface Location {
  readonly start?: { readonly cfi?: string };
}

window.engine = {
  async open(bytes, host) {
    const book = new Book();
    await book.open(bytes, 'binary');
    rendition = book.renderTo(host, { width: '100%', height: '100%', flow: 'paginated', spread: 'none' });
    rendition.themes.default({ html: { 'font-size': '16px', 'line-height': '1.5' } });
    await rendition.display();
  },
  next: () => rendition.next(),
  toSectionEnd: () => Promise.resolve(),
  page: () => (rendition.location as unknown as Location | undefined)?.start?.cfi ?? '',
} satisfies BenchEngine;
