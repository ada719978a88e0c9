import { createHash, hkdfSync, createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';

/** First line of everything that is encrypted in the age format. */
export const AGE_HEADER = 'age-encryption.org/v1';

/** The format encrypts in chunks of this size, each with a tag. */
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;

/** Something cannot be opened: it is of another key, or damaged. */
export class SealBroken extends Error {
  override name = 'SealBroken';
}

/** Encrypts and decrypts with the key of the backups, in the age format: the `age` tool opens what it made. */
export interface Seal {
  /** Identifies the key without telling anything of it. */
  readonly fingerprint: string;
  /** Name under which data are stored. It is the same each time and reveals nothing. */
  nameOf(key: string): string;
  close(bytes: Uint8Array): Promise<Uint8Array>;
  /** Size of the encrypted form of this many bytes. */
  closedSize(size: number): number;
  /** @throws {SealBroken} */
  open(bytes: Uint8Array): Promise<Uint8Array>;
  closeStream(stream: Readable): Promise<Readable>;
  /** The stream fails with {@link SealBroken} as soon as something in it was changed. @throws {SealBroken} for another key */
  openStream(stream: Readable): Promise<Readable>;
}

/** @param key `AGE-SECRET-KEY-1…` */
export async function createSeal(key: string): Promise<Seal> {
  const recipient = await identityToRecipient(key);
  const nameKey = Buffer.from(hkdfSync('sha256', key, '', 'names of stored files', 32));
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  const emptySize = (await encrypter.encrypt(new Uint8Array())).length;
  const broken = (cause: unknown): never => {
    throw new SealBroken('cannot be opened with this key', { cause });
  };
  return {
    fingerprint: createHash('sha256').update(recipient).digest('hex').slice(0, 16),
    nameOf: (name) => createHmac('sha256', nameKey).update(name).digest('hex'),
    close: async (bytes) => encrypter.encrypt(bytes),
    // A tag for each chunk; an empty file has one, too.
    closedSize: (size) => emptySize + size + TAG_BYTES * Math.max(0, Math.ceil(size / CHUNK_BYTES) - 1),
    open: async (bytes) => decrypter.decrypt(bytes).catch(broken),
    async closeStream(stream) {
      return fromWeb(await encrypter.encrypt(toWeb(stream)));
    },
    async openStream(stream) {
      const opened = await decrypter.decrypt(toWeb(stream)).catch(broken);
      return Readable.from(sealChecked(fromWeb(opened)), { objectMode: false });
    },
  };
}

// The encryption library uses web streams.
const toWeb = (stream: Readable): ReadableStream<Uint8Array> => Readable.toWeb(stream);
const fromWeb = (stream: ReadableStream<Uint8Array>): Readable => Readable.fromWeb(stream);

async function* sealChecked(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (cause) {
    throw new SealBroken('ends early, or was changed', { cause });
  }
}
