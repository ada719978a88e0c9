import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMarkupText } from './read-markup-text.ts';
import { readSectionText } from './section-text.ts';

const words = fc.constantFrom('1', '[2]', '*', 'una', ' vez ', 'ñandú', '\n  ', ' ', 'mar.', 'A &amp; B');
const tag = fc.constantFrom('p', 'em', 'div', 'span', 'b', 'script', 'blockquote', 'a', 'a', 'a', 'sup', 'ruby', 'rt');
const attribute = fc.constantFrom(
  '',
  ' href="#n"',
  ' href="#n"',
  ' href="#n" role="doc-noteref"',
  ' id="x"',
  ' id="a[1]"',
  ' class="c"',
);
const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    words,
    fc
      .tuple(tag, attribute, fc.array(tie('node'), { maxLength: 4 }))
      .map(([name, attributes, children]) =>
        name === 'script'
          ? `<script${attributes}>nada</script>`
          : `<${name}${attributes}>${children.join('')}</${name}>`,
      ),
  ),
}));

it('gives the same text for markup as for the parsed document', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 6 }), (nodes) => {
      const source = `<html><head><title>t</title></head><body id="b">${nodes.join('')}</body></html>`;
      const document = new DOMParser().parseFromString(source, 'application/xhtml+xml');
      const body = document.querySelector('body') as Element;
      const expected = readSectionText(body);
      const read = readMarkupText(source);
      expect(read?.text).toBe(expected.text);
      expect(read?.chunks).toEqual(expected.chunks.map((chunk) => ({ ...chunk, nodes: [] })));
    }),
  );
});

it('leaves out ruby readings, and keeps the offsets behind them', () => {
  const source = '<html><body><p><ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>の</p></body></html>';
  expect(readMarkupText(source)?.text).toBe('漢字の');
  expect(readMarkupText(source)?.chunks.map(({ start, length }) => [start, length])).toEqual([
    [0, 1],
    [1, 0],
    [1, 1],
    [2, 0],
    [2, 1],
  ]);
});

it('a document without a body has no text', () => {
  expect(readMarkupText('<svg xmlns="http://www.w3.org/2000/svg"><text>hola</text></svg>')).toBeNull();
});
