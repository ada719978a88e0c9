import ePub from '@likecoin/epub-ts';
import type { BenchEngine } from './bench-engine.ts';

let rendition: ReturnType<ReturnType<typeof ePub>['renderTo']>;

interface Location {
  readonly start?: { readonly cfi?: string };
}

window.engine = {
  async open(bytes, host) {
    rendition = ePub(bytes).renderTo(host, { width: '100%', height: '100%', flow: 'paginated', spread: 'none' });
    rendition.themes.default({ html: { 'font-size': '16px', 'line-height': '1.5' } });
    await rendition.display();
  },
  next: () => rendition.next(),
  toSectionEnd: () => Promise.resolve(),
  page: () => (rendition.location as unknown as Location | undefined)?.start?.cfi ?? '',
} satisfies BenchEngine;
