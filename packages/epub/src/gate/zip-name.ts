import { getFileNameLowLevel, validateFileName, type Entry } from 'yauzl';
import type { Limits } from './limits.ts';
import { BadBook } from './refusal.ts';

/** General purpose bit 11: the name is UTF-8 (APPNOTE 4.4.4). */
const UTF8_FLAG = 0x800;
/** Unix file type bits in the high half of the external attributes. */
const FILE_TYPE_MASK = 0o170000;
const SYMBOLIC_LINK = 0o120000;

/**
 * Name of a zip entry, NFC. Many tools write UTF-8 without setting the flag, so bytes that are valid UTF-8 are read
 * so; other unflagged names are code page 437, as the format says.
 *
 * @throws {BadBook} `unsafe-path` for absolute, climbing, over-long or non-printable names, backslashes and links.
 */
export function zipName(entry: Entry, limits: Limits): string {
  const raw = entry.fileNameRaw;
  const flags = isUtf8(raw) ? entry.generalPurposeBitFlag | UTF8_FLAG : entry.generalPurposeBitFlag;
  const name = getFileNameLowLevel(flags, raw, entry.extraFields, true).normalize('NFC');
  const climbs = name.split('/').some((step) => step === '..' || step === '.');
  const isLink = ((entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK) === SYMBOLIC_LINK;
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const isUnprintable = /[\u0000-\u001f\u007f]/.test(name);
  if (climbs || isLink || isUnprintable || name.length > limits.nameLength || validateFileName(name) !== null) {
    throw new BadBook('unsafe-path', { file: name });
  }
  return name;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
