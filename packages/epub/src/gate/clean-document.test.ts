import { describe, expect, it } from 'vitest';
import { fileType, type FileKind } from '../container/media-type.ts';
import { parseXml } from '../container/xml-events.ts';
import { xhtmlPage } from '../testing/make-epub.ts';
import { BookFiles, BookLinks } from './book-files.ts';
import { cleanDocument } from './clean-document.ts';
import { WarningLog } from './gate-warning.ts';

const R = 'https://beacon.example.invalid';
const FILES = [
  'OEBPS/c1.xhtml',
  'OEBPS/c2.xhtml',
  'OEBPS/a.css',
  'OEBPS/i.svg',
  'OEBPS/i.png',
  'OEBPS/a.mp3',
  'OEBPS/año#1.xhtml',
];

interface Cleaned {
  readonly text: string;
  readonly body: string;
  readonly warnings: Record<string, number>;
  readonly characters: number;
  readonly heading: string | null;
}

async function clean(source: string | Uint8Array, kind: FileKind = 'xhtml', depth = 500): Promise<Cleaned> {
  const files = new BookFiles(FILES);
  for (const file of files.all) file.type = fileType(null, file.path);
  const from = files.find('OEBPS/c1.xhtml');
  if (from === null) throw new Error('no such file');
  const log = new WarningLog();
  const result = await cleanDocument([Buffer.from(source)], kind, new BookLinks(files, from), log, depth);
  const text = Buffer.concat(result?.chunks ?? []).toString();
  const warnings = Object.fromEntries(log.list().map(({ kind: name, count }) => [name, count]));
  const body = /<body>([\s\S]*)<\/body>/.exec(text)?.[1] ?? '';
  return { text, body, warnings, characters: result?.characters ?? -1, heading: result?.heading ?? null };
}

const page = (body: string, head = ''): Promise<Cleaned> => clean(xhtmlPage('T', body, head));

describe('a dialogue dash', () => {
  const tied = async (text: string) => (await page(`<p>${text}</p>`)).body.replaceAll('\u2060', '|').slice(3, -4);

  it.each([
    ['—Vengo —dijo Ana— de lejos.', '—|Vengo —|dijo Ana|— de lejos.'],
    ['—Vengo —dijo Ana—. Y calló.', '—|Vengo —|dijo Ana|—. Y calló.'],
    ['—¿Vienes? —preguntó—; voy.', '—|¿Vienes? —|preguntó|—; voy.'],
    ['El muelle —¡por fin!— y el mar', 'El muelle —|¡por fin!|— y el mar'],
    ['El muelle —(el viejo)— y el mar', 'El muelle —|(el viejo)|— y el mar'],
    ['El muelle (—dijo—) y el mar', 'El muelle (—|dijo|—) y el mar'],
    ['dijo &#233;l&mdash; y &#8212;as&#237;&#8212; fue', 'dijo él|— y —|así|— fue'],
    ['<i>vino</i>— y <b>no</b>', '<i>vino</i>|— y <b>no</b>'],
    ['vino —<i>dijo</i>— y no', 'vino —<i>|dijo</i>|— y no'],
    ['—Vengo. —Vete.', '—|Vengo. —|Vete.'],
  ])('keeps its word: %s', async (source, expected) => {
    expect(await tied(source)).toBe(expected);
  });

  it.each([
    // The narrator's words end at the second dash, which must not begin a line.
    ['—Aquí—dijo Ana.—Vete.', '—|Aquí|—dijo Ana.|—Vete.'],
    ['—¡Aquí!—dijo Ana.', '—|¡Aquí!—dijo Ana.'],
    // Two speakers in a row: each of their dashes may begin a line.
    ['—¿Vienes?—No.—¿Por qué?', '—|¿Vienes?—No.—¿Por qué?'],
  ])('set without spaces: %s', async (source, expected) => {
    expect(await tied(source)).toBe(expected);
  });

  it.each(['Calló.—Vete, dijo', '— Con espacio', 'Uno<br/>— Otro', 'sin rayas'])(
    'is not tied to a word: %s',
    async (source) => {
      expect(await tied(source)).toBe(source);
    },
  );

  it('is tied to its word once, and never outside of text', async () => {
    const { body } = await page('<p>dijo Ana— y</p>');
    expect((await page(body)).body).toBe(body);
    const { text } = await clean(xhtmlPage('Ana— y', '<p>x</p>', '<style>p::after{content:"a— b"}</style>'));
    expect(text).not.toContain('\u2060');
  });

  it('is not tied to the end of the block before', async () => {
    expect((await page('<p>vino</p><p>— Sí</p>')).body).not.toContain('\u2060');
  });
});

