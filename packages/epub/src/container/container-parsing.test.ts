import { describe, expect, it } from 'vitest';
import { ContainerInvalid, parseContainer } from './opf.ts';
import { decodePercent, relativeHref, resolveReference } from './container-path.ts';
import { countedLength } from './counted-text.ts';
import { decodeText, openText } from './decode-text.ts';
import { fileType } from './media-type.ts';
import { parseNav, parseNcx } from './toc.ts';
import { plainText } from './package-metadata.ts';
import { parseXml, XmlMalformed } from './xml-events.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

describe('resolveReference', () => {
  it.each([
    [
      'OEBPS/c1.xhtml',
      'c2.xhtml#a',
      { kind: 'inside', path: 'OEBPS/c2.xhtml', rawPath: 'OEBPS/c2.xhtml', fragment: 'a' },
    ],
    ['OEBPS/c1.xhtml', '#a', { kind: 'inside', path: 'OEBPS/c1.xhtml', rawPath: 'OEBPS/c1.xhtml', fragment: 'a' }],
    ['a/b/c.xhtml', '../d%20e.png', { kind: 'inside', path: 'a/d e.png', rawPath: 'a/d%20e.png', fragment: '' }],
    ['a/b.xhtml', '/c.xhtml?x=1', { kind: 'inside', path: 'c.xhtml', rawPath: 'c.xhtml', fragment: '' }],
    ['a/b.xhtml', '../../x', { kind: 'outside' }],
    ['a/b.xhtml', '%2e%2e/%2e%2e/x', { kind: 'outside' }],
    ['a/b.xhtml', 'java\tscript:x', { kind: 'external', scheme: 'javascript', url: 'javascript:x' }],
    ['a/b.xhtml', ' HTTPS://a.invalid/', { kind: 'external', scheme: 'https', url: 'HTTPS://a.invalid/' }],
    ['a/b.xhtml', '//a.invalid/x', { kind: 'external', scheme: 'https', url: 'https://a.invalid/x' }],
    ['a/b.xhtml', '/\\a.invalid/x', { kind: 'external', scheme: 'https', url: 'https://a.invalid/x' }],
  ])('resolves %s + %s', (base, href, target) => {
    expect(resolveReference(base, href)).toEqual(target);
  });

  it.each([
    ['spaces', `a${' '.repeat(200_000)}b`],
    ['controls', `a${'\u0001'.repeat(200_000)}b`],
    ['queries', `a${'?'.repeat(200_000)}\u2028`],
  ])('is not held up by %s', (_, href) => {
    expect(resolveReference('c.xhtml', href)).toMatchObject({ kind: 'inside' });
    expect(resolveReference('c.xhtml', '\u0001 a \u0001')).toMatchObject({ path: 'a' });
  });

  it('keeps broken escapes and decodes the valid ones around them', () => {
    expect(decodePercent('100% %C3%B1 %FF')).toBe('100% ñ %FF');
  });

  it('writes references that resolve back to their target', () => {
    for (const [from, to] of [
      ['a/b/c.xhtml', 'a/d e/ñ.png'],
      ['c.xhtml', 'c.xhtml'],
      ['a/b.xhtml', 'a'],
    ] as const) {
      expect(resolveReference(from, relativeHref(from, to))).toMatchObject({ path: to });
    }
  });
});

