import { limits } from '@cuentos/contract/limits';
import { isUnplaced } from '@cuentos/epub/locator/cfi-text';
import { describe, expect, it } from 'vitest';
import { type PortableNote, portableNote } from '../../note-files/formats/portable-note.ts';
import { notebookEntry } from '../testing/entries.ts';
import { type HeldPart, namedBooks } from './match-books.ts';
import { knownNotes, planImport } from './plan-import.ts';

const held: HeldPart[] = [
  { partId: 'faro-1', partName: 'Primera parte', bookId: 'faro', bookName: 'El faro' },
  { partId: 'faro-2', partName: 'Segunda parte', bookId: 'faro', bookName: 'El faro' },
  { partId: 'nandu', partName: 'El ñandú', bookId: 'nandu', bookName: 'El ñandú' },
];
const bookOf = (title: string, changes: Partial<PortableNote['book']> = {}) => ({
  title,
  part: '',
  author: '',
  ids: [],
  ...changes,
});
const partOf = (book: PortableNote['book'], author = 'Ana Ruiz') =>
  namedBooks([portableNote({ book, quote: 'x' })], held, author)[0]?.partId;
const nothing = knownNotes([], { notebook: null, parts: new Map() });
const note = (changes: Partial<PortableNote> = {}) =>
  portableNote({ book: bookOf('El ñandú'), quote: 'Hola', ...changes });
const plan = (notes: readonly PortableNote[], known = nothing) =>
  planImport(namedBooks(notes, held, 'Ana Ruiz'), known);

describe('the part that a file means', () => {
  it('is found by our identifier, else by title and author, and never guessed', () => {
    expect(partOf(bookOf('otro', { ids: ['x', 'URN:UUID:faro-1'] }))).toBe('faro-1');
    expect(partOf(bookOf('EL ÑANDÚ (Spanish Edition)', { author: 'Ruiz, Ana' }))).toBe('nandu');
    expect(partOf(bookOf('El faro', { part: 'Segunda parte' }))).toBe('faro-2');
    expect(partOf(bookOf('El Faro - segunda parte'))).toBe('faro-2');
    expect(partOf(bookOf('El faro'))).toBe(null);
    expect(partOf(bookOf('El ñandú', { author: 'Otra Persona' }))).toBe(null);
    expect(partOf(bookOf('El nandu'))).toBe(null);
    expect(partOf(bookOf(''))).toBe(null);
  });
});

it('books of one title are one row when they are one part, whichever author they name', () => {
  const notes = ['Ruiz, Ana', '', 'Ana Ruiz'].map((author) => note({ book: bookOf('El ñandú', { author }) }));
  expect(namedBooks([...notes, note({ book: bookOf('Otro') })], held, 'Ana Ruiz')).toMatchObject([
    { partId: 'nandu', notes },
    { partId: null },
  ]);
});

describe('the imported notes', () => {
  it('are the same for the same file, once, with a range of their own for words without a usable range', () => {
    const notes = [
      note(),
      note({ cfi: 'epubcfi(/6/4' }),
      note({ quote: 'Adiós', cfi: 'epubcfi(/6/4!/4/2,/1:0,/1:9)', prefix: 'p'.repeat(90) }),
    ];
    const [part] = plan([...notes, notes[0]!]).parts;
    expect(plan(notes).parts).toEqual([part]);
    expect(part?.highlights.map(({ quote }) => quote)).toEqual(['Hola', 'Hola', 'Adiós']);
    const ranges = part?.highlights.map(({ cfi_range }) => cfi_range) ?? [];
    expect(new Set(ranges).size).toBe(3);
    expect(ranges[2]).toBe('epubcfi(/6/4!/4/2,/1:0,/1:9)');
    expect(part?.highlights[2]?.prefix).toHaveLength(limits.highlightContextMax);
  });

  it('leave out existing notes, too long ones, bookmarks, and notes without a chosen part', () => {
    const own = notebookEntry({ quote: 'Hola', note: 'mía', part: { ...notebookEntry().part, part_id: 'nandu' } });
    const known = knownNotes([own], { notebook: null, parts: new Map() });
    const notes = [
      note({ quote: '  hola ', note: 'mía' }),
      note({ quote: 'Hola', note: 'otra' }),
      note({ quote: 'x'.repeat(10_001) }),
      note({ note: 'x'.repeat(5001) }),
      note({ kind: 'bookmark' }),
      note({ book: bookOf('Otro libro') }),
    ];
    expect(plan(notes, known)).toMatchObject({ brought: 1, already: 1, tooLong: 2, bookmarks: 1, elsewhere: 1 });
  });

  it('are new again after the import was undone, and not before', () => {
    const [first] = plan([note()]).parts[0]?.highlights ?? [];
    const ids = new Set([first?.id ?? '']);
    const none = new Set<string>();
    const knownAs = (isDeleted: boolean) =>
      new Map([
        [
          'nandu',
          {
            ...{ texts: new Map<string, number>(), bookmarks: [], removedBookmarks: none },
            ...{ live: isDeleted ? none : ids, deleted: isDeleted ? ids : none },
          },
        ],
      ]);
    expect(plan([note()], knownAs(false)).brought).toBe(0);
    const [again] = plan([note()], knownAs(true)).parts[0]?.highlights ?? [];
    expect(again?.id).not.toBe(first?.id);
  });

  it('are one bookmark for each place, beside the existing ones, with a point or without', () => {
    const mark = (changes: Partial<PortableNote>) => note({ kind: 'bookmark', quote: 'La niebla', ...changes });
    const own = notebookEntry({
      ...{ kind: 'bookmark', cfi: 'epubcfi(/6/4!/4/2/1:0)', percentage: 12 },
      part: { ...notebookEntry().part, part_id: 'nandu' },
    });
    const known = knownNotes([own], { notebook: null, parts: new Map() });
    const marks = [
      mark({ cfi: 'epubcfi(/6/4!/4/2/1:0)', percentage: 50 }),
      mark({ percentage: 12.001 }),
      mark({ cfi: 'epubcfi(/6/8!/4/2/1:0)', percentage: 40, chapter: 'Dos', createdAt: '2026-01-02T03:04:05.000Z' }),
      mark({ cfi: 'no place', percentage: 60, quote: 'x'.repeat(9000) }),
      mark({ percentage: 60 }),
      mark({ cfi: 'epubcfi(/6/8!/4/4/1:0)' }),
    ];
    const made = plan(marks, known);
    expect(made).toMatchObject({ brought: 2, broughtBookmarks: 2, already: 3, bookmarks: 1 });
    const [one, other] = made.parts[0]?.bookmarks ?? [];
    expect(one).toMatchObject({ cfi: 'epubcfi(/6/8!/4/2/1:0)', percentage: 40, chapter: 'Dos' });
    expect(one).toMatchObject({ quote: { text: 'La niebla', before: '' }, created_at: Date.UTC(2026, 0, 2, 3, 4, 5) });
    expect(isUnplaced(other?.cfi ?? '')).toBe(true);
    expect(other?.quote?.text).toHaveLength(limits.bookmarkQuoteMax);
    expect(plan(marks, known)).toEqual(made);
  });
});
