import { Readable } from 'node:stream';
import { type ExportedBook, inertJson, markers } from '@cuentos/domain/exports/exported-book';
import { escapeMarkup, exLibrisLines } from './ex-libris.ts';
import { exportTexts as texts } from './texts.ts';

/** A file that is sent to a reader. */
export interface OutgoingFile {
  readonly stream: Readable;
  /** Bytes. */
  readonly size: number;
}

/**
 * Puts together the one HTML file that a reader takes home. The edition goes through as a stream: of a large book only
 * what is on its way is in memory.
 * @param template what `apps/web/bundle/exported-book.ts` made
 */
export function assembleSingleFile(template: string, book: ExportedBook, edition: OutgoingFile): OutgoingFile {
  const [head = '', tail = ''] = template
    .replace(markers.title, () => escapeMarkup(`${book.book.name}: ${book.part.name}`))
    .replace(markers.front, () => frontPage(book))
    .replace(markers.state, () => inertJson(book))
    .split(markers.book);
  const size = Buffer.byteLength(head) + base64Size(edition.size) + Buffer.byteLength(tail);
  return { stream: Readable.from(piecesOf(head, edition.stream, tail), { objectMode: false }), size };
}

const base64Size = (bytes: number): number => Math.ceil(bytes / 3) * 4;

async function* piecesOf(head: string, edition: Readable, tail: string): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(head);
  // Three bytes are four characters: what is left of a chunk waits for the next one.
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of edition as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % 3);
    rest = bytes.subarray(whole);
    yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1');
  }
  yield Buffer.from(rest.toString('base64') + tail);
}

/** Shown until the program draws the book, and wherever no program runs. */
function frontPage({ book, part, store_name: store, ex_libris: copy }: ExportedBook): string {
  const line = (text: string): string => `<p>${escapeMarkup(text)}</p>`;
  return [
    `<h1>${escapeMarkup(book.name)}</h1>`,
    line(part.name),
    book.author === '' ? '' : line(book.author),
    '<div class="seam"></div>',
    ...exLibrisLines(copy, store).map((text) => line(text)),
    `<noscript>${line(texts.noScript)}</noscript>`,
    `<p id="old" hidden>${escapeMarkup(texts.oldBrowser)}</p>`,
  ].join('\n');
}
