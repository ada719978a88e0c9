import { NS, type XmlAttribute, type XmlElement } from '../container/xml-events.ts';
import type { BookLinks, LinkVerdict } from './book-files.ts';
import { cleanCss } from './clean-css.ts';
import type { WarningLog } from './gate-warning.ts';

const FOLLOWED: ReadonlySet<string> = new Set(['a', 'area']);
/** Attributes that are useless in a book and reach out of the page, run code or take the focus. */
const DROPPED: ReadonlySet<string> = new Set([
  ...['target', 'ping', 'download', 'srcdoc', 'action', 'formaction', 'formtarget', 'manifest', 'nonce', 'integrity'],
  ...['crossorigin', 'referrerpolicy', 'codebase', 'classid', 'archive', 'lowsrc', 'dynsrc', 'imagesrcset', 'is'],
  ...['autofocus', 'autoplay', 'contenteditable', 'popover', 'popovertarget', 'profile', 'attributionsrc', 'icon'],
]);
const XML_EVENTS = 'http://www.w3.org/2001/xml-events';

/**
 * Cleans the attributes of a kept element: removes those that run code, load from elsewhere or hide the element's
 * words, and makes links exact.
 */
export function cleanAttributes(element: XmlElement, links: BookLinks, log: WarningLog): XmlAttribute[] {
  const safeAttributes: XmlAttribute[] = [];
  for (const attribute of element.attributes) {
    const value = cleanValue(element, attribute, links, log);
    if (value !== null) safeAttributes.push(value === attribute.value ? attribute : { ...attribute, value });
  }
  const name = element.local.toLowerCase();
  if (element.uri === NS.svg && name === 'svg') return scalable(safeAttributes);
  if (element.uri !== NS.xhtml) return safeAttributes;
  if (name === 'details') return opened(safeAttributes);
  return name === 'meta' ? safeAttributes.map(asUtf8) : safeAttributes;
}

function cleanValue(element: XmlElement, attribute: XmlAttribute, links: BookLinks, log: WarningLog): string | null {
  const { uri, value } = attribute;
  const name = attribute.local.toLowerCase();
  if (uri === XML_EVENTS || (uri === '' && /^on[a-z]/.test(name))) {
    log.add('event-handler', links.path);
    return null;
  }
  if (uri === NS.xml && name === 'base') return null;
  if (uri !== '' && uri !== NS.xlink) return value;
  const clean = CLEANERS.get(name);
  if (clean !== undefined) return clean(element, value, links, log);
  if (DROPPED.has(name)) return null;
  // SVG presentation attributes can contain addresses, too: fill="url(…)".
  if (element.uri === NS.svg && /url\s*\(|\\|image-set/i.test(value)) return cleanCss(value, links, log);
  return value;
}

type Cleaner = (element: XmlElement, value: string, links: BookLinks, log: WarningLog) => string | null;

const cleanLoad: Cleaner = (_element, value, links, log) => judged(links.load(value), links, log);
const cleanMention: Cleaner = (_element, value, links) => (links.follow(value).keep ? value : null);

const CLEANERS: ReadonlyMap<string, Cleaner> = new Map<string, Cleaner>([
  ...['src', 'poster', 'background', 'data', 'definitionurl'].map((name): [string, Cleaner] => [name, cleanLoad]),
  ['href', cleanHref],
  ['style', (element, value, links, log) => cleanCss(value, links, log, element.local) || null],
  ['srcset', (_element, value, links, log) => cleanSrcset(value, links, log)],
  ['cite', cleanMention],
  // Removes `until-found`: a browser shows such words only after its own search, which does not work in the pages of a
  // book.
  ['hidden', (_element, value) => (/^until-found$/i.test(value) ? null : value)],
  ['longdesc', cleanMention],
  ['rel', (_element, value) => (/\bopener\b/i.test(value) ? null : value)],
]);

/**
 * Cleans an address: a reader follows the one of a link, while any other element (`link`, `use`, `image`) loads its
 * address by itself.
 */
function cleanHref(element: XmlElement, value: string, links: BookLinks, log: WarningLog): string | null {
  const isFollowed = FOLLOWED.has(element.local.toLowerCase()) || element.uri === NS.mathml;
  return judged(isFollowed ? links.follow(value) : links.load(value), links, log);
}

function judged(verdict: LinkVerdict, links: BookLinks, log: WarningLog): string | null {
  if (verdict.keep) return verdict.href;
  log.add(verdict.why, links.path);
  return null;
}

/** Removes the candidates `address [descriptor]` with an address outside the book. */
function cleanSrcset(value: string, links: BookLinks, log: WarningLog): string | null {
  const cleanCandidates: string[] = [];
  for (const { address, descriptors } of srcsetCandidates(value)) {
    // Removes data addresses: they contain commas, and a less exact parser would read their pieces as addresses.
    const verdict: LinkVerdict = /^data:/i.test(address) ? { keep: false, why: 'unsafe-link' } : links.load(address);
    const href = judged(verdict, links, log);
    if (href !== null) cleanCandidates.push([href, ...descriptors].join(' '));
  }
  return cleanCandidates.length > 0 ? cleanCandidates.join(', ') : null;
}

const SRCSET_GAP = /[\t\n\f\r ,]*/y;
const SRCSET_ADDRESS = /[^\t\n\f\r ]+/y;
const SRCSET_DESCRIPTORS = /[^,]*/y;

/**
 * Reads the list as browsers do (HTML standard, 'parse a srcset attribute'): an address ends at the next space, and
 * commas at its end are separators. Reads each character once, so that any list takes linear time.
 */
function* srcsetCandidates(value: string): Generator<{ readonly address: string; readonly descriptors: string[] }> {
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const match = pattern.exec(value)?.[0] ?? '';
    at += match.length;
    return match;
  };
  for (;;) {
    take(SRCSET_GAP);
    const address = take(SRCSET_ADDRESS);
    if (address === '') return;
    let end = address.length;
    while (address[end - 1] === ',') end -= 1;
    const described = end < address.length ? '' : take(SRCSET_DESCRIPTORS);
    yield { address: address.slice(0, end), descriptors: described.split(/\s+/).filter((word) => word !== '') };
  }
}

/** Value of the attribute with this name, compared without case; empty when absent. */
export function valueOf(element: XmlElement, name: string): string {
  return element.attributes.find((attribute) => attribute.name.toLowerCase() === name)?.value ?? '';
}

/** An attribute without a namespace. */
export function plain(name: string, value: string): XmlAttribute {
  return { name, prefix: '', local: name, uri: '', value };
}

/** Opens a `details`, and removes its name, because a browser keeps only one `details` of a name open. */
function opened(attributes: readonly XmlAttribute[]): XmlAttribute[] {
  return [...attributes.filter(({ name }) => name !== 'open' && name !== 'name'), plain('open', 'open')];
}

/** Lets a drawing of a fixed size shrink with the page, which would otherwise cut off its right side. */
function scalable(attributes: XmlAttribute[]): XmlAttribute[] {
  const [width, height] = ['width', 'height'].map(
    (side) => /^(\d[\d.]*)(?:px)?$/.exec(attributes.find(({ name }) => name === side)?.value ?? '')?.[1],
  );
  if (!width || !height || attributes.some(({ name }) => name === 'viewBox')) return attributes;
  return [...attributes, plain('viewBox', `0 0 ${width} ${height}`)];
}

function asUtf8(attribute: XmlAttribute): XmlAttribute {
  return attribute.name === 'charset' ? { ...attribute, value: 'UTF-8' } : attribute;
}
