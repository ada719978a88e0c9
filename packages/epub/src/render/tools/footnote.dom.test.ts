import { expect, it } from 'vitest';
import { type Footnote, readFootnote } from './footnote.ts';

/** The note of a document in which a reference leads to this content. */
function noteOf(content: string): Footnote | null {
  return noteIn(`<p><a id="r1" href="#n1">1</a></p><aside id="n1">${content}</aside>`);
}

function noteIn(markup: string): Footnote | null {
  const document = new DOMParser().parseFromString(markup, 'text/html');
  const link = document.getElementById('r1');
  if (!link) throw new Error('there is no link');
  const hrefOf = (each: Element) => each.getAttribute('href');
  const target = { document, path: 'a.xhtml', fragment: 'n1', href: 'a.xhtml#n1', hrefOf };
  return readFootnote(target, { link, path: 'a.xhtml', isNamed: true });
}

const wordsOf = (note: Footnote | null) => note?.blocks.map(({ runs }) => runs.map(({ text }) => text).join(''));

it('drops the back link and the punctuation left by it, and keeps arrows within the text', () => {
  expect(wordsOf(noteOf('<p>1. De ida ↩ y vuelta. ↩\uFE0E</p>'))).toEqual(['1. De ida ↩ y vuelta.']);
  expect(wordsOf(noteOf('<p>) Uno</p><p>Dos ↑ </p>'))).toEqual(['Uno', 'Dos']);
  expect(wordsOf(noteOf('<p>↩</p><p>Tres</p>'))).toEqual(['Tres']);
});

it.each([
  '<p id="n1">1</p><p>Sus palabras.</p><p>Otra cosa.</p>',
  '<p id="n1"><a href="#r1">1</a></p><p></p><p>Sus palabras.</p>',
  '<table><tr><td id="n1"><a href="#r1">1</a></td><td>Sus palabras.</td></tr></table>',
  '<div><h4 id="n1">[1]</h4></div><div>Sus palabras.</div>',
  '<dl><dt id="n1">*</dt><dd>Sus palabras.</dd></dl>',
])('shows the words that follow a number with a block of its own: %s', (notes) => {
  expect(wordsOf(noteIn(`<p><a id="r1" href="#n1">1</a></p>${notes}`))).toEqual(['Sus palabras.']);
});

it('does not stall on a note made of arrows', () => {
  const arrows = '↩'.repeat(400_000);
  expect(wordsOf(noteOf(`<p>Uno ${arrows}x${arrows}</p>`))?.[0]?.endsWith('↩x')).toBe(true);
});
