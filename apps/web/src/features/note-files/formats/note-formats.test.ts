import { describe, expect, it } from 'vitest';
import { writeAnnotationSet } from './epub-annotations.ts';
import { writeMarkdown } from './markdown.ts';
import { writeNotebookJson } from './notebook-json.ts';
import { type NoteFile, NOTES_MAX, type PortableNote, portableNote } from './portable-note.ts';
import { decodeNotes, readNotes } from './read-notes.ts';
import { writeReadwiseCsv } from './readwise-csv.ts';

const NOW = '2026-11-20T15:00:00.000Z';
const book = { title: 'El faro', part: 'Segunda parte', author: 'Ana Ruiz', ids: ['urn:uuid:parte-2'] };
const base: Partial<PortableNote> = {
  book,
  chapter: 'La lancha de las once',
  cfi: 'epubcfi(/6/4!/4/2,/1:0,/1:9)',
  createdAt: '2026-11-14T15:00:00.000Z',
};
const awkward = [
  'No tenía nombre ni candado.',
  '=HYPERLINK("http://malo","toca")',
  "'=2+5",
  '-1 grado; «así», dijo',
  '@SUM(A1)\n\n> no es cita\n# ni título',
  '<script>alert(1)</script> --> <!-- nota {}',
  '1. uno\n2) dos\n- tres\n+ cuatro\n    sangría',
  'comillas "dobles" y \\ barra, coma; punto y coma\ttab',
  '*énfasis* _bajo_ `código` [enlace](x) ~~no~~ | tabla',
  'emoji 👩‍👩‍👧 y árabe ‏سلام',
  '==========',
];
const notes = awkward.map((text, index) =>
  portableNote({
    ...base,
    id: `nota-${index}`,
    quote: text,
    note: index % 2 === 0 ? (awkward.at(-1 - index) ?? '') : '',
    prefix: 'antes - ',
    suffix: ' después',
    color: index % 2 === 0 ? 'red' : 'gray',
  }),
);
const read = (text: string) => readNotes(text) as NoteFile;

describe('a file of notes that is written and read again', () => {
  it('has all notes with all characters', () => {
    const bookmark = portableNote({
      ...base,
      kind: 'bookmark',
      id: 'marca',
      cfi: 'epubcfi(/6/4!/4/2/1:0)',
      quote: 'La',
    });
    const all = [...notes, bookmark];
    const json = read(writeNotebookJson(all, NOW));
    expect(json).toEqual({ notes: all, unreadable: 0 });
    expect(read(writeMarkdown(all))).toEqual({ notes: all, unreadable: 0 });
    expect(read(writeReadwiseCsv(all))).toEqual({ notes, unreadable: 0 });
    const set = read(writeAnnotationSet(all, { id: 'conjunto', generator: 'https://tienda.cl', now: NOW }));
    // An annotation set has one title for book and part.
    const about = { ...book, title: 'El faro: Segunda parte', part: '' };
    expect(set.notes).toEqual(
      all.map((each) => ({ ...each, book: about, color: each === bookmark ? 'yellow' : each.color })),
    );
  });

  it('runs no formula in a spreadsheet', () => {
    const cells = writeReadwiseCsv(notes)
      .split(/"[,\r\n]+"?/)
      .filter((cell) => /^[=+\-@\t\r]/.test(cell));
    expect(cells).toEqual([]);
  });
});

