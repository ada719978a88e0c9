import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { relativeHref, resolveReference } from '../container/container-path.ts';
import { parseXml, type XmlAttribute, type XmlElement } from '../container/xml-events.ts';
import type { BookFile, BookFiles } from './book-files.ts';
import { XmlWriter } from './xml-writer.ts';

/** Manifest properties that do not apply to a cleaned file. */
const UNTRUE_PROPERTIES: ReadonlySet<string> = new Set(['scripted', 'remote-resources']);

/**
 * Writes the package document of the edition: the same elements in the same order, because CFIs count them, except for
 * manifest items whose files the edition does not carry; paths and media types are the new ones.
 */
export function rewritePackage(
  source: string,
  opf: BookFile,
  files: BookFiles,
  isCarried: (file: BookFile) => boolean,
): Buffer {
  const writer = new XmlWriter();
  writer.raw('<?xml version="1.0" encoding="UTF-8"?>\n');
  let skipped = 0;
  parseXml(source, {
    open(element) {
      if (skipped > 0) skipped++;
      else {
        const rewritten = rewriteElement(element, opf, files, isCarried);
        if (rewritten === null) skipped = 1;
        else writer.open({ ...element, attributes: rewritten }, true);
      }
    },
    text(text) {
      if (skipped === 0 && writer.depth > 0) writer.text(text);
    },
    close() {
      if (skipped > 0) skipped--;
      else writer.close();
    },
  });
  return Buffer.concat(writer.chunks());
}

/** Returns the attributes of the element, or null when it names a removed file. */
function rewriteElement(
  element: XmlElement,
  opf: BookFile,
  files: BookFiles,
  isCarried: (file: BookFile) => boolean,
): XmlAttribute[] | null {
  const isItem = element.local === 'item';
  if (!isItem && element.local !== 'reference') return [...element.attributes];
  const href = element.attributes.find(({ name }) => name === 'href')?.value ?? '';
  const target = resolveReference(opf.source, href);
  const file = target.kind === 'inside' ? files.find(target.path, target.rawPath) : null;
  if (file === null || !isCarried(file)) return isItem ? null : [...element.attributes];
  const fragment = href.includes('#') && !isItem ? href.slice(href.indexOf('#')) : '';
  return element.attributes.flatMap((attribute) => {
    if (attribute.name === 'href') return [{ ...attribute, value: relativeHref(opf.path, file.path) + fragment }];
    if (!isItem) return [attribute];
    if (attribute.name === 'media-type' && file.type) return [{ ...attribute, value: file.type.mediaType }];
    if (attribute.name !== 'properties') return [attribute];
    const properties = attribute.value.split(/\s+/).filter((word) => word !== '' && !UNTRUE_PROPERTIES.has(word));
    return properties.length > 0 ? [{ ...attribute, value: properties.join(' ') }] : [];
  });
}

export interface EditionEntry {
  readonly path: string;
  /** Content, or the file on disk that holds it. */
  readonly content: Buffer | { readonly file: string };
  readonly compress: boolean;
}

/** Time of every zip entry. Zip times are local, and so is this date, so that the files are equal on every machine. */
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
    transform(chunk: Buffer, _encoding, callback) {
      hasher.update(chunk);
      size += chunk.length;
      callback(null, chunk);
    },
  });
  await pipeline(zip.outputStream, measure, createWriteStream(path), signal === undefined ? {} : { signal });
  return { size, hash: hasher.digest('hex') };
}
