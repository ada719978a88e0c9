import type { BookPlaces } from '@cuentos/epub/container/book-places';
import type { Publication } from '@cuentos/epub/container/publication';
import { describe, expect, it } from 'vitest';
import { readContents } from '../chapters.ts';
import { BookScale } from './book-scale.ts';

const section = (index: number, start: number, characters: number) =>
  ({ index, path: `${index}.xhtml`, linear: true, start, characters }) as Publication['sections'][number];
const text = { characters: 4000, sections: [section(0, 0, 1500), section(1, 1500, 2500)] };
const contents = readContents([
  { title: 'Uno', href: '0.xhtml', children: [] },
  { title: 'Dos', href: '1.xhtml#dos', children: [{ title: 'Aparte', href: '1.xhtml#aparte', children: [] }] },
  { title: 'Sin lugar', href: null, children: [] },
]);
const scaleOf = (places: BookPlaces | null = null, end = 100, publication = text): BookScale =>
  new BookScale({ publication, contents, places, end });

describe('the scale of a part', () => {
  it('has locations of 1000 characters where the book names no pages', () => {
    const scale = scaleOf();
    expect([scale.kind, scale.count, scale.lastLabel]).toEqual(['location', 4, '4']);
    for (let step = 0; step < scale.count; step += 1) {
      expect(scale.stepAt(scale.fractionOf(step))).toBe(step);
      expect(Math.floor(scale.fractionOf(step) * text.characters)).toBe(step * 1000);
    }
    expect([scale.fractionOf(-1), scale.fractionOf(4), scale.stepAt(1)]).toEqual([0, 1, 3]);
  });

  it('has the pages of the printed book where it names them', () => {
    const scale = scaleOf({
      chapters: {},
      pages: [
        ['xii', 100],
        ['13', 1700],
        ['14', 3000],
      ],
    });
    expect([scale.kind, scale.count, scale.lastLabel]).toEqual(['printed', 3, '14']);
    expect([0, 0.3, 0.5, 1].map((at) => scale.labelOf(scale.stepAt(at)))).toEqual(['xii', 'xii', '13', '14']);
    expect([' XII ', '14', '1', ''].map((name) => scale.stepNamed(name))).toEqual([0, 2, null, null]);
  });

  it('finds the beginnings of chapters, inside their sections too', () => {
    const scale = scaleOf({ chapters: { '1.xhtml#dos': 2000, '1.xhtml#aparte': 2500 }, pages: [] });
    expect(scale.chapters.map(({ chapter }) => chapter.title)).toEqual(['Uno', 'Dos']);
    expect([0, 0.49, 0.7].map((at) => scale.chapterAt(at)?.chapter.title)).toEqual(['Uno', 'Uno', 'Dos']);
    const second = scale.chapters[1]?.fraction ?? 0;
    expect(Math.floor(second * text.characters)).toBe(2000);
    expect([scale.chapterBeside(0.1, 1), scale.chapterBeside(0.6, -1)]).toEqual([second, second]);
    expect([scale.chapterBeside(second, -1), scale.chapterBeside(second, 1)]).toEqual([0, 1]);
    // Without the file of chapter places the chapter counts as beginning with its section.
    expect(Math.floor((scaleOf().chapters[1]?.fraction ?? 0) * text.characters)).toBe(1500);
  });

  it('of a sample ends where the sample ends, and counts to the end of the part', () => {
    const scale = scaleOf(null, 30);
    expect([scale.count, scale.lastLabel, scale.end]).toEqual([2, '4', 0.3]);
    expect(scale.chapters.map(({ chapter }) => chapter.title)).toEqual(['Uno']);
    expect(scale.fractionOf(2)).toBe(0.3);
  });

  it('counts sections where a book is read by its pictures, and is never empty', () => {
    const drawn = { characters: 0, sections: [0, 1, 2].map((index) => section(index, 0, 0)) };
    const scale = scaleOf(null, 100, drawn);
    expect([scale.kind, scale.count, scale.lastLabel]).toEqual(['drawn', 3, '3']);
    expect([0, 1, 2].map((step) => Math.floor(scale.fractionOf(step) * 3))).toEqual([0, 1, 2]);
    // A section of several pages is one step from its first page to its last.
    expect([0.34, 0.6, 0.66, 0.67].map((at) => scale.stepAt(at))).toEqual([1, 1, 1, 2]);
    const [first = 0, second = 0] = scale.chapters.map(({ fraction }) => fraction);
    expect([scale.chapterBeside(0, 1), scale.chapterBeside(1 / 3, 1), scale.chapterBeside(0.6, -1)]).toEqual([
      second,
      1,
      second,
    ]);
    expect(scale.chapterBeside(1 / 3, -1)).toBe(first);
    expect(scaleOf(null, 100, { characters: 0, sections: [] }).count).toBe(1);
  });
});
