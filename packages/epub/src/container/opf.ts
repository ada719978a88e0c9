import { NS, parseXml, type XmlElement, type XmlHandler, XmlMalformed } from './xml-events.ts';

/** `what`: `malformed`, `dtd` or `rootfile` (none is named). */
export class ContainerInvalid extends Error {
  override readonly name = 'ContainerInvalid';
  readonly fault: string;
  constructor(fault: string) {
    super(`container.xml: ${fault}`);
    this.fault = fault;
  }
}

/**
 * Path of the package document, as written in META-INF/container.xml (EPUB OCF §4.2.6.3.1); the first one is the
 * default rendition.
 * @throws {ContainerInvalid}
 */
export function parseContainer(source: string): string {
  let path = '';
  try {
    parseXml(source, {
      doctype(body) {
        if (isUnsafeDoctype(body)) throw new ContainerInvalid('dtd');
      },
      open({ local, attributes }) {
        if (local !== 'rootfile' || path !== '') return;
        const mediaType = attributes.find((attribute) => attribute.name === 'media-type')?.value;
        if (mediaType !== undefined && mediaType !== 'application/oebps-package+xml') return;
        path = attributes.find((attribute) => attribute.name === 'full-path')?.value ?? '';
      },
    });
  } catch (error) {
    if (error instanceof XmlMalformed) throw new ContainerInvalid('malformed');
    throw error;
  }
  if (path === '') throw new ContainerInvalid('rootfile');
  return path;
}

export interface ManifestItem {
  readonly id: string;
  readonly href: string;
  readonly mediaType: string;
  readonly properties: readonly string[];
  readonly fallback: string | null;
  /** Id of the media overlay that narrates it. */
  readonly mediaOverlay: string | null;
}

export interface SpineItem {
  readonly idref: string;
  readonly linear: boolean;
  readonly properties: readonly string[];
  /** Step path of the itemref, `/6/4[id]` (EPUB CFI 1.1 §3.1), as foliate-js makes it for the same document. */
  readonly cfi: string;
}

/** A `dc:` element or `meta`, with the attributes that matter. */
export interface MetadataItem {
  /** `dc:title`, `dc:creator` …; `meta` for EPUB 3 properties and EPUB 2 names; `link`. */
  readonly name: string;
  /** Property of an EPUB 3 meta, name of an EPUB 2 meta, `rel` of a link, event or role of a `dc:` element, else empty. */
  readonly property: string;
  readonly id: string;
  readonly refines: string;
  readonly value: string;
}

export interface GuideReference {
  readonly type: string;
  readonly href: string;
}

/** A package document (EPUB 3.3 §5, OPF 2.0.1), as written: nothing is resolved or checked against the container. */
export interface PackageDocument {
  readonly uniqueIdentifierId: string;
  readonly metadata: readonly MetadataItem[];
  readonly manifest: readonly ManifestItem[];
  readonly spine: readonly SpineItem[];
  /** `toc` attribute of the spine: the id of the NCX. */
  readonly ncxId: string;
  readonly direction: string;
  readonly guide: readonly GuideReference[];
}

/** `what`: `malformed`, `dtd`, or the missing part: `package`, `metadata`, `manifest`, `spine`, `empty-spine`. */
export class PackageInvalid extends Error {
  override readonly name = 'PackageInvalid';
  readonly fault: string;
  constructor(fault: string) {
    super(`package document: ${fault}`);
    this.fault = fault;
  }
}

/** Metadata elements kept; a longer list is no description of a book. */
const MAX_METADATA = 2_000;

/**
 * Parses a package document.
 * @throws {PackageInvalid} when it is malformed, declares entities, or lacks metadata, manifest or a spine with items.
 */
export function parsePackage(source: string): PackageDocument {
  const reader = new PackageReader();
  try {
    parseXml(source, reader);
  } catch (error) {
    if (error instanceof XmlMalformed) throw new PackageInvalid('malformed');
    throw error;
  }
  return reader.result();
}

/** True for a document type declaration that could define entities or load a file; the plain public ones are harmless. */
export function isUnsafeDoctype(body: string): boolean {
  return body.includes('[');
}

class PackageReader implements XmlHandler {
  readonly #openElements: XmlElement[] = [];
  /** Child elements seen so far in the package and in the open child of it; CFI steps count all of them. */
  #packageChildren = 0;
  #sectionChildren = 0;
  #namespace = '';
  #spineStep = '';
  #hasPackage = false;
  readonly #seenElements = new Set<string>();
  readonly #metadata: MetadataItem[] = [];
  readonly #manifest: ManifestItem[] = [];
  readonly #spine: SpineItem[] = [];
  readonly #guide: GuideReference[] = [];
  #uniqueIdentifierId = '';
  #ncxId = '';
  #direction = '';
  #text = '';

