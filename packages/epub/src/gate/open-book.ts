import {
  ContainerInvalid,
  type ManifestItem,
  type MetadataItem,
  type PackageDocument,
  PackageInvalid,
  parseContainer,
  parsePackage,
} from '../container/opf.ts';
import { resolveReference } from '../container/container-path.ts';
import { decodeText } from '../container/decode-text.ts';
import { fileType } from '../container/media-type.ts';
import { parseXml, XmlMalformed } from '../container/xml-events.ts';
import { BookFiles, type BookFile } from './book-files.ts';
import { parseEncryption, type Obfuscation } from './encryption.ts';
import type { WarningLog } from './gate-warning.ts';
import type { Limits } from './limits.ts';
import { formatOfNames } from './other-formats.ts';
import { BadBook } from './refusal.ts';
import type { ZipSource } from './zip-source.ts';

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
/** Licence files of Adobe ADEPT, Apple FairPlay and Readium LCP. */
const LICENCES = ['META-INF/rights.xml', 'META-INF/sinf.xml', 'META-INF/license.lcpl', 'license.lcpl'];
export const APPLE_OPTIONS = 'META-INF/com.apple.ibooks.display-options.xml';
const DISPLAY_OPTIONS = [APPLE_OPTIONS, 'META-INF/com.kobobooks.display-options.xml'];
const MIMETYPE = 'application/epub+zip';

export interface SpineFile {
  /** The file that is shown: the item's, or that of its first usable fallback; null when the book has none. */
  readonly file: BookFile | null;
  /** Path that the book names when there is no such file. */
  readonly wantedPath: string;
}

/** A book whose package was read and is valid; its other files are not yet read. */
export interface OpenBook {
  readonly files: BookFiles;
  readonly opf: BookFile;
  readonly packageSource: string;
  /** The package document with {@link OpenBook.displayOptions} among its metadata. */
  readonly document: PackageDocument;
  /** Metadata from files beside the package. */
  readonly displayOptions: readonly MetadataItem[];
  /** Files in the order of `document.spine`. */
  readonly spine: readonly SpineFile[];
  /** Manifest items by id with their file; null for a remote or absent one. */
  readonly items: ReadonlyMap<string, { readonly item: ManifestItem; readonly file: BookFile | null }>;
  readonly obfuscated: ReadonlyMap<BookFile, Obfuscation>;
}

/**
 * Checks that a zip is an EPUB: mimetype, container, no DRM, package document with a spine whose files exist.
 * @throws {BadBook}
 */
export async function openBook(zip: ZipSource, limits: Limits, log: WarningLog): Promise<OpenBook> {
  await checkMimetype(zip, log);
  if (!zip.entries.has(CONTAINER)) {
    const wrapped = [...zip.entries.keys()].find((name) => name.endsWith(`/${CONTAINER}`));
    if (wrapped !== undefined) throw new BadBook('no-container', { file: wrapped, what: 'folder' });
    const format = formatOfNames(zip.entries.keys());
    throw new BadBook('no-container', format === null ? {} : { what: format });
  }
  const files = new BookFiles(zip.entries.keys());
  const readText = async (name: string): Promise<string> =>
    decodeText(Buffer.concat(await zip.read(name, limits.packageBytes)));
  const opfPath = containerPath(await readText(CONTAINER));
  const references = await checkProtection(zip, readText);
  const opf = files.find(opfPath);
  if (opf === null) throw new BadBook('opf-missing', { file: opfPath });
  const packageSource = await readText(opf.source);
  const read = readPackage(packageSource, opf.path);
  const options = await displayOptions(zip, readText);
  const document = { ...read, metadata: [...read.metadata, ...options] };
  const items = resolveManifest(document, opf, files, log);
  const spine = resolveSpine(document, opf, items);
  const obfuscated = new Map<BookFile, Obfuscation>();
  for (const [reference, algorithm] of references) {
    const target = resolveReference('', reference);
    const file = target.kind === 'inside' ? files.find(target.path, target.rawPath) : null;
    if (file !== null) obfuscated.set(file, algorithm);
  }
  return { files, opf, packageSource, document, displayOptions: options, spine, items, obfuscated };
}

/**
 * Checks the mimetype file. EPUB OCF §4.3 requires it first and stored; readers do not, so that only a wrong content is
 * refused.
 */
async function checkMimetype(zip: ZipSource, log: WarningLog): Promise<void> {
  const entry = zip.entries.get('mimetype');
  if (entry === undefined) {
    log.add('mimetype-missing', '');
    return;
  }
  // Decodes the text without a byte order mark, which some tools write even here.
  const content = decodeText(Buffer.concat(await zip.read('mimetype', 1024))).trim();
  if (content !== MIMETYPE) throw new BadBook('not-an-epub', { what: content.slice(0, 100) });
  if (zip.firstEntry !== entry || entry.compressionMethod !== 0) log.add('mimetype-not-first', '');
}

