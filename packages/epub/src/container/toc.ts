import { NS, parseXml, type XmlElement, type XmlHandler } from './xml-events.ts';

/**
 * Contents of an NCX (OPF 2.0.1 §2.4.1, DAISY Z39.86-2005 §8), in order, flat with levels.
 * @throws {XmlMalformed}
 */
export function parseNcx(source: string): RawTocEntry[] {
  return entriesOfNcx(source, 'navPoint');
}

/**
 * Pages of the printed book that an NCX lists (`pageList`), in order.
 * @throws {XmlMalformed}
 */
export function parseNcxPages(source: string): RawTocEntry[] {
  return entriesOfNcx(source, 'pageTarget');
}

function entriesOfNcx(source: string, name: NcxReader['name']): RawTocEntry[] {
  const reader = new NcxReader(name);
  parseXml(source, reader);
  return reader.entries.filter(({ href, title }) => href !== null || title.trim() !== '');
}

class NcxReader implements XmlHandler {
  /** The elements that are entries. */
  readonly name: 'navPoint' | 'pageTarget';
  readonly entries: { title: string; href: string | null; level: number }[] = [];
  readonly #openElements: string[] = [];
  /** Entries of the open navPoints, innermost last; null once the list is full. */
  readonly #points: ({ title: string; href: string | null; level: number } | null)[] = [];

  constructor(name: NcxReader['name']) {
    this.name = name;
  }

