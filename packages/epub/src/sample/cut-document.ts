import { UNCOUNTED_ELEMENTS } from '../container/counted-text.ts';
import { NS, parseXml, type XmlElement, type XmlHandler } from '../container/xml-events.ts';
import { addressesInCss } from './css-addresses.ts';
import { INLINE } from '../locator/section-text.ts';
import { XmlWriter } from '../gate/xml-writer.ts';

/** Elements that are shown whole or not at all, whatever blocks they hold. */
const ATOMIC: ReadonlySet<string> = new Set(['figure', 'tr', 'dl', 'pre', 'ruby', 'svg', 'math', 'video', 'audio']);
/** Elements that are shown whole unless they are long: a few rows or items that break off say little. */
const TOGETHER: ReadonlySet<string> = new Set(['table', 'ul', 'ol']);
/** Characters up to which such an element is shown whole; a longer one may hold the whole text and ends with a row. */
const LONGEST_TOGETHER = 2000;
const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n';
/** Attributes whose address a browser loads by itself; `href` only on elements that are not links. */
const LOADED: ReadonlySet<string> = new Set(['src', 'poster', 'background', 'data', 'href']);
const FOLLOWED: ReadonlySet<string> = new Set(['a', 'area']);

/** A document of a cleaned edition up to a block's end, or what there is of it. */
export interface CutDocument {
  /** Characters up to the end of each block with text, rising; none after the cut. */
  readonly blockEnds: readonly number[];
  /** The document up to the cut, UTF-8. */
  readonly chunks: readonly Buffer[];
  /** Addresses that the document loads, as they are written in it. */
  readonly addresses: readonly string[];
  readonly ids: ReadonlySet<string>;
}

/**
 * Reads a document of a cleaned edition, and ends it with the block that ends after `characters` counted ones: what
 * follows that block is left out at every level, and nothing before it changes, so that a CFI into what is kept leads to
 * the same words in both.
 *
 * @param characters null keeps all of it
 * @throws {Error} when no block ends there
 */
export function cutDocument(source: string, characters: number | null): CutDocument {
  const cutter = new DocumentCutter(characters);
  parseXml(source, cutter);
  if (characters !== null && !cutter.isCut) throw new Error(`no block ends at ${characters}`);
  return cutter.result();
}

class DocumentCutter implements XmlHandler {
  isCut = false;
  readonly #at: number | null;
  readonly #writer = new XmlWriter();
  readonly #openElements: { readonly name: string; readonly isStyle: boolean }[] = [];
  readonly #blockEnds: number[] = [];
  readonly #addresses: string[] = [];
  readonly #ids = new Set<string>();
  #css = '';
  #bodyDepth = 0;
  #uncountedDepth = 0;
  #atomicDepth = 0;
  /** The outermost open element of {@link TOGETHER}, and what was counted before it. */
  #together: { readonly depth: number; readonly counted: number; readonly blockEnds: number } | null = null;

  constructor(at: number | null) {
    this.#at = at;
    this.#writer.raw(PROLOG);
  }

  result(): CutDocument {
    return {
      blockEnds: this.#blockEnds,
      chunks: this.#writer.chunks(),
      addresses: this.#addresses,
      ids: this.#ids,
    };
  }

  open(element: XmlElement): void {
    if (this.isCut) return;
    const name = element.local.toLowerCase();
    this.#writer.open(element, this.#openElements.length === 0);
    this.#openElements.push({ name, isStyle: name === 'style' });
    this.#note(element, name);
    const { depth } = this.#writer;
    if (element.uri === NS.xhtml && name === 'body' && this.#bodyDepth === 0) {
      this.#bodyDepth = depth;
      this.#writer.counting = true;
    }
    if (UNCOUNTED_ELEMENTS.has(name) && this.#uncountedDepth === 0) {
      this.#uncountedDepth = depth;
      this.#writer.counting = false;
    }
    if (ATOMIC.has(name) && this.#atomicDepth === 0) this.#atomicDepth = depth;
    if (TOGETHER.has(name))
      this.#together ??= { depth, counted: this.#writer.counted, blockEnds: this.#blockEnds.length };
  }

  text(text: string): void {
    if (this.isCut || this.#openElements.length === 0) return;
    if (this.#openElements.at(-1)?.isStyle) this.#css += text;
    this.#writer.text(text);
  }

  close(): void {
    if (this.isCut) return;
    const { depth } = this.#writer;
    const { name = '', isStyle = false } = this.#openElements.pop() ?? {};
    this.#writer.close();
    if (isStyle) this.#addresses.push(...addressesInCss(this.#css));
    if (isStyle) this.#css = '';
    if (depth === this.#uncountedDepth) {
      this.#uncountedDepth = 0;
      this.#writer.counting = this.#bodyDepth > 0;
    }
    if (depth === this.#atomicDepth) this.#atomicDepth = 0;
    if (depth === this.#together?.depth) this.#closeTogether(this.#together);
    if (this.#bodyDepth > 0 && this.#atomicDepth === 0 && !INLINE.has(name)) this.#endBlock();
    if (depth === this.#bodyDepth) this.#writer.counting = false;
  }

  /** Forgets the ends of blocks inside an element that is shown whole. */
  #closeTogether({ counted, blockEnds }: { readonly counted: number; readonly blockEnds: number }): void {
    this.#together = null;
    if (this.#writer.counted - counted <= LONGEST_TOGETHER) this.#blockEnds.length = blockEnds;
  }

  #endBlock(): void {
    const { counted } = this.#writer;
    if (counted === (this.#blockEnds.at(-1) ?? 0)) return;
    this.#blockEnds.push(counted);
    if (counted !== this.#at) return;
    this.isCut = true;
    while (this.#writer.depth > 0) this.#writer.close();
  }

  #note(element: XmlElement, name: string): void {
    const isFollowed = FOLLOWED.has(name) || element.uri === NS.mathml;
    for (const { local, uri, value } of element.attributes) {
      if (uri === NS.xmlns) continue;
      const attribute = local.toLowerCase();
      if (attribute === 'id' || attribute === 'name') this.#ids.add(value);
      if (attribute === 'srcset') this.#addresses.push(...value.split(/[\s,]+/));
      else if (LOADED.has(attribute) && !(attribute === 'href' && isFollowed)) this.#addresses.push(value);
      else if (attribute === 'style' || (element.uri === NS.svg && value.includes('('))) {
        this.#addresses.push(...addressesInCss(value));
      }
    }
  }
}
