/**
 * A text with a known encoding that is decoded while it is read, so that a long chapter is never in memory as a whole.
 */
export interface TextSource {
  /** The declared encoding does not fit the bytes, and another was taken. */
  readonly guessed: boolean;
  /** The text in order, in pieces; each call starts anew. */
  pieces(): Iterable<string>;
}

/**
 * Settles the encoding of an XML, HTML or CSS file: byte order mark, then the encoding the file declares, then UTF-8
 * (EPUB 3.3 §3.9 allows UTF-8 and UTF-16; older and careless books use Latin-1). When a file is not valid in the
 * encoding it claims, Windows-1252 is taken, which is what such Spanish texts nearly always are.
 */
export function openText(chunks: readonly Uint8Array[]): TextSource {
  const head = firstBytes(chunks, 2048);
  const label = byteOrderMark(head) ?? declaredEncoding(head) ?? 'utf-8';
  const isUtf16 = label.startsWith('utf-16');
  const guessed = !isUtf16 && !isValid(chunks, label);
  const encoding = guessed && isMostlyUtf8(chunks) ? 'utf-8' : guessed ? 'windows-1252' : label;
  return { guessed, pieces: () => decode(chunks, encoding, false) };
}

/** The whole text of a small file with LF line ends (XML 1.0 §2.11), as a browser's parser returns it. */
export function decodeText(bytes: Uint8Array): string {
  return joinText(openText([bytes]));
}

/** All pieces as one text, line ends as LF. */
export function joinText(source: TextSource): string {
  const text = [...source.pieces()].join('');
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Bytes decoded at once: small strings are collected early and cheaply. */
const PIECE = 16 * 1024;

function* decode(chunks: readonly Uint8Array[], label: string, fatal: boolean): Generator<string> {
  const decoder = new TextDecoder(label, { fatal });
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      yield decoder.decode(chunk.subarray(at, at + PIECE), { stream: true });
    }
  }
  yield decoder.decode();
}

function isValid(chunks: readonly Uint8Array[], label: string): boolean {
  try {
    for (const _ of decode(chunks, label, true));
    return true;
  } catch {
    return false;
  }
}

function firstBytes(chunks: readonly Uint8Array[], count: number): Uint8Array {
  const [first = new Uint8Array()] = chunks;
  if (first.length >= count || chunks.length <= 1) return first.subarray(0, count);
  const head = new Uint8Array(count);
  let length = 0;
  for (const chunk of chunks) {
    head.set(chunk.subarray(0, count - length), length);
    length += Math.min(chunk.length, count - length);
    if (length === count) break;
  }
  return head.subarray(0, length);
}

function byteOrderMark(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0x3c && b === 0x00) return 'utf-16le';
  if (a === 0x00 && b === 0x3c) return 'utf-16be';
  return null;
}

const DECLARATIONS = [
  /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)["']/,
  /^@charset "([\w.:-]+)";/,
  /<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]+)/i,
];

function declaredEncoding(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes);
  for (const pattern of DECLARATIONS) {
    const label = pattern.exec(head)?.[1];
    // A label in ASCII bytes cannot be true if it names UTF-16: the bytes are then UTF-8 (HTML standard, 'prescan').
    if (label !== undefined && isKnown(label)) return /^utf-?16/i.test(label) ? 'utf-8' : label;
  }
  return null;
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== 'replacement';
  } catch {
    return false;
  }
}

/** A few broken bytes in a UTF-8 text are replaced; a text without sound multi-byte characters was never UTF-8. */
function isMostlyUtf8(chunks: readonly Uint8Array[]): boolean {
  let broken = 0;
  let sound = 0;
  for (const piece of decode(chunks, 'utf-8', false)) {
    broken += piece.match(/\uFFFD/g)?.length ?? 0;
    sound += piece.match(/[^\u0000-\u007F\uFFFD]/g)?.length ?? 0;
  }
  return sound > broken;
}
