import { describe, expect, it } from 'vitest';
import { fileType } from '../container/media-type.ts';
import { BookFiles, BookLinks } from './book-files.ts';
import { cleanCss } from './clean-css.ts';
import { WarningLog } from './gate-warning.ts';

function clean(css: string, { element = null, isOfText = true }: { element?: string | null; isOfText?: boolean } = {}) {
  const files = new BookFiles(['a.css']);
  for (const file of files.all) file.type = fileType(null, file.path);
  files.isOfText = isOfText;
  const from = files.find('a.css');
  if (from === null) throw new Error('no such file');
  return cleanCss(css, new BookLinks(files, from), new WarningLog(), element);
}

describe('the policy of styles', () => {
  it.each([
    ['p{width:468.0pt;color:red}', 'p{width:min(468.0pt,100%);color:red}'],
    ['p{min-width:6.5in!important}', 'p{min-width:min(624px,100%)!important}'],
    ['p{width:120%}', 'p{width:min(120%,100%)}'],
    ['p{--w:900px;width:var(--w)}', 'p{--w:900px;width:min(var(--w),100%)}'],
    ['.a{height:100vh;margin:0}', '.a{margin:0}'],
    ['.a{max-height:3em}', '.a{}'],
    ['li{overflow:hidden!important;color:red}', 'li{color:red}'],
    ['.v{white-space:nowrap}', '.v{white-space:inherit}'],
    ['.v{WHITE-SPACE: PRE}', '.v{WHITE-SPACE:pre-wrap}'],
    ['.v{white-/**/space:nowrap}', '.v{white-/**/space:nowrap}'],
    ['.v{white-space:/* no */nowrap}', '.v{white-space:inherit}'],
    ['.v{word-break:keep-all}', '.v{}'],
    ['.d{display:-webkit-box;-webkit-box-orient:vertical}', '.d{display:block;}'],
    ['h1{column-span:all}', 'h1{}'],
    ['p{margin:0 -200px 0 -1em}', 'p{margin:0 0 0 -1em}'],
    ['p{margin-left:calc(50% - 50vw)}', 'p{margin-left:0}'],
    ['p{margin:30vh 0 2vh;padding:20vw}', 'p{margin:min(30vh,25%) 0 2vh;padding:min(20vw,25%)}'],
    ['p{font-size:clamp(10px,2vw,14px)}', 'p{}'],
    ['p{font:italic 12px/14px serif}', 'p{font:italic 12px serif}'],
    ['p{opacity:0;animation:a 1s}', 'p{}'],
    ['p{font:1px/1px serif!important;font:0/0 a}', 'p{}'],
    ['p{transform:scaleX(-1);rotate:90deg;offset:path("M0 0")}', 'p{}'],
    ['p{content:url("b.png");color:transparent;color:rgb(0 0 0 / 10%)}', 'p{}'],
    ['p{color:rgba(0,0,0,.2);color:#1230;display:table-column}', 'p{}'],
    ['p{border-left:900px solid red}', 'p{border-left:medium solid red}'],
    ['p{box-shadow:inset 0 0 0 99em #000;outline:60px solid red;-webkit-box-reflect:below}', 'p{}'],
    ['p{text-shadow:0 24px #000;text-decoration:line-through 1.4em;text-underline-offset:-40px}', 'p{}'],
    ['@font-face{font-family:f;size-adjust:5%;ascent-override:0%}', '@font-face{font-family:f;}'],
    ['col{visibility:collapse}p{visibility:hidden}', 'col{}p{visibility:hidden}'],
    ['p{contain:strict;content-visibility:auto}', 'p{}'],
    [
      '.a::first-letter{initial-letter:3 1!important}.b::first-letter{initial-letter:40}.c::first-letter{initial-letter:var(--i)}',
      '.a::first-letter{initial-letter:3!important}.b::first-letter{}.c::first-letter{}',
    ],
    [
      '@media screen{@supports (width:1px){p{width:900px}}}',
      '@media screen{@supports (width:1px){p{width:min(900px,100%)}}}',
    ],
    ['@layer a{.b{&.c{width:900px}}}', '@layer a{.b{&.c{width:min(900px,100%)}}}'],
  ])('%s becomes %s', (css, expected) => {
    expect(clean(css)).toBe(expected);
    // Cleaning is idempotent, so that a section that is cleaned again gives the same edition.
    expect(clean(expected)).toBe(expected);
  });

  it.each([
    'p{box-shadow:inset 0 0 5px #ccc;box-shadow:0 9px 20px #0003;outline:1px dotted;text-shadow:1px 1px 2px #999}',
    '@font-face{font-family:f;src:url("data:,");size-adjust:94.5%;ascent-override:90%;unicode-range:U+0-FF}',
    'a{text-decoration:underline 2px;text-underline-offset:.2em;text-decoration:line-through}',
    'p{width:50%;max-width:30em;height:12em;margin:-1em 0 0 -2em;text-indent:-2em;padding:1em}',
    'img{height:100vh;width:12em}',
    'pre{white-space:pre}',
    '.gota{float:left;font-size:3.2em;line-height:.9;margin-top:-.1em}',
    '.a{color:#123;background:#eee!important;letter-spacing:.2em;opacity:.7}',
    '@page{size:8.5in 11in;margin:1in}',
    '.t{display:flex}',
    '.t::before{content:"❦";color:rgba(0,0,0,.8);border:1px solid #0006;font:bold 1.2em/1.1 serif}',
    'img{transform:rotate(90deg)}.sello{transform:rotate(-8deg)}',
  ])('leaves the author’s design: %s', (css) => {
    expect(clean(css)).toBe(css);
  });

  it("judges a style attribute by its element, and removes its priority over the reader's rules", () => {
    expect(clean('color:#111 !important;white-space:nowrap', { element: 'p' })).toBe('color:#111;white-space:inherit');
    expect(clean('height:90vh', { element: 'img' })).toBe('height:90vh');
    expect(clean('height:90vh', { element: 'div' })).toBe('');
  });

  it('leaves fixed-layout books unchanged', () => {
    const css = 'p{position:absolute;width:900px;overflow:hidden;white-space:nowrap}';
    expect(clean(css, { isOfText: false })).toBe(css);
  });

  it('handles ten thousand declarations under a selector of 100 kB within seconds of processor time', () => {
    const before = process.cpuUsage();
    const selector = 'a>b '.repeat(25_000);
    clean(`${selector}{${'width:900px;margin:-900px;height:1vh;'.repeat(3_500)}}`);
    clean(`p{margin:${' '.repeat(100_000)}! ${' '.repeat(100_000)}x}${'a{'.repeat(10_000)}width:900px`);
    clean(`p{margin:${'1-'.repeat(50_000)};width:${'9'.repeat(100_000)}q}`);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});
