import {
  cleanText,
  isRecord,
  type NoteFile,
  noteFile,
  plausibleInstant,
  portableColor,
  type PortableNote,
  portableNote,
} from './portable-note.ts';

/** Beginning of the comment below each note, with the facts that Markdown cannot express; no program shows it. */
const MARK = '<!-- nota ';
const SIGNS = /([\\`*_[\]<>#|~])/g;

/** Writes notes under their books, parts and chapters: the passage as a quotation, the reader's note below it. */
export function writeMarkdown(notes: readonly PortableNote[]): string {
  const blocks: string[] = [];
  let shown = ['', '', ''];
  for (const note of notes) {
    const { title, part } = note.book;
    const headings = [title, part === title ? '' : part, note.chapter === part ? '' : note.chapter];
    const from = headings.findIndex((heading, level) => heading !== shown[level]);
    if (from >= 0)
      for (const [level, heading] of headings.entries())
        if (level >= from && heading !== '') blocks.push(`${'#'.repeat(level + 1)} ${escapeLine(oneLine(heading))}`);
    shown = headings;
    blocks.push(quotation(note.quote));
    if (note.note.trim() !== '') blocks.push(note.note.split('\n').map(escapeLine).join('\n'));
    blocks.push(detailsOf(note));
  }
  return `${blocks.join('\n\n')}\n`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const quotation = (quote: string): string =>
  quote
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${escapeLine(line)}`))
    .join('\n');

/** Escapes a line, so that Markdown shows each character. */
const escapeLine = (line: string): string =>
  line
    .replaceAll(SIGNS, String.raw`\$1`)
    .replace(/^(\s*)([-+=]|\d+[.)])(?=\s|$|[-+=])/, (_, space: string, sign: string) =>
      /^\d/.test(sign) ? `${space}${sign.slice(0, -1)}\\${sign.at(-1)}` : `${space}\\${sign}`,
    );

const unescapeLine = (line: string): string => line.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');

/** A comment ends at two hyphens, so the JSON gets no hyphen. */
function detailsOf({ quote: _quote, note: _note, ...details }: PortableNote): string {
  const json = JSON.stringify(details)
    .replaceAll('-', String.raw`\u002d`)
    .replaceAll('>', String.raw`\u003e`);
  return `${MARK}${json} -->`;
}

/**
 * Reads {@link writeMarkdown}, also after changes by hand, and quotations under headings of other texts.
 * @returns null for a text without a quotation
 */
export function readMarkdown(text: string): NoteFile | null {
  const entries: PortableNote[] = [];
  const headings = ['', '', ''];
  const passage = { isOpen: false, quote: [] as string[], note: [] as string[] };
  const finish = (details: Partial<PortableNote>) => {
    if (!passage.isOpen) return;
    const [title = '', part = '', chapter = ''] = headings;
    const note = passage.note.join('\n').replaceAll(/^\n+|\n+$/g, '');
    const words = { quote: passage.quote.join('\n'), note };
    entries.push(portableNote({ book: { title, part, author: '', ids: [] }, chapter, ...details, ...words }));
    Object.assign(passage, { isOpen: false, quote: [], note: [] });
  };
  for (const line of cleanText(text).replace('\uFEFF', '').split('\n')) {
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (heading) {
      finish({});
      const level = Math.min((heading[1]?.length ?? 1) - 1, 2);
      headings.fill('', level);
      headings[level] = unescapeLine(heading[2] ?? '').trim();
    } else if (line.startsWith('>')) {
      if (passage.note.length > 0) finish({});
      passage.isOpen = true;
      passage.quote.push(unescapeLine(line.replace(/^> ?/, '')));
    } else if (line.startsWith(MARK)) finish(readDetails(line));
    else if (passage.isOpen) passage.note.push(unescapeLine(line));
  }
  finish({});
  return entries.length === 0 ? null : noteFile(entries);
}

function readDetails(line: string): Partial<PortableNote> {
  let value: unknown;
  try {
    value = JSON.parse(line.slice(MARK.length).replace(/\s*-->\s*$/, ''));
  } catch {
    return {};
  }
  if (!isRecord(value) || !isRecord(value['book'])) return {};
  const { book } = value;
  const { id, kind, chapter, cfi, prefix, suffix, color, createdAt } = value;
  return {
    kind: kind === 'bookmark' ? 'bookmark' : 'highlight',
    id: cleanText(id),
    book: {
      title: cleanText(book['title']),
      part: cleanText(book['part']),
      author: cleanText(book['author']),
      ids: Array.isArray(book['ids']) ? book['ids'].map(cleanText) : [],
    },
    chapter: cleanText(chapter),
    cfi: cleanText(cfi),
    prefix: cleanText(prefix),
    suffix: cleanText(suffix),
    color: portableColor(color),
    createdAt: plausibleInstant(cleanText(createdAt)),
  };
}
