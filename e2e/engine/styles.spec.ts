import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReviewLook } from '@cuentos/epub/page-review/review-pages';
import { countWords, LOOKS } from './support/count-words.ts';
import { editionOf } from './support/edition-of.ts';
import { expect, test } from './support/engine-test.ts';
import { PICTURE, type SampleItem, sampleBook } from './support/sample-books.ts';

/** Makes numbered words, each different from all others. */
const words = (count: number): string => Array.from({ length: count }, (_, at) => `palabra${at}`).join(' ');
const few = words(30);
const many = words(500);
const around = (box: string): string => `<p>antes ${words(12)}</p>${box}<p>después ${words(12)}</p>`;
const styled = (style: string, text = few, element = 'div'): string =>
  around(`<${element} style="${style}"><p>${text}</p></${element}>`);

/** Words six boxes deep. */
const nested = (outer: string): string =>
  `<div class="${outer}">${'<div>'.repeat(5)}<p>${few}</p>${'</div>'.repeat(6)}`;

/** A chapter for each kind of style that hides words: name, contents of its head, contents of its body. */
const KINDS: readonly (readonly [name: string, head: string, body: string])[] = [
  ['wide', '', styled('width:600px') + styled('min-width:6.5in') + styled('width:130%')],
  [
    'wide-by-variable',
    '<style>:root{--w:700px}.w{width:var(--w)!important}</style>',
    around(`<div class="w">${few}</div>`),
  ],
  ['wide-padding', '', styled('width:100%;padding:0 2em') + styled('padding-left:300px')],
  ['low', '', styled('height:40px') + styled('max-height:2em', many) + styled('height:10em;overflow:auto', many)],
  [
    'low-in-layer',
    '<style>@layer a{@media screen{.l{height:3em!important}}}</style>',
    around(`<p class="l">${words(90)}</p>`),
  ],
  ['unbroken', '', styled('white-space:nowrap') + styled('word-break:keep-all') + around(`<nobr>${few}</nobr>`)],
  [
    'hiding-list',
    '<style>li,dd,figure{overflow:hidden!important}</style>',
    `<ul><li>${many}</li></ul><figure>${many}</figure>`,
  ],
  [
    'screenful',
    '',
    styled('display:flex;flex-direction:column;justify-content:center;height:100vh', many) + styled('width:100vw'),
  ],
  ['rows', '', around(`<div style="display:flex">${`<p>${words(60)}</p>`.repeat(6)}</div>`)],
  [
    'grid',
    '',
    around(`<div style="display:grid;grid-template-columns:400px 400px">${`<p>${few}</p>`.repeat(4)}</div>`),
  ],
  ['stiff-flex', '', around(`<div style="display:flex"><p style="flex:0 0 600px">${few}</p><p>${few}</p></div>`)],
  ['root-flex', '<style>html,body{display:flex!important;flex-direction:column;height:100%}</style>', `<p>${many}</p>`],
  [
    'root-important',
    '<style>html body.b#i{width:620px!important;position:absolute!important;overflow:hidden!important}</style>',
    `<p>${many}</p>`,
  ],
  [
    'root-layer',
    '<style>@layer x{body{height:100%!important;overflow:hidden!important;padding:50px!important}}</style>',
    `<p>${many}</p>`,
  ],
  ['pulled', '', styled('margin-left:-200px') + styled('margin-top:-80px') + styled('margin-right:-150px')],
  [
    'moved',
    '',
    styled('position:relative;left:-200px') +
      styled('position:relative;top:-90px') +
      styled('transform:translateX(60%)'),
  ],
  ['placed', '', styled('position:absolute;top:40px') + around(many) + styled('position:absolute;top:0;left:0')],
  ['columns', '', styled('columns:2;height:200px', many) + styled('column-count:3;column-span:all;height:5em', many)],
  [
    'old-boxes',
    '',
    styled('display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden', many),
  ],
  ['contained', '', styled('contain:strict') + styled('content-visibility:hidden') + styled('container-type:size')],
  [
    'tight',
    '',
    styled('line-height:0') + around(`<h2 style="line-height:.3">${few}</h2>`) + styled('letter-spacing:-1em'),
  ],
  ['tiny', '', styled('font-size:0') + styled('font-size:1px') + styled('zoom:.1') + styled('transform:scale(0)')],
  [
    'faint',
    '<style>@keyframes k{from{opacity:0}to{opacity:0}}</style>',
    styled('opacity:0') + styled('animation:k 9s infinite'),
  ],
  ['cut-out', '', styled('clip-path:inset(50%)') + styled('clip-path:circle(0)')],
  ['white', '', styled('color:#fff') + styled('-webkit-text-fill-color:transparent') + styled('color:transparent')],
  [
    'black',
    '<style>.k#k{color:#000!important;background:#000!important}</style>',
    around(`<p class="k" id="k">${few}</p>`) + styled('color:#111!important'),
  ],
  [
    'ink-of-html',
    '',
    around(
      `<p><font color="white">${few}</font></p><table bgcolor="#000000" width="900"><tr><td nowrap="nowrap">${few}</td></tr></table>`,
    ),
  ],
  [
    'drawn',
    '',
    around(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 60"><text x="9" y="40">uno dos tres</text></svg>`),
  ],
  ['in-a-line', '', around(`<p>${few} <span style="display:inline-block;width:500px">${few}</span> ${few}</p>`)],
  ['raised', '', around(`<p>${few} <span style="vertical-align:-300px">uno dos</span> ${few}</p>`)],
  [
    'turned',
    '',
    styled('transform:rotate(90deg)') +
      styled('rotate:180deg') +
      styled('transform:rotate(-45deg)') +
      styled('transform:scaleX(-1)') +
      styled('transform:rotateY(180deg);backface-visibility:hidden'),
  ],
  [
    'behind-its-ground',
    '',
    around(`<div style="background:#fff"><p style="position:relative;z-index:-1">${few}</p></div>`) +
      around(
        `<div style="position:relative;z-index:0;background:#ddd"><p style="position:relative;z-index:-9">${few}</p></div>`,
      ),
  ],
  [
    'under-a-picture',
    '',
    around(
      `<div style="position:relative"><p>${few}</p><img alt="" src="p.png" style="position:absolute;top:0;left:0;width:100%;height:100%"/></div>`,
    ),
  ],
  [
    'under-generated-boxes',
    `<style>body::before{content:"";position:fixed;inset:0;background:#fff;z-index:99}
html::after{content:"";position:absolute;top:0;left:0;width:100%;height:100%;background:#fff}
.g{position:relative}.g::before{content:"";position:absolute;inset:0;background:#fff}</style>`,
    around(`<p class="g">${few}</p>`),
  ],
  [
    'boxes-in-boxes',
    '',
    around(`${'<blockquote style="margin:0 40px">'.repeat(12)}${few}${'</blockquote>'.repeat(12)}`) +
      around(`${'<ul><li>'.repeat(14)}${few}${'</li></ul>'.repeat(14)}`),
  ],
  [
    'squeezed',
    '',
    styled('margin:0 49%') + styled('margin-left:50%;padding-left:50%') + styled('border-left:900px solid red'),
  ],
  [
    'vertical-in-horizontal',
    '',
    around(`<table><tr><td style="writing-mode:vertical-rl">${many}</td><td>${few}</td></tr></table>`) +
      styled('writing-mode:vertical-rl;height:200px', many) +
      styled('writing-mode:sideways-lr', many),
  ],
  [
    'tiny-shorthand',
    '<style>.t{font:1px/1px serif!important}body{font-size:1px!important}</style>',
    around(`<p class="t">${few}</p>`) + styled('font:italic 16px/0 serif'),
  ],
  [
    'size-by-variable',
    '<style>:root{--i:-5000px;--s:0}</style>',
    styled('text-indent:var(--i)') + styled('font-size:var(--s)'),
  ],
  [
    'formula-of-words',
    '',
    around(`<p><math xmlns="http://www.w3.org/1998/Math/MathML"><mtext>${few}</mtext></math></p>`),
  ],
  [
    'letters-of-their-ground',
    `<style>.l{background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent;
-webkit-text-fill-color:transparent}.a{font-size-adjust:.01}</style>`,
    around(`<h2 class="l">${few}</h2>`) + around(`<p class="a">${few}</p>`),
  ],
  ['instead-of-its-words', '<style>.i{content:url(p.png)}</style>', around(`<p class="i">${few}</p>`)],
  ['far-below', '', styled('position:relative;bottom:-9000px')],
  ['behind', '', around(`<p>${few}</p><div style="position:relative;margin-top:-40px;background:#fff">${few}</div>`)],
  [
    'on-a-gradient',
    '',
    styled('background-image:linear-gradient(#000,#000)') + styled('background:linear-gradient(90deg,#fff,#000)'),
  ],
  [
    'colours-of-other-spaces',
    '',
    styled('color:oklch(1 0 0)') + styled('color:lab(100 0 0)') + styled('color:oklab(1 0 0)'),
  ],
  ['far-around', '<style>.n{background:#000}</style>', around(nested('n'))],
  [
    'raised-numbers',
    '<style>sup{position:relative;top:-3em}</style>',
    around(`<p>${Array.from({ length: 30 }, (_, at) => `palabra${at}<sup>${at}</sup>`).join(' ')}</p>`),
  ],
  ['without-boxes', '<style>.n{display:contents}</style>', around(nested('n'))],
];

/** Kinds of attributes, of paint and of faces: the gate rewrites them, so that the page has no fault to mend. */
const OF_THE_GATE: typeof KINDS = [
  [
    'column-without-width',
    '<style>col{visibility:collapse}</style>',
    around(`<table><colgroup><col/></colgroup><tr><td>${few}</td><td>${few}</td></tr></table>`),
  ],
  [
    'painted-over',
    '',
    styled('box-shadow:inset 0 0 0 999px #000') +
      styled('outline:60px solid #000') +
      styled('outline:4em solid #fff;outline-offset:-2em'),
  ],
  [
    'struck-out',
    '',
    styled('text-decoration:line-through 1.4em') +
      styled('text-decoration:underline 60px #fff;text-underline-offset:-40px'),
  ],
  ['printed-twice', '', styled('text-shadow:0 24px #000') + styled('-webkit-box-reflect:below')],
  ['filtered', '', styled('filter:opacity(0)') + styled('filter:blur(6px)') + styled('mix-blend-mode:difference')],
  [
    'letters-of-a-face',
    `<style>@font-face{font-family:f;src:local("Open Sans"),local("DejaVu Sans"),local("Liberation Serif");size-adjust:5%}
@font-face{font-family:g;src:local("Open Sans"),local("DejaVu Sans"),local("Liberation Serif");ascent-override:0%;descent-override:0%;line-gap-override:0%}
.f{font-family:f}.g{font-family:g}</style>`,
    around(`<p class="f">${few}</p>`) + around(`<p class="g">${few}</p>`),
  ],
  [
    'drawn-wider',
    '',
    around(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="60"><text x="700" y="40">uno dos tres</text></svg>`,
    ),
  ],
  [
    'closed',
    '',
    around(
      `<p hidden="until-found">${few}</p><p popover="auto">${few}</p>` +
        `<details name="a"><summary>Uno</summary><p>${few}</p></details>`.repeat(2),
    ),
  ],
];

const chapter = ([name, head, body]: (typeof KINDS)[number]): SampleItem => ({
  name: `${name}.xhtml`,
  head,
  body: `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title>${head}</head><body class="b" id="i">${body}</body></html>`,
});

const looks: readonly ReviewLook[] = LOOKS.filter(({ name }) =>
  ['390 pages', '1280 pages dark', '390 flow dark', '390 pages dark'].includes(name),
);

test.describe('each word of a book with an odd style is on a page, legible, once', () => {
  test('as the gate leaves it', async ({ book }) => {
    test.setTimeout(240_000);
    const directory = await mkdtemp(join(tmpdir(), 'odd-'));
    try {
      const file = join(directory, 'odd.epub');
      await writeFile(file, sampleBook([...KINDS, ...OF_THE_GATE].map(chapter), { extra: { 'p.png': PICTURE } }));
      const edition = await editionOf(file);
      expect(edition).not.toBeNull();
      const sums = await countWords(book, edition!.bytes, looks);
      expect(sums.flatMap(({ name, reasons }) => reasons.map((reason) => `${name} ${reason}`))).toEqual([]);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  test('as in an edition that was cleaned before there was a policy', async ({ book }) => {
    test.setTimeout(240_000);
    const sums = await countWords(book, sampleBook(KINDS.map(chapter), { extra: { 'p.png': PICTURE } }), looks);
    expect(sums.flatMap(({ name, reasons }) => reasons.map((reason) => `${name} ${reason}`))).toEqual([]);
  });

  test('lines with colours of a style take the reader’s colour', async ({ book }) => {
    const head = '<style>p::first-letter{color:#000!important}p::first-line{color:#111!important}</style>';
    await book.open(sampleBook([{ name: 'a.xhtml', head, body: `<p>${few}</p>` }]));
    await book.page.evaluate((dark) => window.harness.reader?.setTheme({ ...window.harness.theme, ...dark }), {
      background: '#121212',
      color: '#E8E6E3',
    });
    await book.position();
    const shown = book.page.frameLocator('#host div:not([inert]) > iframe');
    const colours = await shown
      .locator('p')
      .first()
      .evaluate((p) => ['::first-letter', '::first-line'].map((part) => getComputedStyle(p, part).color));
    expect(colours).toEqual(Array.from(colours, () => 'rgb(232, 230, 227)'));
  });
});
