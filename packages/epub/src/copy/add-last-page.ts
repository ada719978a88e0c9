import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRaw } from 'node:zlib';
import { decodePercent } from '../container/container-path.ts';
import { parseContainer } from '../container/opf.ts';

/** A page that is added behind the last one of a book. */
export interface LastPage {
  /** The whole document, XHTML that both EPUB 2 and EPUB 3 allow. */
  readonly xhtml: string;
  /** Name of the file without its ending, and id in the package; a number is added if the book uses it. */
  readonly name: string;
}

/** The file is no edition of ours: only those have a directory that can be trusted. */
export class NoEdition extends Error {}

/** A file of the archive as its directory describes it. */
interface Entry {
  readonly path: string;
  readonly name: Buffer;
  readonly method: number;
  readonly time: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly attributes: number;
  readonly headerOffset: number;
}

/** A part of the new archive: bytes copied from the old file, or new bytes. */
interface Part {
  readonly entry: Entry;
  readonly data: Buffer | { readonly start: number; readonly size: number };
}

const LOCAL = { signature: 0x04034b50, size: 30 };
const DIRECTORY = { signature: 0x02014b50, size: 46 };
const END = { signature: 0x06054b50, size: 22 };
const LONGEST_COMMENT = 0xffff;
const DEFLATED = 8;
/** The name is UTF-8. */
const UTF8 = 0x0800;
const VERSION = 20;

/**
 * Adds a page behind the last one of an edition. Every other file stays as it is packed, byte by byte, and the elements
 * of the package keep their order, so that CFIs of the book stay the same.
 * @param path of the edition on disk; it is read while the result is, and must stay until that has ended
 * @throws {NoEdition}
 */
export async function addLastPage(path: string, page: LastPage): Promise<{ stream: Readable; size: number }> {
  const file = await open(path);
  let parts: Part[];
  try {
    parts = await partsWithPage(file, page);
  } finally {
    await file.close();
  }
  const { directory, start } = directoryOf(parts);
  const stream = Readable.from(writeArchive(path, parts, directory), { objectMode: false });
  return { stream, size: start + directory.length };
}

async function* writeArchive(
  path: string,
  parts: readonly Part[],
  directory: Buffer,
): AsyncGenerator<Buffer, void, undefined> {
  for (const { entry, data } of parts) {
    yield localHeader(entry);
    if (Buffer.isBuffer(data)) yield data;
    else if (data.size > 0)
      yield* createReadStream(path, { start: data.start, end: data.start + data.size - 1 }) as AsyncIterable<Buffer>;
  }
  yield directory;
}

async function partsWithPage(file: FileHandle, page: LastPage): Promise<Part[]> {
  const entries = await readDirectory(file);
  const textOf = async (path: string): Promise<string> => {
    const entry = entries.find((candidate) => candidate.path === path);
    if (!entry) throw new NoEdition(`it has no ${path}`);
    const { start, size } = await placeOf(file, entry);
    const bytes = await readBytes(file, start, size);
    return (entry.method === DEFLATED ? await promisify(inflateRaw)(bytes) : bytes).toString('utf8');
  };
  const opfPath = decodePercent(parseContainer(await textOf('META-INF/container.xml')));
  const opf = await textOf(opfPath);
  const name = freeName(opf, entries, page.name);
  const folder = opfPath.slice(0, opfPath.lastIndexOf('/') + 1);
  const parts: Part[] = [];
  for (const entry of entries) {
    const isPackage = entry.path === opfPath;
    parts.push(
      isPackage ? await packed(entry, Buffer.from(withItem(opf, name))) : { entry, data: await placeOf(file, entry) },
    );
  }
  const model = entries.find(({ path }) => path === opfPath);
  if (!model) throw new NoEdition('it has no package');
  const path = `${folder}${name}.xhtml`;
  parts.push(await packed({ ...model, path, name: Buffer.from(path) }, Buffer.from(page.xhtml)));
  return parts;
}

/** A name that is neither a file nor an id of the book. */
function freeName(opf: string, entries: readonly Entry[], wanted: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    const isTaken = opf.includes(`"${name}"`) || entries.some(({ path }) => path.endsWith(`${name}.xhtml`));
    if (!isTaken) return name;
  }
}

