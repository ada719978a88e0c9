import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Accessibility, accessibilityOf, type DocumentFindings } from './accessibility.ts';
import { PLACES_PATH } from '../container/book-places.ts';
import { isNarrationPath, narrationPath } from '../container/narration.ts';
import { packageMetadata } from '../container/package-metadata.ts';
import { PUBLICATION_PATH, type Publication } from '../container/publication.ts';
import type { BookFile } from './book-files.ts';
import { buildPublication, findCover } from './build-publication.ts';
import { findNarration } from './find-narration.ts';
import { findPlaces } from './find-places.ts';
import { type GateWarning, type WarningKind, WarningLog } from './gate-warning.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { APPLE_OPTIONS, openBook, type OpenBook } from './open-book.ts';
import { BadBook, type Refusal } from './refusal.ts';
import { type CarriedFile, ResourceWriter, ResourceStore } from './resource-store.ts';
import { type EditionEntry, rewritePackage, writeEdition } from './write-edition.ts';
import { ZipSource } from './zip-source.ts';

/** A book that passed the gate. Its files are in the directory given to {@link prepareEdition}. */
export interface PreparedEdition {
  readonly accepted: true;
  readonly publication: Publication;
  readonly accessibility: Accessibility;
  readonly warnings: readonly GateWarning[];
  /** The cleaned EPUB: `<outDir>/edition.epub`. */
  readonly editionPath: string;
  readonly editionSize: number;
  /** SHA-256 of the cleaned EPUB, lower-case hex; equal uploads give equal editions. */
  readonly editionHash: string;
  /** Cover image as the book has it, not decoded or re-encoded; null when there is none that can be used. */
  readonly cover: { readonly path: string; readonly mediaType: string; readonly file: string } | null;
}

export interface GateOptions {
  readonly limits?: Partial<Limits>;
  /** Stops the analysis: the promise rejects with the signal's reason, and all written files are removed. */
  readonly signal?: AbortSignal;
}

/** Names of the files that the gate writes into the given directory; it changes nothing else there. */
export const EDITION_FILE = 'edition.epub';
export const RESOURCE_DIRECTORY = 'resources';

/**
 * Checks, cleans and analyses an uploaded EPUB once: writes `edition.epub` and, for each file that the reader may
 * request, `resources/<sha256>` (texts also as `<sha256>.br`) into `outDir`, which is created if missing. Leaves no
 * files of a refused book.
 *
 * @throws only for failures that are not the book's: a full disk, an unreadable file, an aborted signal.
 */
export async function prepareEdition(
  input: string,
  outDir: string,
  options: GateOptions = {},
): Promise<PreparedEdition | Refusal> {
  try {
    return await prepare(input, outDir, { ...DEFAULT_LIMITS, ...options.limits }, options.signal);
  } catch (error) {
    await discardEdition(outDir);
    if (error instanceof BadBook) return { accepted: false, reason: error.reason, detail: error.detail };
    throw error;
  }
}

/** Removes files that the gate may have written. */
export async function discardEdition(outDir: string): Promise<void> {
  await rm(join(outDir, EDITION_FILE), { force: true });
  await rm(join(outDir, RESOURCE_DIRECTORY), { force: true, recursive: true });
}

async function prepare(input: string, outDir: string, limits: Limits, signal?: AbortSignal): Promise<PreparedEdition> {
  signal?.throwIfAborted();
  const log = new WarningLog();
  const zip = await ZipSource.open(input, limits);
  try {
    const book = await openBook(zip, limits, log);
    const metadata = packageMetadata(book.document);
    if (metadata === null) throw new BadBook('bad-opf', { file: book.opf.path, what: 'title' });
    const isDrawn = (properties: readonly string[]): boolean => properties.includes('rendition:layout-pre-paginated');
    book.files.isOfText =
      metadata.layout === 'reflowable' && !book.document.spine.some(({ properties }) => isDrawn(properties));
    if (metadata.layout === 'pre-paginated') book.files.viewport = metadata.viewport;
    if (!book.document.metadata.some(({ name }) => name === 'dc:language')) log.add('missing-language', '');
    if (zip.leadingBytes > 0) log.add('leading-bytes', '', zip.leadingBytes);
    for (const name of zip.duplicates) log.add('file-dropped', name);
    await mkdir(outDir, { recursive: true });
    const store = new ResourceStore(join(outDir, RESOURCE_DIRECTORY));
    await store.prepare();
    const carried = await carryFiles(zip, book, new ResourceWriter(zip, book, store, limits, log), log, signal);
    const cover = findCover(book, carried, log);
    const readText = async (file: CarriedFile): Promise<string> => readFile(store.pathOf(file.hash), 'utf8');
    const analysed = await buildPublication(book, metadata, carried, cover?.path ?? null, readText, log);
    const places = await findPlaces(book, carried, analysed, readText);
    const narrations = await findNarration(book, carried, analysed.sections, readText, log);
    const publication = await withFiles(analysed, store, [
      ...(places === null ? [] : [[PLACES_PATH, places] as const]),
      ...[...narrations].map(([index, narration]) => [narrationPath(index), narration] as const),
    ]);
    const entries = editionEntries(book, publication, carried, store);
    const editionPath = join(outDir, EDITION_FILE);
    const { size, hash } = await writeEdition(editionPath, entries, signal);
    return {
      accepted: true,
      publication,
      accessibility: accessibilityOf(book.document, publication, seenIn(carried, log)),
      warnings: log.list(),
      editionPath,
      editionSize: size,
      editionHash: hash,
      cover: cover && { ...cover, file: store.pathOf(cover.hash) },
    };
  } finally {
    zip.close();
  }
}