describe('content that stays', () => {
  it.each([
    '<h1 id="a" class="b">Título</h1><p>Uno <em>dos</em>.<br/>tres</p>',
    '<p epub:type="noteref" role="doc-noteref"><a href="c2.xhtml#n1" epub:type="noteref">1</a></p>',
    '<img src="i.png" alt="Un mar"/><audio src="a.mp3" controls="controls"></audio>',
    `<a href="${R}/x?a=1&amp;b=2" title="t">fuera</a> <a href="mailto:a@b.invalid">m</a> <a href="#x">ancla</a>`,
    '<a href="falta.xhtml">enlace muerto</a>',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0" fill="url(#g)"/></svg>',
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>',
    '<table><tr><td colspan="2">celda</td></tr></table><p style="color: red">x</p>',
    '<img src="data:image/png;base64,AAAA" alt=""/>',
    '<a id="vacio"></a><p></p>',
  ])('%s', async (body) => {
    expect(await page(body)).toMatchObject({ body, warnings: {} });
  });

  it.each([
    ['http://www.w3.org/1998/Math/MathML', '<p>fórmula</p>'],
    ['http://www.xml-cml.org/schema', '<p>palabras</p>'],
  ])('keeps one branch of a switch for %s', async (namespace, body) => {
    const branches = `<epub:case required-namespace="${namespace}"><p>fórmula</p></epub:case><epub:default><p>palabras</p></epub:default>`;
    expect((await page(`<epub:switch>${branches}</epub:switch>`)).body).toBe(body);
  });

  it('keeps the fallback of an audio element whose file is not in the edition', async () => {
    expect((await page('<audio src="i.png"><p>otro</p></audio>')).body).toBe('<p>otro</p>');
    expect((await page('<video src="falta.mp4"><p>otro</p></video>')).body).toBe('<p>otro</p>');
    expect((await page('<p><noembed>otro</noembed></p>')).body).toBe('<p>otro</p>');
  });

  it('writes a simple prolog and UTF-8', async () => {
    const { text } = await clean(xhtmlPage('T', 'x').replace('<!DOCTYPE html>', '<!DOCTYPE html PUBLIC "a" "b">'));
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<!DOCTYPE html>\n<html xmlns=/);
  });
});

