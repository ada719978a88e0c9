import { describe, expect, test } from 'vitest';
import { type CssPiece, splitCss, splitDeclarations } from './rewrite-css.ts';

/** Text of the pieces, with addresses in angle brackets. */
function shown(pieces: readonly CssPiece[]): string {
  return pieces
    .map((piece) =>
      typeof piece === 'string' ? piece : `<${piece.kind} ${piece.href}${piece.media && ` ${piece.media}`}>`,
    )
    .join('');
}

describe('splitCss', () => {
  test.each([
    ['a{background:url(x.png)}', 'a{background:<url x.png>}'],
    [`a{background:URL( "x y.png" )}`, 'a{background:<url x y.png>}'],
    [`@import "b.css";p{}`, '<import b.css>p{}'],
    [`@import url('b.css') print and (color);p{}`, '<import b.css print and (color)>p{}'],
    ['/* url(x) @import "y"; */p{}', 'p{}'],
    [`a::before{content:"url(x.png)"}`, `a::before{content:"url(x.png)"}`],
    [`@namespace h "http://www.w3.org/1999/xhtml";p{}`, `@namespace h "http://www.w3.org/1999/xhtml";p{}`],
    ['@charset "utf-8";p{}', 'p{}'],
    [String.raw`a{background:u\72l(x.png)}`, 'a{background:<url x.png>}'],
    [String.raw`a{background:\75 rl(//h/x.png)}`, 'a{background:<url //h/x.png>}'],
    [String.raw`a::before{content:"\201C"}`, String.raw`a::before{content:"\201C"}`],
    ['a{background:image-set("http://h/x.png" 1x)}', 'a{background:image-set("" 1x)}'],
  ])('finds the addresses of %s', (css, expected) => {
    expect(shown(splitCss(css).main)).toBe(expected);
  });

  test.each([
    ['p{font-size:12pt}', 'p{font-size:1rem}'],
    ['p{font-size :20px;line-height:24px}', 'p{font-size:1.25rem;line-height:1.5rem}'],
    ['p{font:italic 16px/20px serif}', 'p{font:italic 1rem/1.25rem serif}'],
    ['p{font-size:0px;margin:16px}', 'p{font-size:0rem;margin:16px}'],
    ['p{font-size:.9em}', 'p{font-size:.9em}'],
    ['body{font-size:medium}h1{font-size: xx-large !important}', 'body{font-size:1rem}h1{font-size: 2rem !important}'],
    ['p{font-size:smaller;font:small-caps small serif}', 'p{font-size:smaller;font:small-caps 0.8125rem serif}'],
    ['p{text-align:justify}q{text-align:center}', 'p{text-align:var(--reader-align,justify)}q{text-align:center}'],
    ['h1{page-break-before: always}', 'h1{break-before:column}'],
    ['h1{break-after:page;page-break-inside:avoid}', 'h1{break-after:column;break-inside:avoid}'],
    ['h1{page-break-after:avoid}', 'h1{page-break-after:avoid}'],
    ['p{-epub-hyphens:none}', 'p{hyphens:none}'],
    [
      'p::first-letter{initial-letter: 3 1;color:red}q::first-letter{initial-letter:40}',
      'p::first-letter{initial-letter:3;color:red}q::first-letter{initial-letter:normal}',
    ],
    [
      '@supports (initial-letter:2) or (-webkit-initial-letter: 2){p{-webkit-initial-letter:normal}}',
      '@supports (initial-letter:2) or (-webkit-initial-letter:2){p{-webkit-initial-letter:normal}}',
    ],
    ['p{margin-left:8em;text-indent:1.5em}', 'p{margin-left:min(8em,40%);text-indent:1.5em}'],
    ['p{margin: 1em 10em 0 120px!important}', 'p{margin: 1em min(10em,40%) 0 min(120px,40%)!important}'],
    [
      'p{padding-left:calc(9em + 1px);margin-top:9em;margin-left:-9em}',
      'p{padding-left:calc(9em + 1px);margin-top:9em;margin-left:-9em}',
    ],
  ])('prepares %s for pages', (css, expected) => {
    expect(shown(splitCss(css).main)).toBe(expected);
  });

  test('keeps fonts separate', () => {
    const { main, fonts } = splitCss('p{color:red}@font-face{font-family:x;src:url(x.woff2)}q{color:blue}');
    expect(shown(main)).toBe('p{color:red}q{color:blue}');
    expect(shown(fonts)).toBe('@font-face{font-family:x;src:<url x.woff2>}');
  });

  test('does not stall on a long or unfinished stylesheet', () => {
    expect(shown(splitCss(`${'a{b:c}'.repeat(50_000)}/* ${'*'.repeat(50_000)}`).main)).toHaveLength(300_000 + 0);
    expect(shown(splitCss(`a{background:url(${'('.repeat(50_000)}`).main)).not.toBe('');
  });
});

test('splitDeclarations prepares a style attribute', () => {
  expect(shown(splitDeclarations('font-size:8px;background:url(a.png)'))).toBe(
    'font-size:0.5rem;background:<url a.png>',
  );
});

describe('input that never ends', () => {
  const many = 200_000;
  // Code that searches for the end from every beginning, or tries every split of a run, would exceed the time limit.
  test.each([
    ['spaces in an address', `a{background:url(${' '.repeat(many)}`],
    ['spaces after an address', `a{background:url("x"${' '.repeat(many)}`],
    ['addresses without an end', 'url('.repeat(many)],
    ['quoted addresses without an end', `url('`.repeat(many)],
    ['escaped quotes', `"${String.raw`\"`.repeat(many)}`],
    ['fonts without an end', '@font-face{'.repeat(many)],
    ['imports without an end', '@import url( '.repeat(many)],
    ['spaces in an import', `@import${' '.repeat(many)})`],
    ['prefixes', '-epub-'.repeat(many)],
    ['digits of a size', `a{font-size:${'1'.repeat(many)}`],
    ['digits of a space', `a{margin:${'1'.repeat(many)}`],
    ['dots of a size', `a{font-size:${'1.'.repeat(many)}`],
    ['spaces before a colon', `a{break-before${' '.repeat(many)}`],
    ['comments', '/*'.repeat(many)],
    ['braces', '{'.repeat(many)],
    ['escapes', '\\0'.repeat(many)],
  ])('is read to its end: %s', (_, css) => {
    expect(shown(splitCss(css).main).length).toBeLessThanOrEqual(css.length * 2);
    expect(shown(splitDeclarations(css)).length).toBeLessThanOrEqual(css.length * 2);
  });
});
