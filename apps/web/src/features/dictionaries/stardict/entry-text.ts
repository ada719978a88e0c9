import { readNumber } from './byte-reader.ts';
import { plainText } from './plain-text.ts';

/** Field types that are text; the others are sounds, pictures and file names. */
const TEXT_FIELDS = 'mltgxykwhn';

/** Whether all of a dictionary's text is UTF-8: `l` may be in any encoding, and capital letters are not text. */
export const isAllText = (types: string): boolean => /^[mtgxykwhn]+$/.test(types);

interface Field {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * Converts an entry into lines of plain text, whatever its format. None of it is treated as markup of the page.
 * @param types field types by the .ifo; empty where each field starts with its own
 */
export function entryText(bytes: Uint8Array, types: string): string {
  const decoder = new TextDecoder();
  return fieldsOf(bytes, types)
    .filter(({ type }) => TEXT_FIELDS.includes(type))
    .map(({ type, bytes: field }) => plainText(decoder.decode(field), type))
    .filter((text) => text !== '')
    .join('\n');
}

/**
 * Lower-case types end with a zero byte, upper-case types start with their size; the last field of a known sequence has
 * neither.
 */
function fieldsOf(bytes: Uint8Array, types: string): Field[] {
  const fields: Field[] = [];
  const most = types === '' ? bytes.length : types.length;
  let at = 0;
  for (let index = 0; at < bytes.length && index < most; index += 1) {
    const type = types === '' ? String.fromCharCode(bytes[at] ?? 0) : (types[index] ?? '');
    if (types === '') at += 1;
    const isLast = types !== '' && index === types.length - 1;
    const isSized = /[A-Z]/.test(type);
    if (isSized && !isLast) at += 4;
    const end = isLast ? bytes.length : isSized ? at + readNumber(bytes, at - 4, 4) : endOfText(bytes, at);
    fields.push({ type, bytes: bytes.subarray(at, end) });
    at = isSized || isLast ? end : end + 1;
  }
  return fields;
}

function endOfText(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(0, from);
  return end === -1 ? bytes.length : end;
}
