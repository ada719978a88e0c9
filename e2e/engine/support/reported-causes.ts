import { PICTURE, type SampleItem, type SampleOptions, sampleBook } from './sample-books.ts';

/** A cause for which readers of a book lost words in some reader, and a small book of our own that has it. */
export interface ReportedCause {
  readonly name: string;
  /** Address of the public report. */
  readonly report: string;
  readonly head: string;
  readonly body: string;
}

/** Makes numbered words, each different from all others. */
const words = (count: number, seed = 'palabra'): string =>
  Array.from({ length: count }, (_, at) => `${seed}${at}`).join(' ');
const few = words(30);
const many = words(500);
const around = (box: string): string => `<p>${words(12, 'antes')}</p>${box}<p>${words(12, 'después')}</p>`;
const drawing = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" width="300" height="100">${content}</svg>`;
const label = `<foreignObject width="300" height="100"><div xmlns="http://www.w3.org/1999/xhtml" style="color:#000">uno dos tres</div></foreignObject>`;

/** Causes whose words the review of pages counts. */
export const REPORTED: readonly ReportedCause[] = [
  {
    name: 'float-at-the-end',
    report: 'https://github.com/w3c/epub-rs-bugs/issues/3',
    head: '<style>.f{float:left;width:60%}</style>',
    body: `<p>${few}</p><div class="f"><p>${few}</p></div><p>fin</p>`,
  },
  {
    name: 'chapter-in-a-float',
    report: 'https://github.com/koreader/koreader/issues/13614',
    head: '<style>.f{float:left;width:600px}</style>',
    body: `<div class="f"><p>${many}</p></div>`,
  },
  {
    name: 'nested-indents',
    report: 'https://github.com/Kareadita/Kavita/issues/1734',
    head: '<style>div.m{margin-left:1.5em}</style>',
    body: around(`${'<div class="m">'.repeat(20)}${few}${'</div>'.repeat(20)}`),
  },
  {
    name: 'chapter-in-a-line',
    report: 'https://github.com/readest/readest/pull/4641',
    head: '<style>.f{display:inline-flex;width:500px}.g{display:inline flow-root}</style>',
    body: around(`<div class="f"><p>${many}</p></div>`) + around(`<div class="g"><p>${many}</p></div>`),
  },
  {
    name: 'labels-of-a-drawing',
    report: 'https://github.com/mermaid-js/mermaid/issues/533',
    head: '',
    body: around(drawing(label)),
  },
  {
    name: 'lines-of-a-listing',
    report: 'https://github.com/sumatrapdfreader/sumatrapdf/issues/4990',
    head: '',
    body: around(`<listing>${few}</listing>`) + around(`<xmp>${few}</xmp>`),
  },
  {
    name: 'address-in-one-piece',
    report: 'https://github.com/readium/swift-toolkit/issues/144',
    head: '<style>p{overflow-wrap:normal}</style>',
    body: around(`<p>ejemplo.cl/${'a'.repeat(300)} ${few}</p>`),
  },
  {
    name: 'colours-of-a-dark-device',
    report: 'https://github.com/jgm/pandoc/pull/11791',
    head: '<style>:root{color-scheme:light dark}p{color:light-dark(#1a1a1a,#e5e5e5)}@media (prefers-color-scheme:dark){h2{color:#eee}body{background:#111}}</style>',
    body: `<h2>${few}</h2><p>${few}</p>`,
  },
  {
    name: 'long-readings',
    report: 'https://github.com/futurepress/epub.js/issues/888',
    head: '',
    body: around(
      `<p>${Array.from({ length: 20 }, (_, at) => `<ruby>a<rt>lectura mucho más larga ${at}</rt></ruby>`).join(' ')}</p>`,
    ),
  },
  {
    name: 'right-to-left-body',
    report: 'https://github.com/Sigil-Ebook/Sigil/issues/510',
    head: '<style>body{direction:rtl}</style>',
    body: around(`<p>${many}</p>`),
  },
];

/** Makes a book with a chapter for each cause, without the gate's cleaning. */
export function bookOfCauses(causes: readonly ReportedCause[], options: SampleOptions = {}): Uint8Array {
  const items = causes.map(({ name, head, body }): SampleItem => ({ name: `${name}.xhtml`, head, body }));
  return sampleBook(items, { ...options, extra: { 'p.png': PICTURE } });
}
