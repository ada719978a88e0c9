import { describe, expect, it } from 'vitest';
import { fileType } from '../container/media-type.ts';
import { BookFiles, BookLinks } from './book-files.ts';
import { cleanCss } from './clean-css.ts';
import { WarningLog } from './gate-warning.ts';

const R = 'https://beacon.example.invalid';

function clean(css: string): { css: string; kinds: string[] } {
  const files = new BookFiles(['OEBPS/css/a.css', 'OEBPS/css/b.css', 'OEBPS/img/Ñu 1.png', 'OEBPS/f.woff']);
  for (const file of files.all) file.type = fileType(null, file.path);
  const from = files.find('OEBPS/css/a.css');
  if (from === null) throw new Error('no such file');
  const log = new WarningLog();
  return { css: cleanCss(css, new BookLinks(files, from), log), kinds: log.list().map(({ kind }) => kind) };
}

describe('cleanCss', () => {
  it.each([
    '@media print { h1 + p:not(.a)::before { content: "x; } y"; margin: -1.5em auto !important } }',
    '/* c */ @namespace epub "http://www.idpf.org/2007/ops"; a[href^="https"] { color: rgb(1, 2, 3) }',
    '@font-face { font-family: F; src: url(../f.woff) format("woff"), local("Arial") }',
    '@import "b.css" screen; p { background: url( "../img/%C3%91u%201.png" ) }',
    '.a { fill: url(#g); background: url(data:image/png;base64,AAAA) }',
    '.a { position: absolute; background-attachment: fixed }',
    'p { quotes: "«" "»"; --x: { a: b } }',
    '.b { background: url("falta.png") }',
  ])('leaves as it is: %s', (css) => {
    expect(clean(css)).toEqual({ css, kinds: [] });
  });

  it.each([
    [`p{background:url(${R}/a.png)}`, 'p{background:url("data:,")}', 'remote-load'],
    [`p{background:url("${R}/a.png") red}`, 'p{background:url("data:,") red}', 'remote-load'],
    ['p{background:url(//h.invalid/a.png)}', 'p{background:url("data:,")}', 'remote-load'],
    [`p{background:\\75rl(${R}/a)}`, 'p{background:url("data:,")}', 'remote-load'],
    [`p{background:URL(h\\74tps://h.invalid/a)}`, 'p{background:url("data:,")}', 'remote-load'],
    [`p{background:image-set("${R}/a" 1x)}`, 'p{background:image-set("data:," 1x)}', 'remote-load'],
    [`p{--x:"${R}/a";background:image-set(var(--x) 1x)}`, 'p{--x:"";background:image-set(var(--x) 1x)}', 'remote-load'],
    [`p{background:src("${R}/a")}`, 'p{background:url("data:,")}', 'remote-load'],
    [`@import "${R}/a.css"; p{}`, ' p{}', 'remote-load'],
    [`@import url(${R}/a.css) screen; p{}`, ' p{}', 'remote-load'],
    [`@IMP\\4frt '//h.invalid/a.css'; p{}`, ' p{}', 'remote-load'],
    ['@import "falta.css"; p{}', ' p{}', 'missing-file'],
    ['p{background:url(javascript:x)}', 'p{background:url("data:,")}', 'unsafe-link'],
    ['p{background:url(data:text/html,x)}', 'p{background:url("data:,")}', 'unsafe-link'],
    ['p{background:url(../../../x)}', 'p{background:url("data:,")}', 'unsafe-link'],
    ['p{width:expression(alert(1));color:red}', 'p{color:red}', 'unsafe-css'],
    ['p{-moz-binding:url(b.css#x);color:red}', 'p{color:red}', 'unsafe-css'],
    ['p{behavior:url(b.css)}', 'p{}', 'unsafe-css'],
    ['p{color:red;b:url(a b c)}', 'p{color:red;}', 'unsafe-css'],
    ['p{position:fixed}', 'p{position:absolute}', 'fixed-position'],
    ['p{PO\\53ITION : FIX\\45 D !important}', 'p{PO\\53ITION : absolute !important}', 'fixed-position'],
    ['p{--p:fixed;position:var(--p)}', 'p{--p:fixed;position:removed(--p)}', 'fixed-position'],
  ])('%s', (css, expected, kind) => {
    expect(clean(css)).toEqual({ css: expected, kinds: [kind] });
  });

  it('rewrites addresses as the edition stores them', () => {
    expect(clean('p{background:url(../IMG/ñu%201.PNG#f)}').css).toBe('p{background:url("../img/%C3%91u%201.png#f")}');
  });

  it('drops the encoding rule, since every file of the edition is UTF-8', () => {
    expect(clean('@charset "iso-8859-1";p{}')).toEqual({ css: 'p{}', kinds: [] });
  });

  it('changes nothing in a sheet that it has cleaned', () => {
    const first = clean(`@import "${R}";p{background:url(${R});position:fixed;position:var(--x);b:expression(1)}`);
    expect(clean(first.css)).toEqual({ css: first.css, kinds: [] });
  });

  it('accepts unclosed and deeply nested sheets', () => {
    expect(clean('p{background:url(').css).toContain('p{');
    expect(clean('@media a{('.repeat(20_000)).css.length).toBeGreaterThan(0);
  });
});
