import { expect, it } from 'vitest';
import { TextIndex } from '../locator/text-index.ts';
import { ContentsIndex } from './contents-index.ts';

const entry = (href: string, title: string) => ({ href, title, children: [] });
const contents = () => new ContentsIndex([entry('a.xhtml', 'Uno'), entry('a.xhtml#dos', 'Dos')], () => 0);

/** The first page, which has ten characters. */
function placeIn(body: string, isHead: boolean) {
  const document = new DOMParser().parseFromString(`<body>${body}</body>`, 'text/html');
  return { sectionIndex: 0, document, text: new TextIndex(document.body), isHead, from: 0, to: 10 };
}

it('an entry whose anchor is not in the loaded head of a chapter comes after the page', () => {
  const head = '<p>Una página entera de palabras.</p>';
  expect(contents().current(placeIn(head, true), null)?.title).toBe('Uno');
  const whole = `${head}<h2 id="dos">Dos</h2>`;
  expect(contents().current(placeIn(whole, false), null)?.title).toBe('Uno');
});

it('an entry whose anchor does not exist begins with its section', () => {
  expect(contents().current(placeIn('<p>Una página entera de palabras.</p>', false), null)?.title).toBe('Dos');
});
