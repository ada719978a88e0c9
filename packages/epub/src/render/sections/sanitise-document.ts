import { FORM_CONTROLS } from '../../container/form-controls.ts';
import { resolveHref } from './resolve-href.ts';
import { type CssPiece, splitDeclarations } from './rewrite-css.ts';

/** An attribute that names a file of the book; it is removed until the file's blob URL is ready. */
export interface PendingAttribute {
  readonly element: Element;
  /** Qualified name, such as `src` or `xlink:href`. */
  readonly name: string;
  readonly path: string;
}

/** A `style` attribute that names files of the book; it is removed until its text is ready. */
export interface PendingStyle {
  readonly element: Element;
  readonly pieces: readonly CssPiece[];
}

/** A cleaned document, and the files that it still needs. */
export interface SafeDocument {
  readonly pictures: readonly PendingAttribute[];
  readonly styles: readonly PendingStyle[];
  /** `<link rel="stylesheet">` elements and embedded `<style>`, in order. */
  readonly sheets: readonly Element[];
  /** Addresses of the links as written; they are resolved when one is followed. */
  readonly links: ReadonlyMap<Element, string>;
}

const REMOVED = /^(?:script|i?frame|frameset|object|embed|applet|base|portal)$/;
const LOADING = /^(?:src|poster|background)$/;
const DROPPED = /^(?:on.*|(?:image)?srcset|data|srcdoc|ping|(?:form)?action|manifest|target|contenteditable)$/s;
/** Matches a scheme or a host at the beginning; browsers ignore the control characters before it. */
const HAS_SCHEME = /^[\s\0-\x20]*(?:[a-z][a-z0-9+.\s-]*:|[/\\]{2})/i;
const NEEDS_CARE = /font|url|break|align|margin|padding|indent|!|\\/i;

/**
 * Makes a parsed document harmless before it is shown: removes scripts, handlers, frames, plug-ins, remote addresses
 * and form fields. Harmless elements keep their places, because CFIs count them; for the same reason an inert element
 * replaces a form field or rolling text, which an older gate may have let through. The document must not have been
 * attached to a window before.
 */
export function sanitiseDocument(document: Document, path: string): SafeDocument {
  const findings: Findings = { path, pictures: [], styles: [], links: new Map() };
  const sheets: Element[] = [];
  const removed: Element[] = [];
  const walker = document.createTreeWalker(document, SHOW_ELEMENT);
  for (let node = walker.nextNode() as Element | null; node; node = walker.nextNode() as Element | null) {
    const name = node.localName.toLowerCase();
    if (REMOVED.test(name) || isHarmful(node, name)) {
      removed.push(node);
      continue;
    }
    if (node.matches(`marquee,${FORM_CONTROLS}`)) {
      const inert = document.createElement('span');
      inert.id = node.id;
      while (node.firstChild) inert.append(node.firstChild);
      node.replaceWith(inert);
      walker.currentNode = inert;
      continue;
    }
    if (name === 'style' || name === 'link') sheets.push(node);
    if (!node.hasAttributes()) continue;
    for (const attribute of [...node.attributes]) cleanAttribute(node, name, attribute, findings);
  }
  for (const element of removed) element.remove();
  const { pictures, styles, links } = findings;
  return { pictures, styles, sheets: sheets.filter((sheet) => sheet.isConnected), links };
}

interface Findings {
  readonly path: string;
  readonly pictures: PendingAttribute[];
  readonly styles: PendingStyle[];
  readonly links: Map<Element, string>;
}

const SHOW_ELEMENT = 1;

function cleanAttribute(element: Element, name: string, attribute: Attr, findings: Findings): void {
  const key = attribute.localName.toLowerCase();
  if (DROPPED.test(key)) element.removeAttributeNode(attribute);
  else if (key === 'style') cleanStyle(element, attribute.value, findings.styles);
  else if (key === 'href') cleanHref(element, name, attribute, findings);
  else if (LOADING.test(key)) {
    element.removeAttributeNode(attribute);
    postpone(element, attribute, findings);
  } else if (SVG_PAINT.test(key) && FOREIGN_PAINT.test(attribute.value)) element.removeAttributeNode(attribute);
}

/** Matches a paint server of another file; one of the same drawing begins with `#`. */
const FOREIGN_PAINT = /url\(\s*["']?(?!#)[^\s"']/i;
const SVG_PAINT = /^(?:fill|stroke|filter|mask|clip-path|marker-(?:start|mid|end)|cursor)$/;

function isHarmful(element: Element, name: string): boolean {
  if (name === 'meta') return element.hasAttribute('http-equiv');
  if (name === 'link') return !/(^|\s)stylesheet(\s|$)/i.test(element.getAttribute('rel') ?? '');
  // Removes an SVG animation that can write an address or a handler into a clean attribute.
  if (name === 'set' || name.startsWith('animate')) {
    return /^(xlink:)?href$|^on/i.test(element.getAttribute('attributeName')?.trim() ?? '');
  }
  return false;
}

function cleanStyle(element: Element, value: string, styles: PendingStyle[]): void {
  if (!NEEDS_CARE.test(value) && !value.includes('//')) return;
  const pieces = splitDeclarations(value);
  if (pieces.every((piece) => typeof piece === 'string')) {
    element.setAttribute('style', pieces.join(''));
    return;
  }
  element.removeAttribute('style');
  styles.push({ element, pieces });
}

function cleanHref(element: Element, name: string, attribute: Attr, findings: Findings): void {
  const isLink = name === 'a' || name === 'area';
  if (name === 'link' || (!isLink && attribute.value.trim().startsWith('#'))) return;
  element.removeAttributeNode(attribute);
  if (!isLink) {
    postpone(element, attribute, findings);
    return;
  }
  const target = HAS_SCHEME.test(attribute.value) ? resolveHref(attribute.value, findings.path) : undefined;
  if (target !== undefined && target?.kind !== 'external') return;
  findings.links.set(element, attribute.value);
  // Gives the link a dummy address, without which it would have neither focus nor the look of a link; the real address
  // would lead the frame out of the book.
  element.setAttributeNS(attribute.namespaceURI, attribute.name, target?.url ?? '#');
  if (target) element.setAttribute('rel', 'noopener noreferrer');
}

/** Adds a picture's address to the pending ones; remote ones are dropped, embedded raster pictures stay. */
function postpone(element: Element, attribute: Attr, { path, pictures }: Findings): void {
  if (/^\s*data:image\/(?!svg)/i.test(attribute.value)) {
    element.setAttributeNS(attribute.namespaceURI, attribute.name, attribute.value);
    return;
  }
  const target = resolveHref(attribute.value, path);
  if (target?.kind === 'internal') pictures.push({ element, name: attribute.name, path: target.path });
}
