import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface EditionEntry {
  readonly path: string;
  /** Content, or the file on disk that holds it. */
  readonly content: Buffer | { readonly file: string };
  readonly compress: boolean;
}

/** The same on every machine, so that equal books give equal editions: zip times are local, and so is this one. */
const ENTRY_TIME = new Date(1980, 0, 1);

/** Writes a zip in the order given and returns its size and SHA-256. */
export async function writeEdition(
  path: string,
  entries: readonly EditionEntry[],
  signal?: AbortSignal,
): Promise<{ size: number; hash: string }> {
  const zip = new ZipFile();
  for (const { path: name, content, compress } of entries) {
    const options = { mtime: ENTRY_TIME, mode: 0o100644, compress, forceDosTimestamp: true };
    if (Buffer.isBuffer(content)) zip.addBuffer(content, name, options);
    else zip.addFile(content.file, name, options);
  }
  zip.end();
  const hasher = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hasher.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(zip.outputStream, measure, createWriteStream(path), signal === undefined ? {} : { signal });
  return { size, hash: hasher.digest('hex') };
}
