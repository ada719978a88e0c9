import { type Loader, ResourceMissing } from './loader.ts';
import { type Publication, PUBLICATION_PATH } from './publication.ts';

/** The bytes are no readable edition: not a zip, cut short, or without a publication record this reader knows. */
export class BrokenArchive extends Error {
  constructor(reason: string) {
    super(`unreadable epub: ${reason}`);
    this.name = 'BrokenArchive';
  }
}

interface Entry {
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  readonly headerOffset: number;
}

interface Source {
  readonly size: number;
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

const END_SIGNATURE = 0x06054b50;
const DIRECTORY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_SIZE = 22;
const LOCAL_SIZE = 30;
const MAX_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/**
 * Opens a cleaned edition held in memory or in IndexedDB. Reads the zip's directory and the publication record,
 * nothing else; every other file is inflated when it is asked for.
 *
 * @throws {BrokenArchive} when the bytes are no edition of ours.
 */
export async function openEdition(bytes: ArrayBuffer | Blob): Promise<{ publication: Publication; loader: Loader }> {
  const loader = await openZip(bytes);
  let publication: Publication;
  try {
    publication = JSON.parse(await loader.text(PUBLICATION_PATH)) as Publication;
  } catch {
    throw new BrokenArchive('it has no publication record');
  }
  if (publication.format !== 1)
    throw new BrokenArchive(`publication format ${String(publication.format)} is not known`);
  return { publication, loader };
}

/** A {@link Loader} over the files of a zip. Closing it lets the bytes go. */
export async function openZip(bytes: ArrayBuffer | Blob): Promise<Loader> {
  let source: Source | null = sourceOf(bytes);
  const entries = await readDirectory(source);

  async function unpack(path: string): Promise<Uint8Array<ArrayBuffer>> {
    if (!source) throw new Error('the book was closed');
    const entry = entries.get(path);
    if (!entry) throw new ResourceMissing(path);
    const packed = await readPacked(source, entry);
    if (entry.method === STORED) return packed;
    if (entry.method === DEFLATED) return inflate(packed, entry.size);
    throw new BrokenArchive(`compression method ${entry.method}`);
  }

  return {
    text: async (path) => new TextDecoder().decode(await unpack(path)),
    blob: async (path, mediaType) => new Blob([await unpack(path)], { type: mediaType }),
    close() {
      source = null;
      entries.clear();
    },
  };
}

function sourceOf(bytes: ArrayBuffer | Blob): Source {
  if (bytes instanceof Blob) {
    return {
      size: bytes.size,
      read: async (start, end) => new Uint8Array(await bytes.slice(start, end).arrayBuffer()),
    };
  }
  return {
    size: bytes.byteLength,
    read: (start, end) => Promise.resolve(new Uint8Array(bytes, start, Math.min(end, bytes.byteLength) - start)),
  };
}

async function readDirectory(source: Source): Promise<Map<string, Entry>> {
  const tailStart = Math.max(0, source.size - END_SIZE - MAX_COMMENT);
  const tail = view(await source.read(tailStart, source.size));
  let end = tail.byteLength - END_SIZE;
  while (end >= 0 && tail.getUint32(end, true) !== END_SIGNATURE) end -= 1;
  if (end < 0) throw new BrokenArchive('no zip directory');
  const size = tail.getUint32(end + 12, true);
  const offset = tail.getUint32(end + 16, true);
  if (offset + size > source.size) throw new BrokenArchive('the zip directory is cut short');

  const bytes = await source.read(offset, offset + size);
  const directory = view(bytes);
  const names = new TextDecoder();
  const entries = new Map<string, Entry>();
  for (let at = 0; at + 46 <= size && directory.getUint32(at, true) === DIRECTORY_SIGNATURE;) {
    const nameSize = directory.getUint16(at + 28, true);
    entries.set(names.decode(bytes.subarray(at + 46, at + 46 + nameSize)), {
      method: directory.getUint16(at + 10, true),
      packedSize: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      headerOffset: directory.getUint32(at + 42, true),
    });
    at += 46 + nameSize + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries;
}

/** The local header repeats the name and has an extra field of its own size, so that only it tells where data starts. */
async function readPacked(source: Source, entry: Entry): Promise<Uint8Array<ArrayBuffer>> {
  const header = view(await source.read(entry.headerOffset, entry.headerOffset + LOCAL_SIZE));
  if (header.byteLength < LOCAL_SIZE || header.getUint32(0, true) !== LOCAL_SIGNATURE) {
    throw new BrokenArchive('a file header is damaged');
  }
  const start = entry.headerOffset + LOCAL_SIZE + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = await source.read(start, start + entry.packedSize);
  if (packed.byteLength !== entry.packedSize) throw new BrokenArchive('a file is cut short');
  return packed;
}

async function inflate(packed: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof DecompressionStream === 'undefined') {
    const { inflateSync } = await import('fflate');
    return inflateSync(packed, { out: new Uint8Array(size) }) as Uint8Array<ArrayBuffer>;
  }
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  // Failures surface on the readable side below; here they would only be reported twice.
  writer.write(packed).catch(() => undefined);
  writer.close().catch(() => undefined);

  const out = new Uint8Array(size);
  const reader = stream.readable.getReader();
  let at = 0;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      // The directory promised `size` bytes; more of them is a bomb or damage, never a longer book.
      if (at + chunk.value.byteLength > size) throw new BrokenArchive('a file is larger than it says');
      out.set(chunk.value, at);
      at += chunk.value.byteLength;
    }
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error instanceof BrokenArchive ? error : new BrokenArchive('a file does not inflate');
  }
  if (at !== size) throw new BrokenArchive('a file is shorter than it says');
  return out;
}

function view(bytes: Uint8Array<ArrayBuffer>): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
