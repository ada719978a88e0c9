import { NS, type XmlAttribute, type XmlElement } from '../container/xml-events.ts';
import type { BookLinks, LinkVerdict } from './book-links.ts';
import { cleanCss } from './clean-css.ts';
import type { WarningLog } from './gate-warning.ts';

const FOLLOWED: ReadonlySet<string> = new Set(['a', 'area']);
/** Attributes for which a book has no use and that reach out of the page, run or take the focus. */
const DROPPED: ReadonlySet<string> = new Set([
  ...['target', 'ping', 'download', 'srcdoc', 'action', 'formaction', 'formtarget', 'manifest', 'nonce', 'integrity'],
  ...['crossorigin', 'referrerpolicy', 'codebase', 'classid', 'archive', 'lowsrc', 'dynsrc', 'imagesrcset', 'is'],
  ...['autofocus', 'autoplay', 'contenteditable', 'popovertarget', 'profile', 'attributionsrc', 'icon'],
]);
const XML_EVENTS = 'http://www.w3.org/2001/xml-events';

/** The attributes of an element that is kept, without what runs or loads from elsewhere, links made exact. */
export function cleanAttributes(element: XmlElement, links: BookLinks, log: WarningLog): XmlAttribute[] {
  const kept: XmlAttribute[] = [];
  for (const attribute of element.attributes) {
    const value = cleanValue(element, attribute, links, log);
    if (value !== null) kept.push(value === attribute.value ? attribute : { ...attribute, value });
  }
  return kept;
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
  // SVG presentation attributes take addresses too: fill="url(…)".
  if (element.uri === NS.svg && /url\s*\(|\\|image-set/i.test(value)) return cleanCss(value, links, log);
  return value;
}

type Cleaner = (element: XmlElement, value: string, links: BookLinks, log: WarningLog) => string | null;

const cleanLoad: Cleaner = (_element, value, links, log) => judged(links.load(value), links, log);
const cleanMention: Cleaner = (_element, value, links) => (links.follow(value).keep ? value : null);

const CLEANERS: ReadonlyMap<string, Cleaner> = new Map<string, Cleaner>([
  ...['src', 'poster', 'background', 'data', 'definitionurl'].map((name): [string, Cleaner] => [name, cleanLoad]),
  ['href', cleanHref],
  ['style', (_element, value, links, log) => cleanCss(value, links, log) || null],
  ['srcset', (_element, value, links, log) => cleanSrcset(value, links, log)],
  ['cite', cleanMention],
  ['longdesc', cleanMention],
  ['rel', (_element, value) => (/\bopener\b/i.test(value) ? null : value)],
]);

/** On links a reader follows it; on every other element (`link`, `use`, `image`) it loads. */
function cleanHref(element: XmlElement, value: string, links: BookLinks, log: WarningLog): string | null {
  const isFollowed = FOLLOWED.has(element.local.toLowerCase()) || element.uri === NS.mathml;
  return judged(isFollowed ? links.follow(value) : links.load(value), links, log);
}

function judged(verdict: LinkVerdict, links: BookLinks, log: WarningLog): string | null {
  if (verdict.keep) return verdict.href;
  log.add(verdict.why, links.path);
  return null;
}

/** Candidates `address [descriptor]` between commas (HTML standard, 'srcset attributes'); those outside the book go. */
function cleanSrcset(value: string, links: BookLinks, log: WarningLog): string | null {
  const kept: string[] = [];
  for (const candidate of value.split(/,\s+|,(?=\S+\s)/)) {
    const [address = '', ...descriptors] = candidate.trim().split(/\s+/);
    if (address === '') continue;
    // Data holds commas itself, so that a list with it cannot be split safely.
    const verdict: LinkVerdict = /^data:/i.test(address) ? { keep: false, why: 'unsafe-link' } : links.load(address);
    const href = judged(verdict, links, log);
    if (href !== null) kept.push([href, ...descriptors].join(' '));
  }
  return kept.length > 0 ? kept.join(', ') : null;
}
