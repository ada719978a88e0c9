import { describe, expect, it } from 'vitest';
import { entriesAsText } from './as-text.ts';
import { inPartOrder } from './entries.ts';
import { passes, readFilters, writeFilters } from './filters.ts';
import { quoteLink } from './quote-card/quote-link.ts';
import { rowsByBook, rowsByDay } from './rows.ts';
import { markedPieces, SearchIndex } from './search-index.ts';
import { notebookEntry as entry, notebookPart } from './testing/entries.ts';

describe('the order of the notebook', () => {
  it('is the book’s order; entries without a place come last', () => {
    const at = (id: string, cfi: string, isLocated = true) => entry({ id, cfi, isLocated });
    const entries = [
      at('lost', 'epubcfi(/6/2!/4/2,/1:0,/1:1)', false),
      at('tenth', 'epubcfi(/6/10!/4/2,/1:0,/1:1)'),
      at('later', 'epubcfi(/6/4!/4/10,/1:0,/1:1)'),
      at('first', 'epubcfi(/6/4!/4/2,/1:5,/1:9)'),
    ];
    expect(inPartOrder(entries).map(({ id }) => id)).toEqual(['first', 'later', 'tenth', 'lost']);
  });

  it('has a heading for each book and chapter, or for each day', () => {
    const other = notebookPart({ part_id: 'micro-1', part_name: 'Completo', book_id: 'micro', book_name: 'La micro' });
    const entries = [
      entry({ id: '1' }),
      entry({ id: '2', chapter: 'El cuaderno mojado', createdAt: '2026-11-18T15:00:00.000Z' }),
      entry({ id: '3', part: other, chapter: null }),
    ];
    const said = rowsByBook(entries).map((row) =>
      row.kind === 'entry' ? row.entry.id : row.kind === 'book' ? row.first.part.book_name : row.title,
    );
    expect(said).toEqual([
      'El faro que aprendió a silbar',
      'Segunda parte: La lancha de las once',
      '1',
      'Segunda parte: El cuaderno mojado',
      '2',
      'La micro',
      'Completo',
      '3',
    ]);
    const days = rowsByDay(entries).map((row) =>
      row.kind === 'entry' ? row.entry.id : row.kind === 'day' ? row.title : '',
    );
    expect(days).toEqual(['18 de noviembre de 2026', '2', '14 de noviembre de 2026', '1', '3']);
  });
});

describe('the search', () => {
  const entries = [
    entry({ id: 'a', quote: 'La canción del farero', note: 'Leérsela a MAMÁ el domingo' }),
    entry({ id: 'b', quote: 'El año de la niebla' }),
    entry({ id: 'c', quote: 'Dijo «nunca»' }),
  ];
  const find = (query: string) => new SearchIndex().find(entries, query).map(({ id }) => id);

  it.each([
    ['cancion', ['a']],
    ['mama LEERSELA', ['a']],
    ['farero domingo', ['a']],
    ['ano', []],
    ['año', ['b']],
    ['"de la niebla"', ['b']],
    ['"niebla de la"', []],
    ['lancha', ['a', 'b', 'c']],
    ['', ['a', 'b', 'c']],
  ])('%j finds %j: accents and case aside, every word, in passage, note and chapter', (query, ids) => {
    expect(find(query)).toEqual(ids);
  });

  it('marks the found words, as they stand in the text', () => {
    expect(markedPieces('La canción', 'CANCION')).toEqual([
      { text: 'La ', isFound: false },
      { text: 'canción', isFound: true },
    ]);
  });
});

describe('the filters', () => {
  it('are kept in the address, without those that have no effect', () => {
    const filters = readFilters(new URLSearchParams('q=mar&color=blue+red&kind=notes&book=faro&by=day&view=trash'));
    expect(filters).toEqual({
      query: 'mar',
      colors: ['blue', 'red'],
      kind: 'notes',
      bookId: 'faro',
      by: 'day',
      trash: true,
    });
    expect(readFilters(writeFilters(filters))).toEqual(filters);
    expect(writeFilters(readFilters(new URLSearchParams('kind=nothing&by=year'))).toString()).toBe('');
  });

  it('narrow by colour, kind and book', () => {
    const all = readFilters(new URLSearchParams());
    const note = entry({ note: 'algo', color: 'red' });
    const mark = entry({ kind: 'bookmark', color: null });
    expect([note, mark].map((each) => passes(all, each))).toEqual([true, true]);
    expect([note, mark].map((each) => passes({ ...all, colors: ['red'] }, each))).toEqual([true, false]);
    expect([note, mark].map((each) => passes({ ...all, kind: 'bookmarks' }, each))).toEqual([false, true]);
    expect([note, entry()].map((each) => passes({ ...all, kind: 'notes' }, each))).toEqual([true, false]);
    expect(passes({ ...all, bookId: 'otro' }, note)).toBe(false);
  });
});

it('an entry as text is under its book and chapter', () => {
  expect(entriesAsText([entry({ note: 'Mía' })])).toBe(
    'EL FARO QUE APRENDIÓ A SILBAR\n\nSegunda parte: La lancha de las once\n\n«No tenía nombre ni candado.»\nMía\n14 de noviembre de 2026',
  );
});

describe('the link of a shared passage', () => {
  const link = (step: number | null, changes: Partial<ReturnType<typeof notebookPart>> = {}) =>
    quoteLink(entry({ part: notebookPart({ sample_last_step: step, ...changes }) }), 'https://libros.cl');

  it('opens the sample that everybody may read at that place', () => {
    const address = link(4);
    expect(address).toMatch(/^https:\/\/libros\.cl\/sample\/faro\/faro-2#[\w%,:-]+$/);
    expect(decodeURIComponent(new URL(address ?? '').hash)).toBe('#epubcfi(/6/4!/4/2,/1:0,/1:9)');
  });

  it('opens the book’s page for a passage beyond the sample, and is absent for a book that is not shown', () => {
    expect(link(2)).toBe('https://libros.cl/book_share/book_share/faro');
    expect(link(null)).toBe('https://libros.cl/book_share/book_share/faro');
    expect(link(null, { is_listed: false })).toBeNull();
  });
});
