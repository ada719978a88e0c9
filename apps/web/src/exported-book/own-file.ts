import { blocks, type ExportedBook, inertJson } from '@cuentos/domain/exports/exported-book';

/** Bytes decoded or encoded at a time: a multiple of 3 and, as base64, of 4. */
const SLICE = 3 * 256 * 1024;
const SLICE_BASE64 = (SLICE / 3) * 4;

/** Pieces of the document in which this program runs. */
export interface OwnFile {
  readonly state: ExportedBook;
  /** The edition's EPUB. */
  readonly book: Blob;
  /** Fonts of the text by name, base64 of WOFF2. */
  readonly faces: Readonly<Record<string, string>>;
  /** The document with another state, as pieces of its text; its EPUB is the same, byte by byte. */
  written(state: ExportedBook): AsyncGenerator<string, void, undefined>;
}

/** The file is incomplete: it was cut off while it was copied, or changed. */
export class FileDamaged extends Error {}

/** Removes the pieces from the document, before anything is rendered into it. @throws {FileDamaged} */
export function readOwnFile(document: Document): OwnFile {
  const stateText = takeText(document, blocks.state);
  const bookText = takeText(document, blocks.book);
  const state = JSON.parse(stateText) as ExportedBook;
  if (state.format !== 1) throw new FileDamaged(`format ${String(state.format)} is not known`);
  // The script that runs this was made from the program's block and is not part of the file.
  document.currentScript?.remove();
  const shell = `<!doctype html>\n${document.documentElement.outerHTML}\n`;
  const faces = JSON.parse(document.getElementById(blocks.faces)?.textContent ?? '{}') as OwnFile['faces'];
  const book = decode(bookText);
  return { state, book, faces, written: (next) => writeAnew(shell, next, book) };
}

function takeText(document: Document, id: string): string {
  const element = document.getElementById(id);
  const text = element?.textContent ?? '';
  if (!element || text === '') throw new FileDamaged(`the file has no ${id}`);
  element.textContent = '';
  return text;
}

function decode(base64: string): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < base64.length; at += SLICE_BASE64) {
    const binary = atob(base64.slice(at, at + SLICE_BASE64));
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    parts.push(bytes);
  }
  return new Blob(parts);
}

async function* writeAnew(shell: string, state: ExportedBook, book: Blob): AsyncGenerator<string, void, undefined> {
  const [head = '', middle = '', tail = ''] = splitAtBlocks(shell);
  yield head + inertJson(state) + middle;
  for (let at = 0; at < book.size; at += SLICE) yield encode(await book.slice(at, at + SLICE).arrayBuffer());
  yield tail;
}

/** Cuts the document's text at the state and the edition. */
function splitAtBlocks(shell: string): string[] {
  const ends = [blocks.state, blocks.book].map((id) => {
    const start = shell.indexOf(`id="${id}"`);
    return shell.indexOf('>', start) + 1;
  });
  const [state = 0, book = 0] = ends;
  return [shell.slice(0, state), shell.slice(state, book), shell.slice(book)];
}

/** Longest list of arguments that every JavaScript engine accepts. */
const ARGUMENTS = 8192;

function encode(bytes: ArrayBuffer): string {
  const view = new Uint8Array(bytes);
  let binary = '';
  for (let at = 0; at < view.length; at += ARGUMENTS)
    binary += String.fromCharCode(...view.subarray(at, at + ARGUMENTS));
  return btoa(binary);
}
