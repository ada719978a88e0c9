import { type SampleCut, cutSample, type SampleSection, sampleTarget } from '@cuentos/domain/books/sample';
import { resolveReference } from '../container/container-path.ts';
import type { Loader } from '../container/loader.ts';
import { isNarrationPath, type SectionNarration } from '../container/narration.ts';
import type { Publication, Resource, Section, TocEntry } from '../container/publication.ts';
import { ResourceStore } from '../gate/resource-store.ts';
import { type CutDocument, cutDocument } from './cut-document.ts';
import { addressesInCss } from './css-addresses.ts';

/** The beginning of a part as a book of its own. */
export interface Sample {
  /** Its documents, its contents and its files, no other; sections keep their numbers and CFIs. */
  readonly publication: Publication;
  /** Hash of the document that was cut, which is in the folder given; null when it ends with a document's end. */
  readonly cutHash: string | null;
}

const XHTML = 'application/xhtml+xml';
/** Media types that a page may load; every other resource is text of its own. */
const LOADABLE = /^(?:text\/(?:css|vtt)$|(?:image|font|audio|video)\/)/;

/**
 * Cuts the beginning out of a cleaned edition, for people who have no right to the rest: a copy in which nothing stands
 * that comes after the cut. The document that is cut is written into `outDir` as the gate writes files, under its hash;
 * every other file is the edition's own. Null when the part has no beginning to show.
 * @param share percent of the part that its author chose; null leaves it to the rule
 */
export async function makeSample(
  publication: Publication,
  loader: Loader,
  { outDir, share }: { readonly outDir: string; readonly share: number | null },
): Promise<Sample | null> {
  const sections = untilRepeated(publication.sections);
  const cut = await findCut(publication, loader, share);
  if (cut === null) return null;
  const resources = new Map(publication.resources.map((resource) => [resource.path, resource]));
  const documents = new Map<string, CutDocument>();
  const keptFiles = new Map<string, Resource>();
  for (const { path, mediaType } of sections.slice(0, cut.section + 1).filter(isShown)) {
    const resource = resources.get(path);
    if (!resource) continue;
    keptFiles.set(path, resource);
    const isLast = path === sections[cut.section]?.path;
    if (mediaType === XHTML)
      documents.set(path, cutDocument(await loader.text(path), isLast ? endIn(sections, cut) : null));
  }
  const cutFile = await storeCut(sections, cut, documents, outDir);
  if (cutFile) keptFiles.set(cutFile.path, cutFile);
  await addLoaded(publication, documents, keptFiles, loader);
  const shownSections = sectionsOf(sections, cut, keptFiles);
  return {
    cutHash: cutFile?.hash ?? null,
    publication: {
      ...publication,
      sections: shownSections,
      toc: tocOf(publication.toc, shownSections, documents),
      resources: publication.resources.flatMap(({ path }) => keptFiles.get(path) ?? []),
      coverPath: publication.coverPath !== null && keptFiles.has(publication.coverPath) ? publication.coverPath : null,
      characters: shownSections.reduce((sum, { characters }) => sum + characters, 0),
    },
  };
}

/** Where the beginning of a part ends; null when it has none to show. */
export async function findCut(
  publication: Publication,
  loader: Loader,
  share: number | null,
): Promise<SampleCut | null> {
  const lengths = publication.sections.map(({ linear, characters }) => (linear ? characters : 0));
  const target = sampleTarget(lengths, share);
  return cutSample(lengths, await readSections(untilRepeated(publication.sections), target, loader), share);
}

/** A document that stands in the spine twice cannot be cut at one of its places: the beginning ends before the second. */
function untilRepeated(sections: readonly Section[]): readonly Section[] {
  const seenPaths = new Set<string>();
  const end = sections.findIndex(({ path }) => seenPaths.size === seenPaths.add(path).size);
  return end < 0 ? sections : sections.slice(0, end);
}

/** Leaves out sections outside the reading order, because they may hold the notes of the whole part. */
export function isShown({ linear, missing }: Section): boolean {
  return linear && !missing;
}

/** The sections that the cut may lie in, with the ends of their blocks. @param target characters to read at least */
async function readSections(sections: readonly Section[], target: number, loader: Loader): Promise<SampleSection[]> {
  const firstSections: SampleSection[] = [];
  let passed = 0;
  for (const section of sections) {
    const characters = section.linear ? section.characters : 0;
    const isText = isShown(section) && section.mediaType === XHTML && characters > 0;
    const blockEnds = isText ? cutDocument(await loader.text(section.path), null).blockEnds : [];
    firstSections.push({ characters, blockEnds });
    passed += characters;
    if (passed > 0 && passed >= target) break;
  }
  return firstSections;
}