describe('content that is removed', () => {
  it.each([
    ['<script>x()</script>', '', 'script'],
    ['<script src="x.js"/>', '', 'script'],
    ['<svg:script xmlns:svg="http://www.w3.org/2000/svg">x</svg:script>', '', 'script'],
    ['<noscript><p>hola</p></noscript>', '<p>hola</p>', 'script'],
    ['<p onclick="x()" onMouseOver="y">a</p>', '<p>a</p>', 'event-handler'],
    ['<p ev:event="x" xmlns:ev="http://www.w3.org/2001/xml-events">a</p>', '<p>a</p>', 'event-handler'],
    ['<a href="javascript:x">a</a>', '<a>a</a>', 'unsafe-link'],
    ['<a href="JaVa&#9;ScRiPt:x">a</a>', '<a>a</a>', 'unsafe-link'],
    ['<a href="vbscript:x">a</a>', '<a>a</a>', 'unsafe-link'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>', 'unsafe-link'],
    ['<a href="file:///etc/passwd">a</a>', '<a>a</a>', 'unsafe-link'],
    ['<img src="javascript:x" alt=""/>', '<img alt=""/>', 'unsafe-link'],
    [`<img src="${R}/a.gif" alt=""/>`, '<img alt=""/>', 'remote-load'],
    ['<img src="//h.invalid/a.gif" alt=""/>', '<img alt=""/>', 'remote-load'],
    [`<img srcset="${R}/2x.gif 2x, i.png 1x" alt=""/>`, '<img srcset="i.png 1x" alt=""/>', 'remote-load'],
    [
      `<img srcset=",,i.png,, ${R}/2x.gif 2x,i.png  2x" alt=""/>`,
      '<img srcset="i.png, i.png 2x" alt=""/>',
      'remote-load',
    ],
    [`<img srcset="i.png 1x(, ${R}/2x.gif 2x)" alt=""/>`, '<img srcset="i.png 1x(" alt=""/>', 'remote-load'],
    [
      '<img srcset="data:image/png;base64,AAAA 1x, i.png 2x" alt=""/>',
      '<img srcset="i.png 2x" alt=""/>',
      'unsafe-link',
    ],
    [`<picture><source srcset="${R}/a.webp"/></picture>`, '<picture><source/></picture>', 'remote-load'],
    [`<video poster="${R}/p.png"></video>`, '<video></video>', 'remote-load'],
    [`<table background="${R}/p.png"></table>`, '<table></table>', 'remote-load'],
    [`<p style="background:url(${R}/a)">a</p>`, '<p style="background:url(&quot;data:,&quot;)">a</p>', 'remote-load'],
    ['<p style="position:fixed;inset:0">a</p>', '<p style="position:absolute;inset:0">a</p>', 'fixed-position'],
    [`<style>p{background:url(${R}/a)}</style>`, '<style>p{background:url("data:,")}</style>', 'remote-load'],
    [`<iframe src="${R}"></iframe>`, '', 'frame'],
    ['<iframe srcdoc="&lt;p&gt;">x</iframe>', '', 'frame'],
    [`<embed src="${R}"/>`, '', 'frame'],
    [`<object data="${R}"><param name="a"/><p>otro</p></object>`, '<p>otro</p>', 'frame'],
    ['<object data="i.svg" id="o"><p>otro</p></object>', '<img id="o" src="i.svg" alt=""/>', 'frame'],
    ['<form action="x"><p>hola <button>sí</button></p></form>', '<p>hola sí</p>', 'form-control'],
    // An element of another vocabulary is only recognised while the page is parsed as XML; a fault makes it parsed as
    // HTML.
    [
      '<div xmlns="urn:x"><form><button>sí</button></form><input/></div>',
      '<div xmlns="urn:x">sí</div>',
      'form-control',
    ],
    ['<p>a<parsererror>b</parsererror></p>', '<p>ab</p>', 'unsafe-markup'],
    ['<p><input name="a"/><select><option>x</option></select><textarea>y</textarea>z</p>', '<p>z</p>', 'form-control'],
    [
      '<p xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="x"><xi:fallback>y</xi:fallback></xi:include></p>',
      '<p></p>',
      'unsafe-markup',
    ],
    ['<template><p>x</p></template>', '', 'unsafe-markup'],
  ])('%s', async (body, expected, kind) => {
    const result = await page(body);
    expect(result.body).toBe(expected);
    expect(Object.keys(result.warnings)).toEqual([kind]);
  });

  it.each([
    ['<base href="https://h.invalid/"/>', 'redirect'],
    ['<meta http-equiv="refresh" content="0;url=x"/>', 'redirect'],
    ['<link rel="stylesheet" href="https://h.invalid/a.css"/>', 'remote-load'],
    ['<link rel="dns-prefetch" href="//h.invalid"/>', 'remote-load'],
    ['<link rel="stylesheet" href="falta.css"/>', 'missing-file'],
  ])('in the head: %s', async (head, kind) => {
    const { text, warnings } = await page('x', head);
    expect(text).not.toMatch(/invalid|refresh|<base|<link/);
    expect(warnings).toEqual({ [kind]: 1 });
  });

  it('scripts and links in SVG', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="x"><script>x</script>' +
      `<foreignObject><p onclick="x">x</p><iframe src="y"/></foreignObject><image href="${R}/a"/><use xlink:href="${R}#b"/><rect fill="url(${R}#c)"/>` +
      '<a xlink:href="javascript:x"><set attributeName="href" to="javascript:x"/><animate attributeName="xlink:href" values="x"/><text>t</text></a></svg>';
    const { text, warnings } = await clean(svg, 'svg');
    expect(text).toContain('<a><text>t</text></a>');
    expect(text).toContain('<foreignObject><p>x</p></foreignObject>');
    expect(text).not.toMatch(/script|invalid|iframe|onload|onclick|animate|<set/);
    expect(warnings).toEqual({
      'event-handler': 2,
      frame: 1,
      script: 1,
      'unsafe-markup': 2,
      'remote-load': 3,
      'unsafe-link': 1,
    });
  });

  it('unused markup, without a finding for the author', async () => {
    const { body, warnings } = await page(
      '<a href="#x" target="_top" ping="y" download="z" rel="opener">a</a><p contenteditable="true" xml:base="https://h.invalid/">b</p><!-- c -->',
    );
    expect(body).toBe('<a href="#x">a</a><p>b</p>');
    expect(warnings).toEqual({});
  });

  it('entities that a DTD defines, and the DTD', async () => {
    const source = xhtmlPage('T', '<p>[&x;&y;]</p>').replace(
      '<!DOCTYPE html>',
      '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "zz">]>',
    );
    expect(await clean(source)).toMatchObject({ body: '<p>[]</p>', warnings: { entity: 3 } });
  });

  it('keeps text that only looks like an entity when there is no DTD', async () => {
    expect((await page('<p>AT&T; x</p>')).body).toBe('<p>AT&amp;T; x</p>');
  });

  it('turns a style sheet instruction into a link', async () => {
    const source = xhtmlPage('T', 'x').replace(
      '<!DOCTYPE html>',
      `<?xml-stylesheet href="a.css"?><?xml-stylesheet href="${R}/b.css"?><!DOCTYPE html>`,
    );
    const { text, warnings } = await clean(source);
    expect(text).toContain('<head><link rel="stylesheet" href="a.css" type="text/css"/>');
    expect(warnings).toEqual({ 'remote-load': 1 });
  });
});

