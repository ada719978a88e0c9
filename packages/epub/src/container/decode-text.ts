/** Text of a file and whether its encoding had to be guessed because the declared one does not fit the bytes. */
export interface DecodedText {
  readonly text: string;
  readonly guessed: boolean;
}

/**
 * Decodes the bytes of an XML, HTML or CSS file: byte order mark, then the encoding the file declares, then UTF-8
 * (EPUB 3.3 §3.9 allows UTF-8 and UTF-16; older and careless books use Latin-1). When a file is not valid in the
 * encoding it claims, Windows-1252 is taken, which is what such Spanish texts nearly always are.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const mark = byteOrderMark(bytes);
  if (mark !== null) return { text: lines(new TextDecoder(mark).decode(bytes)), guessed: false };
  const declared = declaredEncoding(bytes);
  const label = declared ?? 'utf-8';
  try {
    return { text: lines(new TextDecoder(label, { fatal: true }).decode(bytes)), guessed: false };
  } catch {
    return { text: lines(decodeInvalid(bytes)), guessed: true };
  }
}

/** XML 1.0 §2.11: every line end becomes one LF, as a browser's parser does before anything sees the text. */
function lines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
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
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
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

/** A few broken bytes in a UTF-8 text are replaced; a text without any sound multi-byte character is Windows-1252. */
function decodeInvalid(bytes: Uint8Array): string {
  const replaced = new TextDecoder('utf-8').decode(bytes);
  const broken = replaced.split('\uFFFD').length - 1;
  const sound = (replaced.match(/[^\u0000-\u007F\uFFFD]/g) ?? []).length;
  return sound > broken ? replaced : new TextDecoder('windows-1252').decode(bytes);
}
