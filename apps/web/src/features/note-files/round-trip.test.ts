import { anchorQuote, type BookSections } from '@cuentos/epub/anchoring/anchor-places';
import { readMarkupText } from '@cuentos/epub/locator/read-markup-text';
import { cfiOfText, textOfCfi } from '@cuentos/epub/locator/text-range';
import { describe, expect, it } from 'vitest';
import { writeAnnotationSet } from './formats/epub-annotations.ts';
import { type PortableNote, portableNote } from './formats/portable-note.ts';
import { makeFile } from './make-files.ts';
import { readFiles } from './read-files.ts';

const NOW = '2026-11-20T15:00:00.000Z';
const book = { title: 'El faro', part: 'El faro', author: 'Ana Ruiz', ids: ['urn:uuid:faro'] };

/** Returns a generator of numbers from 0 to 1, equal in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = seeded(7);
const below = (count: number) => Math.floor(random() * count);

const SYLLABLES = 'ma ro lu ti con pa der sa ne vi go bre lla ñu fa dor mi qué zá li tro es ca pu jo'.split(' ');
/** Made-up vocabulary; `word` picks few of its words often and many seldom, as in prose. */
const WORDS = Array.from({ length: 900 }, () =>
  Array.from({ length: 1 + below(3) }, () => SYLLABLES[below(25)]).join(''),
);
const word = () => WORDS[Math.floor(WORDS.length * random() ** 3)] ?? '';
const sentence = () => {
  const words = Array.from({ length: 5 + below(14) }, word)
    .join(' ')
    .replace(' ', random() < 0.5 ? ', ' : ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${random() < 0.1 ? '?' : '.'}`;
};
const paragraph = () => Array.from({ length: 2 + below(5) }, sentence).join(' ');

const chapters = Array.from({ length: 24 }, () => Array.from({ length: 40 }, paragraph));

/**
 * A revised edition of the book: it has a new prologue; of each two hundred paragraphs one is deleted and six are
 * added; in a fifth of them one word differs; punctuation and accents differ everywhere.
 */
const edited = [
  Array.from({ length: 12 }, paragraph),
  ...chapters.map((paragraphs) =>
    paragraphs.flatMap((text) => {
      const chance = random();
      if (chance < 0.005) return [];
      if (chance < 0.035) return [paragraph(), text];
      if (chance < 0.235) return [text.replace(/\S+(?= \S+\.)/, word())];
      return [
        text
          .replace('qué', 'que')
          .replace(/[,.](?= )/, ' —')
          .replace('?', '…'),
      ];
    }),
  ),
];

function editionOf(content: readonly (readonly string[])[]): BookSections {
  const sections = content.map((paragraphs, index) => {
    const body = paragraphs.map((text) => `<p>${text}</p>`).join('\n');
    const text = readMarkupText(`<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`);
    if (!text) throw new Error('no text');
    return { cfi: `/6/${2 * index + 2}`, text };
  });
  const sectionOf = (cfi: string) => sections.findIndex((section) => cfi.startsWith(`epubcfi(${section.cfi}!`));
  return { publication: {} as BookSections['publication'], sections, sectionOf };
}
const [first, second] = [editionOf(chapters), editionOf(edited)];

/** Notes on passages of one word to some sentences; a third of them has a text. */
const notes: PortableNote[] = Array.from({ length: 1000 }, (_, index) => {
  const section = first.sections[below(first.sections.length)]!;
  const { text } = section.text;
  const from = text.indexOf(' ', below(text.length - 700)) + 1;
  const to = text.indexOf(' ', from + (random() < 0.1 ? 4 : 20 + below(400)));
  return portableNote({
    id: `nota-${index}`,
    book,
    cfi: cfiOfText(section.cfi, section.text, { from, to }) ?? '',
    quote: text.slice(from, to),
    prefix: text.slice(Math.max(0, from - 30), from),
    suffix: text.slice(to, to + 30),
    note: index % 3 === 0 ? `Nota ${index}:\n\n- *${sentence()}*\n=1+1` : '',
    color: 'green',
    createdAt: NOW,
  });
});

const setOf = () =>
  new File([writeAnnotationSet(notes, { id: 'uno', generator: 'https://a.cl', now: NOW })], 'uno.annotation');
const files: readonly (readonly [string, () => File])[] = [
  ['annotations archive', () => makeFile('annotations', notes, NOW)],
  ['single annotation set', setOf],
  ['Markdown', () => makeFile('markdown', notes, NOW)],
  ['CSV', () => makeFile('csv', notes, NOW)],
  ['JSON', () => makeFile('json', notes, NOW)],
];

/** Returns the words at a place of an edition. */
function wordsAt(cfi: string, { sections, sectionOf }: BookSections): string {
  const section = sections[sectionOf(cfi)];
  const span = section && textOfCfi(cfi, section.text);
  return span ? section.text.text.slice(span.from, span.to) : '';
}

/** Places found so far, by query: formats that store the same fields of a note share one search. */
const found = new Map<string, string | null>();
function placeIn(
  edition: BookSections,
  { cfi, quote: text, prefix: before, suffix: after }: PortableNote,
): string | null {
  const key = JSON.stringify([edition === first, cfi, text, before, after]);
  const known = found.get(key);
  if (known !== undefined) return known;
  const place = anchorQuote({ cfi, text, before, after }, edition);
  found.set(key, place);
  return place;
}

/** Tells whether a place contains at least half of the highlighted words. */
function isRight(cfi: string | null, quote: string): boolean {
  const there = new Set(cfi === null ? [] : wordsAt(cfi, second).split(/[^\p{L}]+/u));
  const words = quote.split(/[^\p{L}]+/u);
  return words.filter((each) => there.has(each)).length >= words.length / 2;
}

describe.each(files)('a thousand notes exported and imported: %s', (_name, make) => {
  it('have all their words, and their place in the same and in a revised edition', async () => {
    const { notes: back, refused, unreadable } = await readFiles([make()]);
    expect([refused, unreadable]).toEqual([[], 0]);
    const words = (some: readonly PortableNote[]) => some.map(({ quote, note }) => [quote, note]);
    expect(words(back)).toEqual(words(notes));
    const same = back.filter((note, index) => placeIn(first, note) === notes[index]?.cfi);
    expect(same.length).toBeGreaterThanOrEqual(990);
    const other = back.filter((note) => isRight(placeIn(second, note), note.quote));
    expect(other.length).toBeGreaterThanOrEqual(950);
  });
});
