import { createHash } from 'node:crypto';
import { isUnsafeDoctype } from '../container/opf.ts';
import { parseXml, XmlMalformed } from '../container/xml-events.ts';
import { BadBook } from './refusal.ts';

const IDPF = 'http://www.idpf.org/2008/embedding';
const ADOBE = 'http://ns.adobe.com/pdf/enc#RC';

/**
 * Algorithm that mixes the start of a font with a key made from the book's identifier; this is obfuscation, not
 * encryption.
 */
export type Obfuscation = typeof IDPF | typeof ADOBE;

/**
 * Returns the files of META-INF/encryption.xml that are only obfuscated (EPUB OCF §4.2.6.3.2 and Annex 'Font
 * obfuscation'), by their reference.
 * @throws {BadBook} `drm` for any other algorithm, `unsafe-xml`, `corrupt-zip` when it cannot be read.
 */
export function parseEncryption(source: string, file: string): Map<string, Obfuscation> {
  const obfuscations = new Map<string, Obfuscation>();
  let algorithm = '';
  try {
    parseXml(source, {
      doctype(body) {
        if (isUnsafeDoctype(body)) throw new BadBook('unsafe-xml', { file });
      },
      open({ local, attributes }) {
        const value = (name: string): string => attributes.find((attribute) => attribute.name === name)?.value ?? '';
        // Refuses an encrypted key, which means that some file has to be decrypted.
        if (local === 'EncryptedKey') throw new BadBook('drm', { what: local });
        if (local === 'EncryptionMethod') algorithm = value('Algorithm');
        if (local !== 'CipherReference') return;
        if (algorithm !== IDPF && algorithm !== ADOBE) throw new BadBook('drm', { what: algorithm.slice(0, 200) });
        obfuscations.set(value('URI'), algorithm);
      },
    });
  } catch (error) {
    if (error instanceof XmlMalformed) throw new BadBook('corrupt-zip', { file });
    throw error;
  }
  return obfuscations;
}

/** Removes the obfuscation of a font, so that the device need not. */
export class FontKey {
  readonly #key: Uint8Array;
  readonly #length: number;

  private constructor(key: Uint8Array, length: number) {
    this.#key = key;
    this.#length = length;
  }

  /** Returns the keys to try for a book's identifiers, the unique one first: tools use different identifiers. */
  static candidates(algorithm: Obfuscation, identifiers: readonly string[]): FontKey[] {
    return identifiers.flatMap((identifier) => {
      if (algorithm === IDPF) {
        const bare = identifier.replace(/[ \t\n\r]/g, '');
        return [new FontKey(createHash('sha1').update(bare).digest(), 1040)];
      }
      const digits = identifier.replace(/^urn:uuid:/i, '').replace(/[^0-9a-f]/gi, '');
      return digits.length === 32 ? [new FontKey(Buffer.from(digits, 'hex'), 1024)] : [];
    });
  }

  /** Returns the plain bytes of a chunk that starts at `offset` of the file. */
  apply(chunk: Uint8Array, offset: number): Uint8Array {
    if (offset >= this.#length) return chunk;
    const plain = Uint8Array.from(chunk);
    const end = Math.min(chunk.length, this.#length - offset);
    for (let i = 0; i < end; i++) plain[i] = (plain[i] ?? 0) ^ (this.#key[(offset + i) % this.#key.length] ?? 0);
    return plain;
  }
}

/** Whether a file starts like a font that browsers read (sfnt, OpenType, collection, WOFF 1 and 2). */
export function isFont(bytes: Uint8Array): boolean {
  const tag = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  return ['\0\x01\0\0', 'OTTO', 'true', 'typ1', 'ttcf', 'wOFF', 'wOF2'].includes(tag);
}
