import { expect, test } from 'vitest';
import type { Section } from '../container/publication.ts';
import { cfiOfRange } from './cfi.ts';
import { BLOCK_EDGE, legible, offsetOfPoint, readSectionText } from './section-text.ts';
import { cfiOfText, rangeOfText, textOfCfi, trimSpan } from './text-range.ts';

const SECTION = { cfi: '/6/4[cap]' } as Section;
const HTML = `<h1 id="t">Título</h1>
<p id="a">uno <b>dos</b><i id="x">tres</i> cuatro</p><div>verso<br/>otro verso<span> más</span></div>
<ul><li>ítem</li><li> segundo </li></ul><p> <em>fin</em></p>`;

function body(): HTMLElement {
  document.body.innerHTML = HTML;
  return document.body;
}

test('blocks are separated, inline words are not', () => {
  const { text } = readSectionText(body());
  expect(legible(text)).toBe('Título\nuno dostres cuatro\nverso\notro verso más\nítem\nsegundo\nfin');
  expect(legible('—dijo Ana\u2060— y')).toBe('—dijo Ana— y');
  expect(text).toContain(BLOCK_EDGE);
});

test('offsets, CFIs and ranges convert into each other, in the form of foliate-js', () => {
  const section = readSectionText(body());
  for (const [from, to] of [
    ['uno', 'cuatro'],
    ['dos', 'segundo'],
    ['ítulo', 'tres'],
    ['verso', 'otro'],
    ['fin', 'fin'],
  ] as const) {
    const span = { from: section.text.indexOf(from), to: section.text.indexOf(to) + to.length };
    const cfi = cfiOfText(SECTION.cfi, section, span) as string;
    const range = rangeOfText(section, span) as Range;
    expect(cfi).toBe(cfiOfRange(SECTION, range));
    expect(textOfCfi(cfi, section)).toEqual(span);
    expect(offsetOfPoint(section, range.startContainer, range.startOffset)).toBe(span.from);
  }
});

test('a point on an element is the beginning of the text after it', () => {
  const section = readSectionText(body());
  const list = document.querySelector('ul') as Element;
  expect(section.text.slice(offsetOfPoint(section, list, 0)).trim()).toMatch(/^ítem/);
  expect(section.text.slice(offsetOfPoint(section, list, 1))).toMatch(/^ segundo/);
  expect(section.text.slice(offsetOfPoint(section, list, 2)).trim()).toMatch(/^fin/);
  expect(offsetOfPoint(section, document.body, document.body.childNodes.length)).toBe(section.text.length);
});

test('a text without its nodes still resolves CFIs and the requested ids', () => {
  const section = readSectionText(body(), new Set(['x', 'nada']), false);
  expect([...section.anchors]).toEqual([['x', section.text.indexOf('tres')]]);
  expect(section.chunks.every(({ nodes }) => nodes.length === 0)).toBe(true);
  const from = section.text.indexOf('otro');
  expect(textOfCfi(cfiOfText('/6/2', section, { from, to: from + 4 }) as string, section)).toEqual({
    from,
    to: from + 4,
  });
});

test.each(['epubcfi(/6/4!/4/98,/1:0,/1:3)', 'epubcfi(/6/4!/4/4,/1:900,/1:901)', 'nada'])(
  'a CFI that leads nowhere gives nothing: %j',
  (cfi) => expect(textOfCfi(cfi, readSectionText(body()))).toBeNull(),
);

test('white space is trimmed at the ends only', () => {
  expect(trimSpan('  uno dos ', { from: 0, to: 10 })).toEqual({ from: 2, to: 9 });
  expect(trimSpan('   ', { from: 0, to: 3 })).toBeNull();
});

test('element ends and interrupting notes are known', () => {
  document.body.innerHTML =
    '<p id="a">uno <i id="b">dos</i></p><aside epub:type="footnote"><p>Una nota.</p></aside><p>tres</p>' +
    '<section role="doc-endnotes"><p>Otra.</p></section><p>cuatro</p>';
  const { text, anchors, ends, notes } = readSectionText(document.body, new Set(['a', 'b']));
  const part = (from = 0, to = 0) => legible(text.slice(from, to));
  expect(part(anchors.get('a'), ends.get('a'))).toBe('uno dos');
  expect(part(anchors.get('b'), ends.get('b'))).toBe('dos');
  expect(notes.map(({ from, to }) => part(from, to))).toEqual(['Una nota.', 'Otra.']);
});
