import { expect, test } from 'vitest';
import type { Section } from '../container/publication.ts';
import { CfiResolver } from './cfi-resolver.ts';
import { cfiOfElement, cfiOfRange, cfiOfSection, compareCfi, isCfi, rangeOfCfi, sectionOfCfi } from './cfi.ts';

const sections = [
  { index: 0, cfi: '/6/2[portada]' },
  { index: 1, cfi: '/6/4[cap^[1^]]' },
  { index: 2, cfi: '/6/6' },
] as Section[];
const [cover, chapter] = sections as [Section, Section];

/** Fills the page's own document: this DOM handles ranges of other documents incompletely. */
function parse(body: string): Document {
  document.body.innerHTML = body;
  return document;
}

test('a range gives a CFI, and the CFI gives the range', () => {
  parse('<p id="a">uno <b>dos</b> tres</p><p>cuatro</p>');
  const range = document.createRange();
  range.setStart(document.querySelector('b')?.firstChild as Text, 1);
  range.setEnd(document.querySelectorAll('p')[1]?.firstChild as Text, 3);
  const cfi = cfiOfRange(chapter, range);
  expect(cfi).toBe('epubcfi(/6/4[cap^[1^]]!/4,/2[a]/2/1:1,/4/1:3)');
  expect(isCfi(cfi)).toBe(true);
  expect(rangeOfCfi(cfi, document)?.toString()).toBe(range.toString());
});

test('an element has a CFI of its own', () => {
  parse('<p>uno</p><p><img id="i" alt=""></p>');
  const image = document.querySelector('img') as Element;
  const cfi = cfiOfElement(cover, image);
  expect(cfi).toBe('epubcfi(/6/2[portada]!/4/4/2[i])');
  expect(rangeOfCfi(cfi, document)?.startContainer).toBe(image);
});

test('a section is found by its id before its number', () => {
  expect(sectionOfCfi(cfiOfSection(chapter), sections)).toBe(chapter);
  expect(sectionOfCfi('epubcfi(/6/8[portada]!/4/2)', sections)).toBe(cover);
  expect(sectionOfCfi('epubcfi(/6/6!/4,/2/1:0,/2/1:4)', sections)).toBe(sections[2]);
  expect(sectionOfCfi('epubcfi(/6/98!/4)', sections)).toBeNull();
});

test.each([
  '',
  'epubcfi(',
  'epubcfi()',
  'epubcfi(/6/4!)',
  'epubcfi(/6/4!/4/98/1:3)',
  'epubcfi(/6/4!/4/2/1:999)',
  'nada',
])('nonsense leads nowhere and does not throw: %j', (cfi) => {
  expect(() => sectionOfCfi(cfi, sections)).not.toThrow();
  expect(() => rangeOfCfi(cfi, parse('<p>uno</p>'))).not.toThrow();
});

test('CFIs are ordered by their places', () => {
  expect(compareCfi('epubcfi(/6/2!/4/2/1:3)', 'epubcfi(/6/2!/4/2/1:9)')).toBeLessThan(0);
  expect(compareCfi('epubcfi(/6/4!/4/2)', 'epubcfi(/6/2!/4/8)')).toBeGreaterThan(0);
});

test.each([
  ['an id that stands twice', '<p id="a">uno</p><p id="a">dos</p>', 'epubcfi(/6/4!/4/4[a]/1:1)', 'dos', 1],
  ['an id that stands elsewhere', '<p>uno</p><p id="a">dos</p>', 'epubcfi(/6/4!/4/2[a]/1:2)', 'uno', 2],
  ['a number that leads nowhere', '<p>uno</p><p id="a">dos</p>', 'epubcfi(/6/4!/4/98[a]/1:3)', 'dos', 3],
])('numbers decide before ids, for one CFI and for many: %s', (_, body, cfi, text, offset) => {
  parse(body);
  const range = rangeOfCfi(cfi, document);
  expect([range?.startContainer.nodeValue, range?.startOffset]).toEqual([text, offset]);
  const points = new CfiResolver(document).pointsOf(cfi);
  expect(points?.start).toEqual({ container: range?.startContainer, offset });
});

test('an element is found by its number even if the asserted id stands before it', () => {
  parse('<p id="a">uno</p><p><img id="a" alt=""></p>');
  expect(rangeOfCfi('epubcfi(/6/4!/4/4/2[a])', document)?.startContainer).toBe(document.querySelector('img'));
});

test('a place between two elements without a text has a CFI', () => {
  parse('<p>uno</p><p>dos</p>');
  const range = rangeOfCfi('epubcfi(/6/4!/4/3:0)', document);
  expect([range?.startContainer, range?.startOffset]).toEqual([document.body, 1]);
});