describe('content that is repaired', () => {
  it('HTML entities', async () => {
    expect((await page('<p>A&nbsp;&ntilde;o &mdash; fin</p>')).body).toBe('<p>A\u00a0ño — fin</p>');
  });

  it.each([
    ['<details name="a"><summary>s</summary>x</details>', '<details open="open"><summary>s</summary>x</details>'],
    ['<p hidden="until-found">x</p><p hidden="hidden">y</p>', '<p>x</p><p hidden="hidden">y</p>'],
    ['<p popover="auto">x</p>', '<p>x</p>'],
    [
      '<svg xmlns="http://www.w3.org/2000/svg" width="900px" height="60"/>',
      '<svg xmlns="http://www.w3.org/2000/svg" width="900px" height="60" viewBox="0 0 900 60"/>',
    ],
  ])(
    'what waits for a press or a search is shown, and drawings of a fixed size can shrink: %s',
    async (source, body) => {
      expect(await page(source)).toMatchObject({ body, warnings: {} });
      expect(await page(body)).toMatchObject({ body });
    },
  );

  it('links in another case, another escape or a renamed file', async () => {
    const { body } = await page(
      '<a href="C2.XHTML#x">a</a><a href="a%C3%B1o%231.xhtml">b</a><a href="an%CC%83o%231.xhtml#y">c</a>',
    );
    expect(body).toBe('<a href="c2.xhtml#x">a</a><a href="a%C3%B1o_1.xhtml">b</a><a href="a%C3%B1o_1.xhtml#y">c</a>');
  });

  it('malformed XHTML, as a browser reads HTML', async () => {
    const { text, body, warnings } = await page(
      '<p epub:type="x">Rock & roll <b>a <i>b</b></i><br><a id="p1" title="a > b"/><svg><path d="M0"/></svg><p>fin<![CDATA[ <c>]]>',
    );
    expect(body).toContain(
      'Rock &amp; roll <b>a <i>b</i></b><br/><a id="p1" title="a &gt; b"></a><svg xmlns="http://www.w3.org/2000/svg"><path d="M0"/></svg></p><p>fin &lt;c&gt;',
    );
    expect(warnings).toEqual({ 'malformed-markup': 1 });
    expect(() => parseXml(text, {})).not.toThrow();
  });

  it.each([
    ['after its body', '<body><p>Uno</p></body><p>Dos</p>'],
    ['in a second body', '<body><p>Uno</p></body><body><p>Dos</p></body>'],
    ['without a body', '<p>Uno</p><p>Dos</p>'],
  ])('text %s stands in the page', async (_, content) => {
    const head = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head>';
    const { body, characters, warnings } = await clean(`${head}${content}</html>`);
    expect(body).toBe('<p>Uno</p><p>Dos</p>');
    expect(characters).toBe(6);
    expect(warnings).toMatchObject({ 'malformed-markup': 1 });
  });

  it('a page of frames has a body', async () => {
    const { text } = await clean('<html><head><title>t</title></head><frameset><frame src="i.png"/></frameset></html>');
    expect(text).toContain('<body></body></html>');
  });

  it('malformed markup is cleaned too', async () => {
    const { text } = await page('<p><script>x</script><a href="javascript:x" onclick=x>a</a><o:p>w</o:p><x"y z<=1>');
    expect(text).not.toMatch(/script|onclick/);
    expect(text).toContain('w');
    expect(() => parseXml(text, {})).not.toThrow();
  });

  it('HTML without namespaces', async () => {
    const { text } = await clean('<!doctype html><html lang=es><title>x</title><p>Uno<p>Dos<br>tres');
    expect(text).toContain(
      '<html xmlns="http://www.w3.org/1999/xhtml" lang="es"><head><title>x</title></head><body><p>Uno</p><p>Dos<br/>tres</p></body></html>',
    );
  });

  it.each(['', ' \n'])('an empty chapter becomes an empty document', async (source) => {
    const { text, characters, warnings } = await clean(source);
    expect(text).toContain('<body></body></html>');
    expect(characters).toBe(0);
    expect(warnings).toMatchObject({ 'empty-chapter': 1 });
  });

  it('removes nesting beyond the limit around its text', async () => {
    const { body, warnings } = await clean(
      xhtmlPage('T', `${'<div>'.repeat(20_000)}fondo<br/>${'</div>'.repeat(20_000)}`),
    );
    expect(body).toBe(`${'<div>'.repeat(498)}fondo<br/>${'</div>'.repeat(498)}`);
    expect(warnings).toEqual({ 'deep-nesting': 19_502 });
  });

  it('control characters and lone carriage returns', async () => {
    const { body } = await page('<p title="a&#10;b">x&#13;&#10;y</p>');
    expect(body).toBe('<p title="a&#10;b">x\ny</p>');
  });

  it('a broken SVG keeps its drawing, an unreadable one becomes empty, other XML becomes null', async () => {
    expect((await clean('<svg><path d="M0">', 'svg')).text).toContain(
      '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0"/></svg>',
    );
    expect((await clean('nada', 'svg')).text).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect((await clean('<a>', 'xml')).characters).toBe(-1);
    expect((await clean('<script xmlns="http://www.w3.org/1999/xhtml">x</script>', 'xml')).characters).toBe(-1);
  });
});

