import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookMark, booksOf, inlineText, parseMarkup } from './markup.ts';

const BOOK = '019a7f00-0000-7000-8000-000000000001';
const plain = (source: string) =>
  parseMarkup(source)
    .flatMap((block) => (block.kind === 'paragraph' ? block.lines : block.kind === 'list' ? block.items : []))
    .map(inlineText)
    .join('\n');

it('reads paragraphs, lists, marks and the cards of books', () => {
  const source = `Hola, **todas** y *todos*:\nmiren [esto](https://ejemplo.cl/a?b=1).\n\n- uno\n- **dos**\n${bookMark(BOOK)}\nAdiós`;
  expect(parseMarkup(source)).toEqual([
    {
      kind: 'paragraph',
      lines: [
        [
          { kind: 'text', text: 'Hola, ' },
          { kind: 'bold', text: 'todas' },
          { kind: 'text', text: ' y ' },
          { kind: 'italic', text: 'todos' },
          { kind: 'text', text: ':' },
        ],
        [
          { kind: 'text', text: 'miren ' },
          { kind: 'link', text: 'esto', url: 'https://ejemplo.cl/a?b=1' },
          { kind: 'text', text: '.' },
        ],
      ],
    },
    { kind: 'list', items: [[{ kind: 'text', text: 'uno' }], [{ kind: 'bold', text: 'dos' }]] },
    { kind: 'book', bookId: BOOK },
    { kind: 'paragraph', lines: [[{ kind: 'text', text: 'Adiós' }]] },
  ]);
  expect(booksOf(parseMarkup(`${source}\n${bookMark(BOOK)}`))).toEqual([BOOK]);
  expect(plain(source)).toBe('Hola, todas y todos:\nmiren esto (https://ejemplo.cl/a?b=1).\nuno\ndos\nAdiós');
});

it.each([
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](https://a.cl/" onclick="x)',
  '[x](data:text/html,x)',
  '**sin cerrar y *tampoco',
  '[[libro:no-es-un-libro]]',
  `antes ${bookMark(BOOK)}`,
])('%s stays text', (source) => {
  expect(plain(source)).toBe(source);
  expect(JSON.stringify(parseMarkup(source))).not.toMatch(/"kind":"(link|book)"/);
});

it('loses no letter of any text, and links only to web addresses', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('*', '**', '[', ']', '(', ')', 'https://a.cl', '\n', '- ', ' ', 'ñ', '<')),
      (pieces) => {
        const source = pieces.join('');
        const letters = (text: string) => text.replaceAll(/[^ñ<]/g, '');
        expect(letters(plain(source))).toBe(letters(source));
        for (const url of JSON.stringify(parseMarkup(source)).matchAll(/"url":"([^"]*)"/g)) {
          expect(url[1]).toMatch(/^https?:\/\//);
        }
      },
    ),
  );
});
