import {
  cleanText,
  type NoteFile,
  noteFile,
  plausibleInstant,
  portableColor,
  type PortableNote,
  portableNote,
} from './portable-note.ts';

/** Columns of Readwise, in its order; the later ones are ours, which Readwise ignores. */
const COLUMNS = ['Highlight', 'Title', 'Author', 'URL', 'Note', 'Location', 'Date'] as const;
const OWN_COLUMNS = ['Part', 'Chapter', 'Color', 'Before', 'After', 'CFI', 'Book Id', 'Id'] as const;

/** A spreadsheet takes a cell with such a first character for a formula; a preceding apostrophe makes it text. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Writes highlights as a table, one in each row; it has no place for bookmarks. */
export function writeReadwiseCsv(notes: readonly PortableNote[]): string {
  const numbers = new Map<string, number>();
  const rows = notes
    .filter(({ kind }) => kind === 'highlight')
    .map(({ book, ...note }) => {
      const key = `${book.title}\n${book.part}`;
      const number = (numbers.get(key) ?? 0) + 1;
      numbers.set(key, number);
      const date = note.createdAt.replace('T', ' ').replace(/\.\d+Z$/, '');
      const standard = [note.quote, book.title, book.author, '', note.note, String(number), date];
      return [
        ...standard,
        book.part,
        note.chapter,
        note.color,
        note.prefix,
        note.suffix,
        note.cfi,
        book.ids[0] ?? '',
        note.id,
      ];
    });
  return `\uFEFF${[[...COLUMNS, ...OWN_COLUMNS], ...rows].map(lineOf).join('\r\n')}\r\n`;
}

const lineOf = (cells: readonly string[]): string =>
  cells.map((cell) => `"${(FORMULA.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',');

/** Reads highlights of Readwise, or a table with columns of the same names. @returns null for any other text */
export function readReadwiseCsv(text: string): NoteFile | null {
  const [firstLine = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const separator = [',', ';', '\t'].find((each) => firstLine.includes(each));
  if (separator === undefined || !/highlight/i.test(firstLine)) return null;
  const [head = [], ...rows] = parseCsv(text.replace(/^\uFEFF/, ''), separator);
  const names = head.map((name) => name.trim().toLowerCase());
  const at = (...wanted: string[]) => wanted.map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1;
  const highlight = at('highlight');
  if (highlight < 0) return null;
  const isOwn = OWN_COLUMNS.every((name) => names.includes(name.toLowerCase()));
  const column = {
    title: at('title', 'book title'),
    author: at('author', 'book author'),
    note: at('note'),
    date: at('date', 'highlighted at'),
    part: at('part'),
    chapter: at('chapter'),
    color: at('color'),
    prefix: at('before'),
    suffix: at('after'),
    cfi: at('cfi'),
    bookId: at('book id'),
    id: at('id'),
  };
  return noteFile(
    rows.map((cells) => {
      const cell = (index: number): string => {
        const value = cleanText(cells[index]);
        return isOwn && value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value;
      };
      const bookId = isOwn ? cell(column.bookId) : '';
      return portableNote({
        id: isOwn ? cell(column.id) : '',
        book: {
          title: cell(column.title),
          part: cell(column.part),
          author: cell(column.author),
          ids: bookId === '' ? [] : [bookId],
        },
        chapter: cell(column.chapter),
        cfi: cell(column.cfi),
        quote: cell(highlight),
        prefix: cell(column.prefix),
        suffix: cell(column.suffix),
        note: cell(column.note),
        color: portableColor(cell(column.color)),
        createdAt: readDate(cell(column.date)),
      });
    }),
  );
}

/** A date without a time zone is UTC, as Readwise writes dates. */
function readDate(date: string): string {
  const plain = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/.exec(date.trim());
  return plain ? plausibleInstant(`${plain[1]}T${plain[2]}Z`) : plausibleInstant(date);
}

/** Splits rows and cells by RFC 4180; an unclosed quotation mark ends with the text. Skips empty lines. */
function parseCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = () => {
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        cell += text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
    }
    const from = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
    row.push(cell + text.slice(from, at));
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) row.push('');
      continue;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    endRow();
  }
  if (row.length > 0) endRow();
  return rows;
}