describe('decodeText', () => {
  it.each([
    ['UTF-8', utf8('<?xml version="1.0"?><p>ñandú</p>')],
    ['UTF-8 with mark', Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8('<p>ñandú</p>')])],
    [
      'UTF-16 with mark',
      Uint8Array.from([0xff, 0xfe, ...new Uint8Array(Uint16Array.from('<p>ñandú</p>', (c) => c.charCodeAt(0)).buffer)]),
    ],
    ['declared Latin-1', latin1('<?xml version="1.0" encoding="ISO-8859-1"?><p>ñandú</p>')],
    ['declared in a meta element', latin1('<html><meta charset="windows-1252"><p>ñandú</p>')],
    ['Latin-1 that says UTF-8', latin1('<?xml version="1.0" encoding="UTF-8"?><p>ñandú</p>')],
    ['an unknown encoding name', utf8('<?xml version="1.0" encoding="x-nonsense"?><p>ñandú</p>')],
    ['ASCII bytes that claim UTF-16', utf8('<?xml version="1.0" encoding="UTF-16"?><p>ñandú</p>')],
  ])('reads %s', (_name, bytes) => {
    expect(decodeText(bytes)).toContain('<p>ñandú</p>');
  });

  it('reports a wrong encoding declaration', () => {
    expect(openText([latin1('<p>ñandú</p>')]).guessed).toBe(true);
    expect(openText([utf8('<p>ñandú</p>')]).guessed).toBe(false);
  });

  it('keeps a UTF-8 text with one broken byte as UTF-8', () => {
    expect(decodeText(Uint8Array.from([...utf8('ñandú año'), 0xff]))).toBe('ñandú año\uFFFD');
  });

  it('decodes characters that are split across chunks', () => {
    const bytes = utf8('año');
    expect([...openText([bytes.subarray(0, 2), bytes.subarray(2)]).pieces()].join('')).toBe('año');
  });

  it('converts every line end to LF', () => {
    expect(decodeText(utf8('a\r\nb\rc\n'))).toBe('a\nb\nc\n');
  });
});