describe('the analysis of a document', () => {
  it('counts characters of text nodes that are not blank, with CDATA, without comments, styles and head', async () => {
    const { characters } = await page(
      '\n<p>uno<!-- x --> dos<![CDATA[ <]]></p>\n<p> </p><style>p{}</style><p>📚\r\ny</p><script>no</script>',
    );
    expect(characters).toBe('uno dos <'.length + '📚\ny'.length);
  });

  it('counts the text around a removed element as one text', async () => {
    expect((await page('<p>a<script>x</script> </p>')).characters).toBe(2);
  });

  it('finds the first heading with text', async () => {
    expect((await page('<h1> </h1><h2>Dos <em>y</em> medio</h2><h3>Tres</h3>')).heading?.trim()).toBe('Dos y medio');
    expect((await page('<p>x</p>')).heading).toBeNull();
  });

  it('lists the findings for the author', async () => {
    const { warnings } = await clean(xhtmlPage('T', '<img src="i.png"/>', '', null));
    expect(warnings).toEqual({ 'missing-language': 1, 'missing-alt': 1 });
  });
});

it('finds nothing to remove in a cleaned document', async () => {
  const dirty = `<p onclick="x" style="position:fixed;background:url(${R})">a<script>x</script><img src="${R}" alt=""/></p><form><input/></form><object data="i.png"></object>`;
  const once = await page(dirty);
  const twice = await clean(once.text);
  expect(twice.text).toBe(once.text);
  expect(twice.warnings).toEqual({});
});

