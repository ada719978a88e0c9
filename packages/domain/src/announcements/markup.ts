/** A piece of a line. Everything that is no mark stays text, HTML too. */
export type Inline =
  | { readonly kind: 'text' | 'bold' | 'italic'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string };

/** A block of an announcement; they stand from top to bottom. */
export type Block =
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'book'; readonly bookId: string };

const BOOK = /^\[\[libro:([0-9a-f-]{36})\]\]$/;
const MARKS = /\*\*([^*\n]+)\*\*|(?<!\*)\*([^*\s][^*\n]*)\*(?!\*)|\[([^[\]\n]+)\]\((https?:\/\/[^\s()<>"'\\]+)\)/g;

/** The mark of a book's card, on a line of its own. */
export function bookMark(bookId: string): string {
  return `[[libro:${bookId}]]`;
}

/**
 * Reads the text of an announcement: `**bold**`, `*italic*`, `[words](https://…)`, lines that begin with `- `, and the
 * mark of a book; an empty line ends a paragraph. Never fails, and takes time in proportion to the text.
 */
export function parseMarkup(source: string): Block[] {
  const blocks: Block[] = [];
  let lines: Inline[][] = [];
  let items: Inline[][] = [];
  const close = (): void => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', lines });
    if (items.length > 0) blocks.push({ kind: 'list', items });
    lines = [];
    items = [];
  };
  for (const raw of source.split(/\r\n|\r|\n/)) {
    const line = raw.trim();
    const bookId = BOOK.exec(line)?.[1];
    const item = /^- +(.+)$/.exec(line)?.[1];
    if (line === '' || bookId !== undefined || (item === undefined ? items.length > 0 : lines.length > 0)) close();
    if (bookId !== undefined) blocks.push({ kind: 'book', bookId });
    else if (item !== undefined) items.push(parseInline(item));
    else if (line !== '') lines.push(parseInline(line));
  }
  close();
  return blocks;
}

function parseInline(line: string): Inline[] {
  const pieces: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(MARKS)) {
    const [whole, bold, italic, words, url] = match;
    if (match.index > end) pieces.push({ kind: 'text', text: line.slice(end, match.index) });
    end = match.index + whole.length;
    if (bold !== undefined) pieces.push({ kind: 'bold', text: bold });
    else if (italic !== undefined) pieces.push({ kind: 'italic', text: italic });
    else pieces.push({ kind: 'link', text: words ?? '', url: url ?? '' });
  }
  if (end < line.length) pieces.push({ kind: 'text', text: line.slice(end) });
  return pieces;
}

/** The books whose cards a text contains, each once. */
export function booksOf(blocks: readonly Block[]): string[] {
  return [...new Set(blocks.flatMap((block) => (block.kind === 'book' ? [block.bookId] : [])))];
}

/** A line as plain text; links are written out. */
export function inlineText(pieces: readonly Inline[]): string {
  return pieces.map((piece) => (piece.kind === 'link' ? `${piece.text} (${piece.url})` : piece.text)).join('');
}