  open({ local, attributes }: XmlElement): void {
    this.#openElements.push(local);
    if (local === this.name) {
      const entry = { title: '', href: null, level: this.#points.length + 1 };
      this.#points.push(this.entries.length < MAX_TOC_ENTRIES ? entry : null);
      if (this.entries.length < MAX_TOC_ENTRIES) this.entries.push(entry);
    }
    const point = this.#points.at(-1);
    if (local === 'content' && point) point.href = attributes.find(({ name }) => name === 'src')?.value ?? null;
  }

  text(text: string): void {
    const point = this.#points.at(-1);
    const isLabel = this.#openElements.at(-1) === 'text' && this.#openElements.at(-2) === 'navLabel';
    if (point && isLabel && point.title.length < 5_000) point.title += text;
  }

  close(): void {
    if (this.#openElements.pop() === this.name) this.#points.pop();
  }
}

/** A contents entry as the book writes it; `level` counts from 1. */
export interface RawTocEntry {
  readonly title: string;
  /** Reference relative to the contents file; null for a heading without a link. */
  readonly href: string | null;
  readonly level: number;
}

/** Entries read; a longer list is of no use to a reader and a burden to every device. */
const MAX_TOC_ENTRIES = 10_000;

/** Collected per entry before it is cleaned and cut. */
const MAX_LABEL = 5_000;

/**
 * Contents of an EPUB 3 navigation document (EPUB 3.3 §7.4.2), in order, flat with levels, so that depth costs
 * nothing. Takes the `nav` whose `epub:type` is `toc` (or role `doc-toc`), else the first without a type.
 * @throws {XmlMalformed}
 */
export function parseNav(source: string): RawTocEntry[] {
  const reader = new NavReader('toc', 'doc-toc');
  parseXml(source, reader);
  return reader.typed ?? reader.untyped ?? [];
}

/**
 * Pages of the printed book that a navigation document lists (`page-list`, role `doc-pagelist`), in order.
 * @throws {XmlMalformed}
 */
export function parseNavPages(source: string): RawTocEntry[] {
  const reader = new NavReader('page-list', 'doc-pagelist');
  parseXml(source, reader);
  return reader.typed ?? [];
}

class NavReader implements XmlHandler {
  readonly #type: string;
  readonly #role: string;
  typed: RawTocEntry[] | null = null;
  untyped: RawTocEntry[] | null = null;
  #entries: RawTocEntry[] | null = null;
  readonly #openElements: XmlElement[] = [];
  #navDepth = 0;
  #level = 0;
  /** Depth of the `a` or `span` whose text is being read, 0 for none. */
  #labelDepth = 0;
  #label = '';
  #href: string | null = null;
  #title = '';

  constructor(type: string, role: string) {
    this.#type = type;
    this.#role = role;
  }

  open(element: XmlElement): void {
    this.#openElements.push(element);
    if (this.#entries === null) {
      if (element.local === 'nav') this.#startNav(element);
      return;
    }
    if (element.local === 'ol') this.#level++;
    if (this.#labelDepth > 0) this.#label += altText(element);
    else if (['a', 'span'].includes(element.local) && this.#openElements.at(-2)?.local === 'li')
      this.#startLabel(element);
  }

  text(text: string): void {
    if (this.#labelDepth > 0 && this.#label.length < MAX_LABEL) this.#label += text;
  }

  close(): void {
    const depth = this.#openElements.length;
    const element = this.#openElements.pop();
    if (this.#entries === null || element === undefined) return;
    if (depth === this.#labelDepth) this.#endLabel();
    if (element.local === 'ol') this.#level--;
    if (depth === this.#navDepth) this.#entries = null;
  }

  #startNav(element: XmlElement): void {
    const types = attributeOf(element, NS.ops, 'type').split(/\s+/);
    const isWanted = types.includes(this.#type) || attributeOf(element, '', 'role') === this.#role;
    if (isWanted && this.typed === null) this.#entries = this.typed = [];
    else if (types.join('') === '' && this.untyped === null) this.#entries = this.untyped = [];
    this.#navDepth = this.#openElements.length;
    this.#level = 0;
  }

  #startLabel(element: XmlElement): void {
    this.#labelDepth = this.#openElements.length;
    this.#label = '';
    this.#href = element.attributes.find(({ name }) => name === 'href')?.value ?? null;
    this.#title = attributeOf(element, '', 'title');
  }

  #endLabel(): void {
    this.#labelDepth = 0;
    if (this.#entries !== null && this.#entries.length < MAX_TOC_ENTRIES) {
      // An empty link speaks through its title.
      const title = this.#label.trim() === '' ? this.#title : this.#label;
      this.#entries.push({ title, href: this.#href, level: Math.max(1, this.#level) });
    }
  }
}

/** An image in a label speaks through its alternative text (EPUB 3.3 §7.4.2.2). */
function altText(element: XmlElement): string {
  return element.local === 'img' ? ` ${attributeOf(element, '', 'alt')} ` : '';
}

function attributeOf(element: XmlElement, uri: string, local: string): string {
  return element.attributes.find((attribute) => attribute.uri === uri && attribute.local === local)?.value ?? '';
}

/** Share of a contents page's letters that must be in links: below it, the page is a chapter with references. */
const LEAST_LINKED = 0.6;
/** Letters above which a page is a chapter. */
const LONGEST_CONTENTS = 60_000;

/**
 * Links of a chapter that is a page of contents, in order: nearly all of its words are links. Null for any other.
 * @throws {XmlMalformed}
 */
export function parseContentsPage(source: string): RawTocEntry[] | null {
  const entries: { title: string; href: string; level: number }[] = [];
  let open: { title: string; href: string; level: number } | null = null;
  let depth = 0;
  let linkDepth = 0;
  let bodyDepth = 0;
  const letters = { linked: 0, other: 0 };
  let headingDepth = 0;
  parseXml(source, {
    open: (element) => {
      depth += 1;
      if (element.local === 'body' && bodyDepth === 0) bodyDepth = depth;
      if (/^h[1-6]$/.test(element.local) && headingDepth === 0) headingDepth = depth;
      const href = element.local === 'a' ? attributeOf(element, '', 'href') : '';
      if (href !== '' && open === null && bodyDepth > 0 && entries.length < MAX_TOC_ENTRIES) {
        open = { title: attributeOf(element, '', 'title'), href, level: 1 };
        linkDepth = depth;
      } else if (open !== null) open.title += altText(element);
    },
    text: (text) => {
      if (bodyDepth === 0) return;
      const size = text.replace(/\P{L}+/gu, '').length;
      if (open !== null) {
        letters.linked += size;
        if (open.title.length < MAX_LABEL) open.title += text;
      } else if (headingDepth === 0) letters.other += size;
    },
    close: () => {
      if (open !== null && depth === linkDepth) {
        entries.push(open);
        open = null;
      }
      if (depth === headingDepth) headingDepth = 0;
      if (depth === bodyDepth) bodyDepth = 0;
      depth -= 1;
    },
  });
  const all = letters.linked + letters.other;
  return entries.length > 0 && all < LONGEST_CONTENTS && letters.linked >= all * LEAST_LINKED ? entries : null;
}