/** Returns the record with generated files added to its resources. */
async function withFiles(
  publication: Publication,
  store: ResourceStore,
  files: readonly (readonly [path: string, content: object])[],
): Promise<Publication> {
  const resources = [...publication.resources];
  for (const [path, content] of files) {
    const stored = await store.putText([Buffer.from(JSON.stringify(content))]);
    resources.push({ path, mediaType: 'application/json', ...stored });
  }
  return { ...publication, resources };
}

function seenIn(carried: ReadonlyMap<BookFile, CarriedFile>, log: WarningLog): DocumentFindings {
  const documents = [...carried.values()];
  const warnings = log.list();
  const countOf = (kind: WarningKind) => warnings.reduce((sum, each) => sum + (each.kind === kind ? each.count : 0), 0);
  return {
    hasContents: countOf('no-contents') === 0,
    hasHeadings: documents.some(({ heading }) => (heading ?? '').trim() !== ''),
    describedPictures: documents.reduce((sum, { describedPictures }) => sum + describedPictures, 0),
    undescribedPictures: countOf('missing-alt'),
  };
}

async function carryFiles(
  zip: ZipSource,
  book: OpenBook,
  writer: ResourceWriter,
  log: WarningLog,
  signal: AbortSignal | undefined,
): Promise<Map<BookFile, CarriedFile>> {
  const carried = new Map<BookFile, CarriedFile>();
  for (const file of book.files.all) {
    signal?.throwIfAborted();
    const carriedFile = await writer.write(file);
    if (carriedFile !== null) carried.set(file, carriedFile);
    else if (file !== book.opf && !/^META-INF\/|^mimetype$/.test(file.path)) {
      log.add('file-dropped', file.path);
      // Reads files that the edition does not use, to refuse a damaged archive.
      for await (const _ of zip.chunks(file.source)) signal?.throwIfAborted();
    }
  }
  return carried;
}

function displayOptions(isFixed: boolean): string {
  return `<display_options><platform name="*"><option name="fixed-layout">${String(isFixed)}</option></platform></display_options>\n`;
}

/** Media that are compressed in themselves. */
const PACKED_TYPES = /^(?:image\/(?!svg)|audio\/|video\/|font\/woff)/;

function editionEntries(
  book: OpenBook,
  publication: Publication,
  carried: ReadonlyMap<BookFile, CarriedFile>,
  store: ResourceStore,
): EditionEntry[] {
  const opf = rewritePackage(book.packageSource, book.opf, book.files, (file) => carried.has(file));
  const container =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>' +
    `<rootfile full-path="${book.opf.path.replaceAll('&', '&amp;')}" media-type="application/oebps-package+xml"/>` +
    '</rootfiles></container>\n';
  return [
    { path: 'mimetype', content: Buffer.from('application/epub+zip'), compress: false },
    { path: PUBLICATION_PATH, content: Buffer.from(JSON.stringify(publication)), compress: false },
    { path: 'META-INF/container.xml', content: Buffer.from(container), compress: true },
    ...book.displayOptions.slice(0, 1).map(({ value }) => ({
      path: APPLE_OPTIONS,
      content: Buffer.from(displayOptions(/^(?:true|yes)$/i.test(value))),
      compress: true,
    })),
    ...publication.resources
      .filter(({ path }) => path === PLACES_PATH || isNarrationPath(path))
      .map(({ path, hash }) => ({ path, content: { file: store.pathOf(hash) }, compress: true })),
    { path: book.opf.path, content: opf, compress: true },
    ...[...carried].map(([file, { hash }]) => ({
      path: file.path,
      content: { file: store.pathOf(hash) },
      compress: !PACKED_TYPES.test(file.type?.mediaType ?? ''),
    })),
  ];
}