/** Where the last document ends; null when it is kept whole. */
function endIn(sections: readonly Section[], { section, characters }: SampleCut): number | null {
  return characters === sections[section]?.characters ? null : characters;
}

async function storeCut(
  sections: readonly Section[],
  cut: SampleCut,
  documents: ReadonlyMap<string, CutDocument>,
  outDir: string,
): Promise<Resource | null> {
  const section = sections[cut.section];
  const document = section && documents.get(section.path);
  if (!document || endIn(sections, cut) === null) return null;
  const store = new ResourceStore(outDir);
  await store.prepare();
  return { path: section.path, mediaType: section.mediaType, ...(await store.putText(document.chunks)) };
}

/** Adds the files that kept files load, and those that these load, but no page of the book. */
async function addLoaded(
  { sections, resources }: Publication,
  documents: ReadonlyMap<string, CutDocument>,
  keptFiles: Map<string, Resource>,
  loader: Loader,
): Promise<void> {
  const pages = new Set(sections.map(({ path }) => path));
  const narrated = await narratedSounds(resources, loader);
  const loadable = new Map(
    resources
      .filter(({ path, mediaType }) => LOADABLE.test(mediaType) && !pages.has(path) && !narrated.has(path))
      .map((each) => [each.path, each]),
  );
  const waitingFiles = [...keptFiles.values()];
  for (let file = waitingFiles.pop(); file !== undefined; file = waitingFiles.pop()) {
    for (const address of documents.get(file.path)?.addresses ?? (await addressesIn(file, loader))) {
      const target = resolveReference(file.path, address);
      const resource = target.kind === 'inside' ? loadable.get(target.path) : undefined;
      if (!resource || keptFiles.has(resource.path)) continue;
      keptFiles.set(resource.path, resource);
      waitingFiles.push(resource);
    }
  }
}

/** Addresses in a media overlay, whatever is wrong with the clips that name them. */
const SMIL_SOURCE = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Sounds of narration: one of them may continue after the cut, so that a sample contains none. */
async function narratedSounds(resources: readonly Resource[], loader: Loader): Promise<ReadonlySet<string>> {
  const sounds = new Set<string>();
  for (const { path } of resources.filter((each) => isNarrationPath(each.path))) {
    const narration = JSON.parse(await loader.text(path)) as SectionNarration;
    for (const sound of narration.sounds) sounds.add(sound);
  }
  for (const { path } of resources.filter(({ mediaType }) => mediaType === 'application/smil+xml')) {
    for (const [, double, single] of (await loader.text(path)).matchAll(SMIL_SOURCE)) {
      const target = resolveReference(path, (double ?? single ?? '').replaceAll('&amp;', '&'));
      if (target.kind === 'inside') sounds.add(target.path);
    }
  }
  return sounds;
}

async function addressesIn({ path, mediaType }: Resource, loader: Loader): Promise<readonly string[]> {
  if (mediaType === 'text/css') return addressesInCss(await loader.text(path));
  return mediaType === 'image/svg+xml' ? cutDocument(await loader.text(path), null).addresses : [];
}

function sectionsOf(sections: readonly Section[], cut: SampleCut, keptFiles: ReadonlyMap<string, Resource>): Section[] {
  return sections.slice(0, cut.section + 1).map((section, index) => {
    if (!isShown(section)) return { ...section, characters: 0, size: 0, missing: true };
    const size = keptFiles.get(section.path)?.size ?? section.size;
    return index === cut.section ? { ...section, characters: cut.characters, size } : section;
  });
}

/** Entries of kept sections, and headings above them. */
function tocOf(
  entries: readonly TocEntry[],
  sections: readonly Section[],
  documents: ReadonlyMap<string, CutDocument>,
): TocEntry[] {
  const shownPaths = new Set(sections.filter(isShown).map(({ path }) => path));
  const leads = (href: string): boolean => {
    const [path = '', fragment = ''] = href.split(/#(.*)/s);
    if (!shownPaths.has(path)) return false;
    return fragment === '' || documents.get(path)?.ids.has(fragment) === true;
  };
  return entries.flatMap(({ title, href, children }): TocEntry[] => {
    const below = tocOf(children, sections, documents);
    if (href === null) return below.length > 0 ? [{ title, href, children: below }] : [];
    return leads(href) ? [{ title, href, children: below }] : below;
  });
}