/** The package with the page as its last item, in the manifest and in the spine. */
function withItem(opf: string, name: string): string {
  const add = (source: string, list: 'manifest' | 'spine', element: string): string => {
    const end = new RegExp(`</((?:[\\w.-]+:)?)${list}\\s*>(?![\\s\\S]*</(?:[\\w.-]+:)?${list}\\s*>)`);
    if (!end.test(source)) throw new NoEdition(`its package has no ${list}`);
    return source.replace(end, (close: string, prefix: string) => `<${prefix}${element}/>${close}`);
  };
  const item = `item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"`;
  return add(add(opf, 'manifest', item), 'spine', `itemref idref="${name}"`);
}

async function packed(entry: Entry, content: Buffer): Promise<Part> {
  const data = await promisify(deflateRaw)(content);
  const change = { method: DEFLATED, crc: crc32(content), packedSize: data.length, size: content.length };
  return { entry: { ...entry, ...change }, data };
}

async function readBytes(file: FileHandle, start: number, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, start);
  if (bytesRead !== size) throw new NoEdition('it is cut short');
  return buffer;
}

async function readDirectory(file: FileHandle): Promise<Entry[]> {
  const { size: fileSize } = await file.stat();
  const tailStart = Math.max(0, fileSize - END.size - LONGEST_COMMENT);
  const tail = await readBytes(file, tailStart, fileSize - tailStart);
  let at = tail.length - END.size;
  while (at >= 0 && tail.readUInt32LE(at) !== END.signature) at -= 1;
  if (at < 0) throw new NoEdition('it has no directory');
  const directory = await readBytes(file, tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 12));
  const entries: Entry[] = [];
  for (let start = 0; start + DIRECTORY.size <= directory.length;) {
    if (directory.readUInt32LE(start) !== DIRECTORY.signature) throw new NoEdition('its directory is damaged');
    const nameEnd = start + DIRECTORY.size + directory.readUInt16LE(start + 28);
    const name = directory.subarray(start + DIRECTORY.size, nameEnd);
    entries.push({
      path: name.toString('utf8'),
      name,
      method: directory.readUInt16LE(start + 10),
      time: directory.readUInt32LE(start + 12),
      crc: directory.readUInt32LE(start + 16),
      packedSize: directory.readUInt32LE(start + 20),
      size: directory.readUInt32LE(start + 24),
      attributes: directory.readUInt32LE(start + 38),
      headerOffset: directory.readUInt32LE(start + 42),
    });
    start = nameEnd + directory.readUInt16LE(start + 30) + directory.readUInt16LE(start + 32);
  }
  return entries;
}

/** Position of a file's compressed bytes; only its local header has the length of its own extra field. */
async function placeOf(
  file: FileHandle,
  { headerOffset, packedSize }: Entry,
): Promise<{ start: number; size: number }> {
  const header = await readBytes(file, headerOffset, LOCAL.size);
  if (header.readUInt32LE(0) !== LOCAL.signature) throw new NoEdition('a file header is damaged');
  const start = headerOffset + LOCAL.size + header.readUInt16LE(26) + header.readUInt16LE(28);
  return { start, size: packedSize };
}

function localHeader({ name, method, time, crc, packedSize, size }: Entry): Buffer {
  const header = Buffer.alloc(LOCAL.size);
  header.writeUInt32LE(LOCAL.signature, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(UTF8, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(time, 10);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(packedSize, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

/** The directory of the new archive with its end record, and where it begins. */
function directoryOf(parts: readonly Part[]): { directory: Buffer; start: number } {
  let offset = 0;
  const records = parts.map(({ entry }) => {
    const record = directoryRecord(entry, offset);
    offset += LOCAL.size + entry.name.length + entry.packedSize;
    return record;
  });
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(END.size);
  end.writeUInt32LE(END.signature, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return { directory: Buffer.concat([directory, end]), start: offset };
}

function directoryRecord(entry: Entry, offset: number): Buffer {
  const { name, method, time, crc, packedSize, size, attributes } = entry;
  const record = Buffer.alloc(DIRECTORY.size);
  record.writeUInt32LE(DIRECTORY.signature, 0);
  // Made on Unix, so that the attributes are read as they were written.
  record.writeUInt16LE((3 << 8) | VERSION, 4);
  record.writeUInt16LE(VERSION, 6);
  record.writeUInt16LE(UTF8, 8);
  record.writeUInt16LE(method, 10);
  record.writeUInt32LE(time, 12);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(packedSize, 20);
  record.writeUInt32LE(size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt32LE(attributes, 38);
  record.writeUInt32LE(offset, 42);
  return Buffer.concat([record, name]);
}