describe('files of other programs', () => {
  it('are read in the form before annotation sets, and with text fragments only', () => {
    const old = {
      '@context': 'http://www.w3.org/ns/anno.jsonld',
      id: 'urn:uuid:1',
      type: 'Annotation',
      created: '2024-02-01T10:00:00Z',
      target: { source: 'a.html', selector: { type: 'TextQuoteSelector', exact: 'las once', prefix: 'a ' } },
      body: { type: 'TextualBody', value: { text: 'qué hora', language: 'es' }, color: 'violet' },
    };
    const fragment = {
      ...old,
      id: 'urn:uuid:2',
      body: undefined,
      target: { selector: [{ type: 'FragmentSelector', value: ':~:text=a%20las-,las%20once%2C%20dijo,-y%20se' }] },
    };
    const file = read(JSON.stringify({ type: 'AnnotationCollection', first: { items: [old, fragment, 7, {}] } }));
    expect(file.unreadable).toBe(2);
    expect(file.notes).toMatchObject([
      {
        id: '1',
        quote: 'las once',
        prefix: 'a ',
        note: 'qué hora',
        color: 'purple',
        createdAt: '2024-02-01T10:00:00.000Z',
      },
      { id: '2', quote: 'las once, dijo', prefix: 'a las', suffix: 'y se', note: '' },
    ]);
    expect(read(JSON.stringify(old)).notes).toHaveLength(1);
  });

  it('of Readest are read', () => {
    const file = read(
      JSON.stringify({
        $format: 'readest-annotations',
        version: 1,
        book: { title: 'El faro', author: 'Ana Ruiz' },
        annotations: [
          {
            id: 'a',
            type: 'annotation',
            cfi: 'epubcfi(/6/4!/4/2,/1:0,/1:9)',
            text: 'Hola',
            note: 'n',
            color: 'violet',
            createdAt: 1_700_000_000_000,
          },
          { id: 'b', type: 'bookmark', cfi: 'epubcfi(/6/4!/4/2)', note: '' },
        ],
      }),
    );
    expect(file.notes).toMatchObject([
      { kind: 'highlight', quote: 'Hola', color: 'purple', createdAt: '2023-11-14T22:13:20.000Z' },
      { kind: 'bookmark' },
    ]);
  });

  it('of KOReader are read without running them, in the current and the old form', () => {
    const now = String.raw`-- we can read Lua syntax here!
return {
    ["annotations"] = {
        [1] = {
            ["chapter"] = "Uno", ["color"] = "red", ["datetime"] = "2024-03-31 19:11:05", ["drawer"] = "lighten",
            ["pos0"] = "/body/DocFragment[8]/body/p[1]/text().0", ["pageno"] = 42,
            ["text"] = "Dijo: \"no\"\
y se fue. \195\177", ["note"] = 'mi nota',
        },
        [2] = { ["page"] = "/body/DocFragment[1]/body/p", ["pageno"] = 51, ["datetime"] = "2024-04-01 10:00:00", ["text"] = "pág. 3" },
    },
    ["doc_props"] = { ["title"] = "El faro", ["authors"] = "Ana Ruiz" },
    ["doc_pages"] = 200, ["n"] = -1.5e3, ["b"] = false, [ [==[raro]==] ] = nil, other = [[largo]],
}`;
    expect(read(now).notes).toMatchObject([
      { kind: 'highlight', quote: 'Dijo: "no"\ny se fue. ñ', note: 'mi nota', color: 'red', chapter: 'Uno' },
      { kind: 'bookmark', percentage: 25 },
    ]);
    expect(read(now).notes[0]?.createdAt).toBe(new Date(2024, 2, 31, 19, 11, 5).toISOString());
    const before = `return { ["bookmarks"] = { [1] = { ["highlighted"] = true, ["notes"] = "Las palabras", ["text"] = "Página 3 Las palabras @ 2022-01-02 10:00:00", ["datetime"] = "2022-01-02 10:00:00" } } }`;
    expect(read(before).notes).toMatchObject([{ quote: 'Las palabras', note: '' }]);
    for (const text of [
      'return os.execute("rm")',
      'return { ["annotations"] = { os.exit() } }',
      `return ${'{'.repeat(90_000)}`,
    ])
      expect(readNotes(text)).toBe('unknown');
  });

  it('of a Kindle (clippings) are read in three languages, in Latin-1 too', () => {
    const clippings = [
      'El faro (Ruiz, Ana)\r\n- La subrayado en la página 79 | posición 1293-1295 | Añadido el martes, 30 de agosto de 2022 19:40:15\r\n\r\nEl niño vio la señal.\r\n==========',
      'El faro (Ruiz, Ana)\r\n- La nota en la página 79 | posición 1295 | Añadido el martes, 30 de agosto de 2022 19:41:00\r\n\r\n¿Qué señal?\r\n==========',
      'Levels (of Life) (Barnes, Julian)\r\n- Your Highlight on page 3 | Location 60-61 | Added on Friday, April 30, 2021 12:31:29 AM\r\n\r\nSome soar.\r\n==========',
      'Nárnia (C.S.Lewis)\r\n- Seu destaque ou posição 333-334 | Adicionado: sábado, 16 de maio de 2015 13:16:48\r\n\r\nLembre-se do túnel.\r\n==========',
      'Nárnia (C.S.Lewis)\r\n- Seu marcador ou posição 400 | Adicionado: sábado, 16 de maio de 2015 13:16:48\r\n\r\n\r\n==========',
      'Sin datos\r\n==========',
    ].join('\r\n');
    const expected = [
      {
        book: { title: 'El faro', author: 'Ruiz, Ana' },
        quote: 'El niño vio la señal.',
        note: '¿Qué señal?',
        createdAt: new Date(2022, 7, 30, 19, 40, 15).toISOString(),
      },
      {
        book: { title: 'Levels (of Life)' },
        quote: 'Some soar.',
        createdAt: new Date(2021, 3, 30, 0, 31, 29).toISOString(),
      },
      {
        book: { title: 'Nárnia' },
        quote: 'Lembre-se do túnel.',
        createdAt: new Date(2015, 4, 16, 13, 16, 48).toISOString(),
      },
      { book: { title: 'Nárnia' }, kind: 'bookmark' },
    ];
    const latin = Uint8Array.from(clippings, (sign) => sign.charCodeAt(0));
    for (const bytes of [latin, new TextEncoder().encode(`\uFEFF${clippings}`)]) {
      const file = read(decodeNotes(bytes));
      expect(file.notes).toMatchObject(expected);
      expect(file.unreadable).toBe(1);
    }
  });

  it('of Readwise (its own table) are read, and quotations in any Markdown', () => {
    const table =
      'Highlight,Book Title,Book Author,Note,Color,Location,Highlighted at\n"Uno, dos",El faro,Ana,,blue,3,2023-01-02 03:04:05+00:00\n';
    expect(read(table).notes).toMatchObject([
      {
        quote: 'Uno, dos',
        book: { title: 'El faro', author: 'Ana' },
        color: 'blue',
        createdAt: '2023-01-02T03:04:05.000Z',
      },
    ]);
    expect(read('# El faro\n\n> Una cita\n> en dos líneas\n\nMi nota\n\n> Otra\n').notes).toMatchObject([
      { book: { title: 'El faro' }, quote: 'Una cita\nen dos líneas', note: 'Mi nota' },
      { quote: 'Otra', note: '' },
    ]);
  });
});

describe('a file that has no notes', () => {
  it('is refused whole, and implausible notes of a file are left out', () => {
    expect(readNotes('{"type": "AnnotationSet", "items": [')).toBe('broken');
    expect(readNotes('{"hola": 1}')).toBe('unknown');
    expect(readNotes('hola')).toBe('unknown');
    expect(readNotes('')).toBe('unknown');
    const many = Array.from({ length: 100_000 }, () => ({ type: 'Annotation' }));
    expect(many.length).toBeGreaterThan(NOTES_MAX);
    expect(readNotes(JSON.stringify({ type: 'AnnotationSet', items: many }))).toBe('too-many');
    const odd = {
      type: 'Annotation',
      created: '9999-01-01T00:00:00Z',
      target: [
        {
          selector: [
            null,
            3,
            { type: 'FragmentSelector', value: 'epubcfi(/6/4' },
            { type: 'TextQuoteSelector', exact: 'a\u0000b\ud800' },
          ],
        },
      ],
      body: 'solo texto',
    };
    expect(read(JSON.stringify(odd)).notes).toMatchObject([{ quote: 'ab\ufffd', createdAt: '', note: 'solo texto' }]);
  });
});
