import { Marked, type Token, type Tokens } from 'marked';
import { epubRenderer, escapeXml, renderNote, slugOf } from './markdown-renderer.ts';

/** A titled stretch inside a chapter. */
export interface DemoSection {
  readonly id: string;
  readonly title: string;
}

/** A chapter: one XHTML file of the EPUB. `body` is well-formed XHTML without the chapter's own heading. */
export interface DemoChapter {
  readonly title: string;
  readonly body: string;
  readonly sections: readonly DemoSection[];
  /** Names of the images it shows. */
  readonly images: readonly string[];
  readonly hasNotes: boolean;
}

const noteDefinition = /^\[\^([\w-]+)\]:\s+(.+)$/gm;

function createMarked(noteNumbers: ReadonlyMap<string, number>, images: string[]): Marked {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: epubRenderer(images),
    extensions: [
      {
        name: 'noteref',
        level: 'inline',
        start: (source: string) => source.indexOf('[^'),
        tokenizer(source: string) {
          const match = /^\[\^([\w-]+)\]/.exec(source);
          if (!match) return undefined;
          return { type: 'noteref', raw: match[0], label: match[1] };
        },
        renderer(token: Tokens.Generic) {
          const number = noteNumbers.get(String(token['label']));
          if (number === undefined) throw new Error(`The footnote ${token.raw} has no text`);
          return `<a class="noteref" epub:type="noteref" role="doc-noteref" href="#nota-${number}" id="llamada-${number}">${number}</a>`;
        },
      },
    ],
  });
  return marked;
}

function renderTokens(marked: Marked, tokens: readonly Token[]): { body: string; sections: DemoSection[] } {
  const sections: DemoSection[] = [];
  const groups: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'heading') {
      if (token.depth !== 3) throw new Error(`Unexpected heading "${token.text}": sections use ###`);
      sections.push({ id: slugOf(token.text), title: token.text });
      groups.push([]);
    } else groups.at(-1)?.push(token);
  }
  const [before = '', ...parts] = groups.map((group) => marked.parser([...group]));
  const body = parts.map((html, index) => {
    const { id, title } = sections[index] ?? { id: '', title: '' };
    return `<section aria-labelledby="${id}">\n<h2 id="${id}">${escapeXml(title)}</h2>\n${html}</section>\n`;
  });
  return { body: before + body.join(''), sections };
}

function parseChapter(title: string, source: string): DemoChapter {
  const noteNumbers = new Map<string, number>();
  const notes: string[] = [];
  const text = source.replace(noteDefinition, (_all, label: string, content: string) => {
    noteNumbers.set(label, noteNumbers.size + 1);
    notes.push(content);
    return '';
  });
  const images: string[] = [];
  const marked = createMarked(noteNumbers, images);
  const { body, sections } = renderTokens(marked, marked.lexer(text));
  const asides = notes.map((note, index) => renderNote(index + 1, marked.parseInline(note) as string));
  const notesBlock = notes.length === 0 ? '' : `<div class="notes">\n${asides.join('')}</div>\n`;
  return { title, body: body + notesBlock, sections, images, hasNotes: notes.length > 0 };
}

/** Splits a part's markdown into its chapters, one for each `##` heading. */
export function parsePart(markdown: string): readonly DemoChapter[] {
  const [before = '', ...pieces] = markdown.replaceAll('\r\n', '\n').split(/^## +/m);
  if (before.trim() !== '') throw new Error('The text must begin with a chapter heading (##)');
  return pieces.map((piece) => {
    const end = piece.indexOf('\n');
    return parseChapter(piece.slice(0, end).trim(), piece.slice(end));
  });
}

/** Counts the words of a part, headings and notes included, markdown signs and image addresses excluded. */
export function countWords(markdown: string): number {
  const plain = markdown.replace(/\]\([^)]*\)/g, ' ').replace(/\[\^[\w-]+\]:?/g, ' ');
  return (plain.match(/[\p{L}\p{N}]+(?:[-'’.,:][\p{L}\p{N}]+)*/gu) ?? []).length;
}

/** The words of a part as a reader sees them: without markdown signs, with single spaces. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^\[\^[\w-]+\]:.*$/gm, '')
    .replace(/\[\^[\w-]+\]/g, '')
    .replace(/[*_#>`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
