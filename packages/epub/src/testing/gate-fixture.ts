import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareEdition, type GateOptions, type PreparedEdition } from '../gate/prepare-edition.ts';
import type { Refusal } from '../gate/refusal.ts';
import { epubEntries, makeEpub, type EpubSpec } from './make-epub.ts';

/** Path of the package document in generated books. */
export const OPF = 'OEBPS/content.opf';

/** Runs generated books through the gate in a folder of their own. */
export class GateFixture {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  static async create(): Promise<GateFixture> {
    return new GateFixture(await mkdtemp(join(tmpdir(), 'gate-')));
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }

  get outDir(): string {
    return join(this.directory, 'out');
  }

  async gate(book: Uint8Array | EpubSpec, options?: GateOptions): Promise<PreparedEdition | Refusal> {
    const input = join(this.directory, 'book.epub');
    await writeFile(input, book instanceof Uint8Array ? book : makeEpub(book));
    return prepareEdition(input, this.outDir, options);
  }

  /** @throws when the book is refused. */
  async accept(book: Uint8Array | EpubSpec, options?: GateOptions): Promise<PreparedEdition> {
    const result = await this.gate(book, options);
    if (!result.accepted) throw new Error(`refused: ${result.reason} ${JSON.stringify(result.detail)}`);
    return result;
  }

  async leftovers(): Promise<string[]> {
    return readdir(this.outDir).catch(() => []);
  }
}

/** A generated book with its package document changed. */
export function withPackage(change: (source: string) => string, spec: EpubSpec = {}): EpubSpec {
  return { ...spec, entries: { ...spec.entries, [OPF]: change(String(epubEntries(spec).get(OPF))) } };
}

/** Signature of an entry of the zip directory. */
export const CENTRAL = [0x50, 0x4b, 1, 2] as const;

/** Writes `value` at `offset` from every place where `marker` is found. */
export function patched(
  bytes: Uint8Array,
  marker: readonly number[],
  offset: number,
  value: readonly number[],
): Uint8Array {
  const copy = Buffer.from(bytes);
  const sought = Buffer.from(marker);
  for (let at = copy.indexOf(sought); at >= 0; at = copy.indexOf(sought, at + 1)) copy.set(value, at + offset);
  return copy;
}

/** META-INF/encryption.xml for one file. */
export function encryptionXml(algorithm: string, uri: string): string {
  return (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">' +
    `<enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/>` +
    `<enc:CipherData><enc:CipherReference URI="${uri}"/></enc:CipherData></enc:EncryptedData></encryption>`
  );
}