describe('very long input', () => {
  const many = 200_000;
  // A cleaner that scans the rest of the input at each position would exceed the test's time limit.
  it.each<[string, string, FileKind?]>([
    ['commas between pictures', `<img srcset="${','.repeat(many)}" alt=""/>`],
    ['pictures without spaces', `<img srcset="a${',b'.repeat(many)}" alt=""/>`],
    ['commas behind a picture', `<img srcset="${',i.png,,'.repeat(many)}x" alt=""/>`],
    ['spaces in an address', `<a href="a${' '.repeat(many)}b">x</a>`],
    ['questions in an address', `<a href="a${'?'.repeat(many)}\u2028b">x</a>`],
    ['escapes in an address', `<a href="a${'%e1'.repeat(many)}b">x</a>`],
    ['steps in an address', `<a href="${'a/../'.repeat(many)}b">x</a>`],
    ['sections without an end', `<b>${'<![CDATA['.repeat(many)}`],
    ['tags without an end', `<b></i>${'<a '.repeat(many)}`],
    ['an instruction', `<?xml-stylesheet ${"href='".repeat(many)}?>`],
    ['dashes', '—'.repeat(many)],
    ['a drawing that is none', '<p>a</p>'.repeat(many), 'svg'],
    ['strings without an end', `'\n`.repeat(many), 'css'],
    ['imports without an end', '@import url( '.repeat(many), 'css'],
  ])('is read to its end: %s', async (_, source, kind = 'xhtml') => {
    const { text } = await clean(kind === 'xhtml' ? xhtmlPage('T', source) : source, kind);
    expect(text.length).toBeLessThanOrEqual(source.length * 6 + 1000);
  });

  it.each([
    ['inside each other', '<a xmlns:p#="u#">', '</a>'],
    ['beside each other', '<a xmlns:p#="u#" p#:b="">', '</a>'],
  ])('is read to its end: vocabularies %s', async (place, open, close) => {
    const opened = Array.from({ length: 20_000 }, (_, at) => open.replaceAll('#', String(at)));
    const inside = place === 'inside each other';
    const body = inside
      ? opened.join('') + close.repeat(opened.length)
      : `<i ${opened.map((tag) => tag.slice(3, -1)).join(' ')}>${'<a xmlns:q="q">x</a>'.repeat(20_000)}</i>`;
    const { text } = await clean(xhtmlPage('T', body));
    expect(() => parseXml(text, {})).not.toThrow();
  });
});

it('a vocabulary ends with its element, and continues after an element that redefined its prefix', async () => {
  const body =
    '<p xmlns:e="urn:a"><i e:x="1"/><b xmlns:e="urn:b" e:x="2"><u e:x="3"/></b><i e:x="4"/></p><p xmlns:e="urn:c" e:x="5"/>';
  const uris: string[] = [];
  const open = ({ attributes }: { attributes: readonly { local: string; uri: string; value: string }[] }): void => {
    for (const { local, uri, value } of attributes) if (local === 'x') uris.push(`${value} ${uri}`);
  };
  parseXml((await page(body)).text, { open });
  expect(uris).toEqual(['1 urn:a', '2 urn:b', '3 urn:b', '4 urn:a', '5 urn:c']);
  expect((await page('<p><i xmlns:e="urn:a"/><b e:x="1"/></p>')).warnings).toEqual({ 'malformed-markup': 1 });
});

it('many files of the same wanted name get names without counting from 1 each time', () => {
  const marks = '#?%:*"<>|\\';
  const nameOf = (at: number): string => `a${Array.from(String(at), (digit) => marks[Number(digit)]).join('')}.png`;
  const names = Array.from({ length: 10_000 }, (_, at) => nameOf(100_000 + at));
  const paths = [...new BookFiles(['a______-3.png', ...names]).all].map(({ path }) => path);
  expect(new Set(paths).size).toBe(10_001);
  expect(paths.slice(1, 4)).toEqual(['a______.png', 'a______-2.png', 'a______-4.png']);
});
