import { expect, test } from 'vitest';
import { TextIndex } from './text-index.ts';

function bodyOf(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body;
}

test('text is counted as it stands; blank text and styles are not counted', () => {
  const index = new TextIndex(bodyOf('\n <p>uno <b>dos</b></p>\n<style>p{}</style><p>\u00a0</p><p> tres\n</p>'));
  expect(index.nodes.map(({ data }) => data)).toEqual(['uno ', 'dos', ' tres\n']);
  expect(index.total).toBe(13);
  expect([0, 1, 2, 3].map((each) => index.startOf(each))).toEqual([0, 4, 7, 13]);
});

test('neighbouring text nodes count as one text', () => {
  const body = bodyOf('<p>a</p>');
  body.querySelector('p')?.append(' ', 'b');
  expect(new TextIndex(body).total).toBe(3);
});

test('the index gives the characters before a place and the place after a number of characters', () => {
  const body = bodyOf('<p>uno <b id="b">dos</b></p><p id="c"><img alt=""></p><p id="d">tres</p>');
  const index = new TextIndex(body);
  const node = index.nodes[1] as Text;
  expect(index.charactersBefore(node, 2)).toBe(6);
  expect(index.charactersBefore(body.querySelector('#b') as Element, 0)).toBe(4);
  expect(index.charactersBefore(body.querySelector('#c') as Element, 0)).toBe(7);
  for (let characters = 0; characters < index.total; characters += 1) {
    const place = index.positionAt(characters);
    expect(place && index.charactersBefore(place.node, place.offset)).toBe(characters);
  }
  expect(index.positionAt(99)).toEqual({ node: index.nodes[2], offset: 3 });
});

test('an empty body has no place', () => {
  expect(new TextIndex(bodyOf('  ')).positionAt(0)).toBeNull();
});