function containerPath(source: string): string {
  let rootPath: string;
  try {
    rootPath = parseContainer(source);
  } catch (error) {
    if (!(error instanceof ContainerInvalid)) throw error;
    throw new BadBook(error.fault === 'dtd' ? 'unsafe-xml' : 'bad-container', { file: CONTAINER, what: error.fault });
  }
  const target = resolveReference('', rootPath);
  if (target.kind !== 'inside' || rootPath.startsWith('/')) throw new BadBook('unsafe-path', { file: rootPath });
  return target.path;
}

async function checkProtection(
  zip: ZipSource,
  readText: (name: string) => Promise<string>,
): Promise<ReadonlyMap<string, Obfuscation>> {
  const licence = LICENCES.find((name) => zip.entries.has(name));
  if (licence !== undefined) throw new BadBook('drm', { file: licence });
  return zip.entries.has(ENCRYPTION) ? parseEncryption(await readText(ENCRYPTION), ENCRYPTION) : new Map();
}

function readPackage(source: string, file: string): PackageDocument {
  try {
    return parsePackage(source);
  } catch (error) {
    if (!(error instanceof PackageInvalid)) throw error;
    if (error.fault === 'dtd') throw new BadBook('unsafe-xml', { file });
    throw new BadBook('bad-opf', { file, what: error.fault });
  }
}

/** Reads the option files of Apple's and Kobo's readers as the `meta` that Kindle's readers use. */
async function displayOptions(
  zip: ZipSource,
  readText: (name: string) => Promise<string>,
): Promise<readonly MetadataItem[]> {
  const options: MetadataItem[] = [];
  for (const name of DISPLAY_OPTIONS.filter((each) => zip.entries.has(each))) {
    let property = '';
    let value = '';
    try {
      parseXml(await readText(name), {
        open: ({ local, attributes }) => {
          property = local === 'option' ? (attributes.find((each) => each.name === 'name')?.value ?? '') : '';
          value = '';
        },
        text: (text) => (value += text),
        close: () => {
          if (property === 'fixed-layout')
            options.push({ name: 'meta', property, id: '', refines: '', value: value.trim() });
          property = '';
        },
      });
    } catch (error) {
      if (!(error instanceof XmlMalformed)) throw error;
    }
  }
  return options;
}

/** Finds each item's file and decides the type of every file of the book. */
function resolveManifest(
  document: PackageDocument,
  opf: BookFile,
  files: BookFiles,
  log: WarningLog,
): Map<string, { item: ManifestItem; file: BookFile | null }> {
  const items = new Map<string, { item: ManifestItem; file: BookFile | null }>();
  for (const item of document.manifest) {
    const target = resolveReference(opf.source, item.href);
    if (target.kind === 'outside') throw new BadBook('unsafe-path', { file: item.href });
    const file = target.kind === 'inside' ? files.find(target.path, target.rawPath) : null;
    if (file !== null) file.type ??= fileType(item.mediaType, file.path);
    else if (target.kind === 'inside') log.add('missing-file', target.path);
    if (!items.has(item.id)) items.set(item.id, { item, file });
  }
  for (const file of files.all) {
    file.type ??= fileType(null, file.path);
    if (!isContent(file, opf)) file.type = null;
  }
  return items;
}

/** Whether a file is content, not one of the container's own files nor one that operating systems add. */
function isContent(file: BookFile, opf: BookFile): boolean {
  return file !== opf && !/^(?:META-INF|__MACOSX)\/|^mimetype$|(?:^|\/)\.[^/]*$/.test(file.path);
}

const SHOWN_KINDS: ReadonlySet<string> = new Set(['xhtml', 'svg', 'image', 'xml']);

function resolveSpine(document: PackageDocument, opf: BookFile, items: OpenBook['items']): SpineFile[] {
  /** Shown file of each item, its own or a fallback's; several items may share one. */
  const shownByItem = new Map<string, BookFile | null>();
  const shownOf = (id: string): BookFile | null => {
    const visitedItems: string[] = [];
    let shownFile: BookFile | null = null;
    for (let next: string | null = id; next !== null;) {
      const at = items.get(next);
      if (at === undefined) break;
      shownFile = shownByItem.get(at.item.id) ?? (at.file?.type && SHOWN_KINDS.has(at.file.type.kind) ? at.file : null);
      if (shownFile !== null || shownByItem.has(at.item.id)) break;
      shownByItem.set(at.item.id, null);
      visitedItems.push(at.item.id);
      next = at.item.fallback;
    }
    for (const each of visitedItems) shownByItem.set(each, shownFile);
    return shownFile;
  };
  const spine = document.spine.map(({ idref }): SpineFile => {
    const start = items.get(idref);
    if (start === undefined) throw new BadBook('bad-opf', { file: opf.path, what: idref.slice(0, 100) });
    const shownFile = shownOf(idref);
    if (shownFile !== null) return { file: shownFile, wantedPath: shownFile.path };
    const target = resolveReference(opf.source, start.item.href);
    const wantedPath = target.kind === 'inside' ? target.path : start.item.href;
    if (start.file === null) throw new BadBook('missing-resource', { file: wantedPath });
    return { file: null, wantedPath };
  });
  if (!spine.some(({ file }) => file !== null))
    throw new BadBook('missing-resource', { file: spine[0]?.wantedPath ?? '' });
  return spine;
}