  doctype(body: string): void {
    if (isUnsafeDoctype(body)) throw new PackageInvalid('dtd');
  }

  open(element: XmlElement): void {
    this.#openElements.push(element);
    this.#text = '';
    const depth = this.#openElements.length;
    if (depth === 1) this.#startPackage(element);
    if (depth === 2) this.#startSection(element);
    if (depth === 3) this.#sectionChildren++;
    if (depth === 3) this.#startItem(element);
  }

  text(text: string): void {
    if (this.#openElements.length > 2) this.#text += text;
  }

  close(): void {
    const element = this.#openElements.pop();
    if (element === undefined || this.#openElements.length < 2) return;
    if (this.#openElements[1]?.local === 'metadata' && this.#metadata.length < MAX_METADATA) this.#endMetadata(element);
    this.#text = '';
  }

  result(): PackageDocument {
    if (!this.#hasPackage) throw new PackageInvalid('package');
    for (const part of ['metadata', 'manifest', 'spine'])
      if (!this.#seenElements.has(part)) throw new PackageInvalid(part);
    if (this.#spine.length === 0) throw new PackageInvalid('empty-spine');
    return {
      uniqueIdentifierId: this.#uniqueIdentifierId,
      metadata: this.#metadata,
      manifest: this.#manifest,
      spine: this.#spine,
      ncxId: this.#ncxId,
      direction: this.#direction,
      guide: this.#guide,
    };
  }

  #isPackageElement(element: XmlElement, local: string): boolean {
    return element.local === local && element.uri === this.#namespace;
  }

  #startPackage(element: XmlElement): void {
    this.#hasPackage = element.local === 'package' && (element.uri === NS.opf || element.uri === '');
    this.#namespace = element.uri;
    this.#uniqueIdentifierId = attribute(element, 'unique-identifier');
  }

  #startSection(element: XmlElement): void {
    this.#packageChildren++;
    this.#sectionChildren = 0;
    const isFirst = !this.#seenElements.has(element.local);
    if (element.uri === this.#namespace) this.#seenElements.add(element.local);
    if (!this.#isPackageElement(element, 'spine') || !isFirst) return;
    this.#spineStep = step(this.#packageChildren, attribute(element, 'id'));
    this.#ncxId = attribute(element, 'toc');
    this.#direction = attribute(element, 'page-progression-direction');
  }

  #startItem(element: XmlElement): void {
    const section = this.#openElements[1]?.local;
    if (section === 'manifest' && this.#isPackageElement(element, 'item')) {
      this.#manifest.push({
        id: attribute(element, 'id'),
        href: attribute(element, 'href'),
        mediaType: attribute(element, 'media-type'),
        properties: words(attribute(element, 'properties')),
        fallback: attribute(element, 'fallback') || null,
        mediaOverlay: attribute(element, 'media-overlay') || null,
      });
    } else if (section === 'spine' && this.#isPackageElement(element, 'itemref')) {
      this.#spine.push({
        idref: attribute(element, 'idref'),
        linear: attribute(element, 'linear') !== 'no',
        properties: words(attribute(element, 'properties')),
        cfi: this.#spineStep + step(this.#sectionChildren, attribute(element, 'id')),
      });
    } else if (section === 'guide' && this.#isPackageElement(element, 'reference')) {
      this.#guide.push({ type: attribute(element, 'type'), href: attribute(element, 'href') });
    }
  }

  #endMetadata(element: XmlElement): void {
    const isDublinCore = element.uri.startsWith('http://purl.org/dc/elements/');
    if (!isDublinCore && !['meta', 'link'].includes(element.local)) return;
    const content = attribute(element, element.local === 'link' ? 'href' : 'content');
    this.#metadata.push({
      name: isDublinCore ? `dc:${element.local.toLowerCase()}` : element.local,
      property:
        attribute(element, element.local === 'link' ? 'rel' : 'property') ||
        attribute(element, 'name') ||
        attribute(element, 'event') ||
        attribute(element, 'role'),
      id: attribute(element, 'id'),
      refines: attribute(element, 'refines').replace(/^#/, ''),
      value: content === '' ? this.#text : content,
    });
  }
}

/**
 * Value by local name, so that `opf:role` and `role` are the same. Ids and references to them are normalized by XML, and
 * spaces around them are valid; nothing else here has spaces that mean anything.
 */
function attribute(element: XmlElement, local: string): string {
  return element.attributes.find((candidate) => candidate.local === local)?.value.trim() ?? '';
}

function words(value: string): string[] {
  return value.split(/\s+/).filter((word) => word !== '');
}

/** EPUB CFI 1.1 §3.1.4: the nth child element is step 2n; an id follows as an assertion with `^` before specials. */
function step(position: number, id: string): string {
  return `/${position * 2}${id === '' ? '' : `[${id.replace(/[\^[\](),;=]/g, '^$&')}]`}`;
}