describe('parseXml', () => {
  const read = (source: string): string => {
    const out: string[] = [];
    parseXml(source, {
      open: ({ local, uri, attributes }) =>
        out.push(
          `<${local}{${uri}}${attributes.map(({ local: name, uri: ns, value }) => ` ${name}{${ns}}=${value}`).join('')}>`,
        ),
      text: (text) => out.push(text),
      close: () => out.push('</>'),
      unknownEntity: (name) => `?${name}?`,
    });
    return out.join('');
  };

  it('resolves namespaces, entities and CDATA', () => {
    expect(
      read('<a xmlns="u:a" xmlns:b="u:b" b:x="1" y="&lt;2"><b:c xmlns:b="u:c"/>&ntilde;&#241;<![CDATA[<&]]><b:d/></a>'),
    ).toBe(
      '<a{u:a} xmlns{http://www.w3.org/2000/xmlns/}=u:a b{http://www.w3.org/2000/xmlns/}=u:b x{u:b}=1 y{}=<2>' +
        '<c{u:c} b{http://www.w3.org/2000/xmlns/}=u:c></>ññ<&<d{u:b}></></>',
    );
  });

  it('never expands entities of a DTD, not even ones named like object members', () => {
    const source = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "zz">]><a>&x;&y;&constructor;</a>';
    expect(read(source)).toBe('<a{}>?x??y??constructor?</>');
  });

  it.each([
    '<a>',
    '<a><b></a></b>',
    '<a:b/>',
    '<a b="1" b="2"/>',
    '<a>&</a>',
    '',
    '<a b:c="1"/>',
    '<x:y:z xmlns:x="u"/>',
  ])('refuses %s', (source) => {
    expect(() => read(source)).toThrow(XmlMalformed);
  });

  it('reads 100,000 nested elements', () => {
    let depth = 0;
    parseXml(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`, { open: () => depth++ });
    expect(depth).toBe(100_000);
  });
});

describe('parseContainer', () => {
  const container = (rootfiles: string): string => `<container><rootfiles>${rootfiles}</rootfiles></container>`;

  it('takes the first package document', () => {
    const other = '<rootfile full-path="a.pdf" media-type="application/pdf"/>';
    const opf = '<rootfile full-path="b.opf" media-type="application/oebps-package+xml"/><rootfile full-path="c.opf"/>';
    expect(parseContainer(container(other + opf))).toBe('b.opf');
  });

  it.each([
    ['rootfile', container('')],
    ['malformed', '<container>'],
    ['dtd', `<!DOCTYPE container [<!ENTITY a "b">]>${container('<rootfile full-path="a.opf"/>')}`],
  ])('says what is wrong: %s', (fault, source) => {
    expect(() => parseContainer(source)).toThrow(expect.objectContaining({ constructor: ContainerInvalid, fault }));
  });
});

describe('parseNav', () => {
  const nav = (content: string): string =>
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>${content}</body></html>`;

  it('takes the toc nav with its levels and ignores other navs', () => {
    const toc =
      '<nav epub:type="toc"><h1>Índice</h1><ol><li><a href="a">A <b>b</b></a><ol><li><span>B</span></li></ol></li><li><a href="c">C</a></li></ol></nav>';
    const other = '<nav epub:type="landmarks"><ol><li><a href="x">X</a></li></ol></nav>';
    expect(parseNav(nav(other + toc + other))).toEqual([
      { title: 'A b', href: 'a', level: 1 },
      { title: 'B', href: null, level: 2 },
      { title: 'C', href: 'c', level: 1 },
    ]);
  });

  it('takes a nav without a type, but never the page list', () => {
    const pages = '<nav epub:type="page-list"><ol><li><a href="p">1</a></li></ol></nav>';
    expect(parseNav(nav(`${pages}<nav><ol><li><a href="a"><img alt="Á"/></a></li></ol></nav>`))).toEqual([
      { title: ' Á ', href: 'a', level: 1 },
    ]);
    expect(parseNav(nav(pages))).toEqual([]);
  });
});

describe('parseNcx', () => {
  it('reads labels and levels', () => {
    const point = (label: string, src: string, inner = ''): string =>
      `<navPoint><navLabel><text>${label}</text></navLabel><content src="${src}"/>${inner}</navPoint>`;
    const source = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><docTitle><text>T</text></docTitle><navMap>${point('A', 'a', point('B', 'b'))}${point('C', 'c')}</navMap></ncx>`;
    expect(parseNcx(source)).toEqual([
      { title: 'A', href: 'a', level: 1 },
      { title: 'B', href: 'b', level: 2 },
      { title: 'C', href: 'c', level: 1 },
    ]);
  });
});

describe('plainText', () => {
  it('collapses white space and drops invisible characters', () => {
    expect(plainText(' a\n\tb\u00a0c\u202eoda\u0000\u2066\ufeff ', 100)).toBe('a b coda');
  });
  it('cuts without splitting a character', () => {
    expect(plainText('ab📚', 3)).toBe('ab');
    expect(plainText('ab\ud800', 10)).toBe('ab\ufffd');
  });
});

describe('fileType', () => {
  it.each([
    ['application/xhtml+xml', 'a.xhtml', 'application/xhtml+xml', 'xhtml'],
    ['text/html', 'a.html', 'application/xhtml+xml', 'xhtml'],
    ['application/vnd.ms-opentype', 'a.otf', 'font/otf', 'font'],
    ['image/jpg', 'a', 'image/jpeg', 'image'],
    [null, 'a.SVG', 'image/svg+xml', 'svg'],
    ['application/octet-stream', 'a.png', 'image/png', 'image'],
  ])('%s %s', (declared, path, mediaType, kind) => {
    expect(fileType(declared, path)).toMatchObject({ mediaType, kind });
  });
  it.each([
    ['text/javascript', 'a.js'],
    ['application/pdf', 'a.pdf'],
    [null, 'a.exe'],
    [null, 'noextension'],
  ])('has no use for %s %s', (declared, path) => {
    expect(fileType(declared, path)).toBeNull();
  });
});

describe('countedLength', () => {
  it('counts UTF-16 units of texts that are not blank', () => {
    expect([' \n\t', '\u00a0', ' a ', '📚'].map(countedLength)).toEqual([0, 0, 3, 2]);
  });
});
