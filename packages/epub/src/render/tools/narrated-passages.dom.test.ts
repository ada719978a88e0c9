import { expect, test } from 'vitest';
import { narrationPath, type SectionNarration } from '../../container/narration.ts';
import type { Publication } from '../../container/publication.ts';
import { cfiOfOffset } from '../../locator/text-range.ts';
import { BookTexts } from './book-texts.ts';
import { narratedPassages } from './narrated-passages.ts';
import type { Sentence } from './sentence.ts';

const PATH = 'c1.xhtml';
const MARKUP =
  '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head>' +
  '<body><p id="a">Uno <em id="b">dos</em> tres.</p><p id="c">Cuatro.</p></body></html>';
const narration: SectionNarration = {
  sounds: ['s.mp3'],
  clips: [
    ['a', 0, 0, 1, 0],
    ['b', 0, 1, 2, 0],
    ['gone', 0, 2, 3, 0],
    ['c', 0, 3, null, 1],
  ],
};
const publication = {
  metadata: { language: 'es' },
  sections: [{ index: 0, path: PATH, mediaType: 'application/xhtml+xml', cfi: '/6/2', linear: true, missing: false }],
  resources: [
    { path: narrationPath(0), mediaType: 'application/json' },
    { path: 's.mp3', mediaType: 'audio/mpeg' },
  ],
} as unknown as Publication;
const loader = {
  text: async (path: string) => (path === PATH ? MARKUP : JSON.stringify(narration)),
  blob: async () => new Blob(),
  close: () => {},
};

async function passagesFrom(cfi: string | null, book = publication): Promise<Sentence[]> {
  const passages: Sentence[] = [];
  const texts = new BookTexts(book, loader, []);
  const section = book.sections[0]!;
  for await (const passage of narratedPassages(section, cfi, { publication: book, loader }, texts))
    passages.push(passage);
  return passages;
}

test('each clip comes with its words, place and sound; a clip without an element keeps the place before', async () => {
  const passages = await passagesFrom(null);
  expect(passages.map(({ text }) => text)).toEqual(['Uno dos tres.', 'dos', '', 'Cuatro.']);
  expect(passages[2]!.cfi).toBe(passages[1]!.cfi);
  expect(passages[3]).toMatchObject({
    isNote: true,
    clip: { path: 's.mp3', mediaType: 'audio/mpeg', from: 3, to: null },
  });
});

test('narration begins with the clip whose words include the place', async () => {
  const text = await new BookTexts(publication, loader, []).textWith(0, new Set(['c']));
  const place = cfiOfOffset('/6/2', text!, text!.anchors.get('c')! + 1)!;
  expect((await passagesFrom(place)).map(({ text: words }) => words)).toEqual(['Cuatro.']);
});

test('a section without a narration has no passages', async () => {
  expect(await passagesFrom(null, { ...publication, resources: [] })).toEqual([]);
});
