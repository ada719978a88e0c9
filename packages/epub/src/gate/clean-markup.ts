import { UNCOUNTED_ELEMENTS } from '../container/counted-text.ts';
import { FORM_CONTROLS } from '../container/form-controls.ts';
import { NS, type XmlAttribute, type XmlElement, type XmlHandler, XmlMalformed } from '../container/xml-events.ts';
import type { BookLinks, LinkVerdict } from './book-files.ts';
import { cleanCss } from './clean-css.ts';
import type { WarningKind, WarningLog } from './gate-warning.ts';
import { type OutputElement, XmlWriter } from './xml-writer.ts';

const FOLLOWED: ReadonlySet<string> = new Set(['a', 'area']);
/** Attributes for which a book has no use and that reach out of the page, run or take the focus. */
const DROPPED: ReadonlySet<string> = new Set([
  ...['target', 'ping', 'download', 'srcdoc', 'action', 'formaction', 'formtarget', 'manifest', 'nonce', 'integrity'],
  ...['crossorigin', 'referrerpolicy', 'codebase', 'classid', 'archive', 'lowsrc', 'dynsrc', 'imagesrcset', 'is'],
  ...['autofocus', 'autoplay', 'contenteditable', 'popovertarget', 'profile', 'attributionsrc', 'icon'],
]);
const XML_EVENTS = 'http://www.w3.org/2001/xml-events';

/** The attributes of an element that is kept, without what runs or loads from elsewhere, links made exact. */
function cleanAttributes(element: XmlElement, links: BookLinks, log: WarningLog): XmlAttribute[] {
  const safeAttributes: XmlAttribute[] = [];
  for (const attribute of element.attributes) {
    const value = cleanValue(element, attribute, links, log);
    if (value !== null) safeAttributes.push(value === attribute.value ? attribute : { ...attribute, value });
  }
  return safeAttributes;
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

/** Candidates `address [descriptor]` between commas; those outside the book go. */
function cleanSrcset(value: string, links: BookLinks, log: WarningLog): string | null {
  const cleanCandidates: string[] = [];
  for (const { address, descriptors } of srcsetCandidates(value)) {
    // Data holds commas itself, and what reads the list less exactly would take its pieces for addresses.
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
 * Reads the list as browsers do (HTML standard, 'parse a srcset attribute'): an address goes on to the next space, and
 * commas at its end stand behind it. Nothing is looked at twice, whatever the list consists of.
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

/** What becomes of an element: kept, removed with its content, or removed around its content. */
type ElementRule =
  | { readonly action: 'keep' }
  | { readonly action: 'drop' | 'unwrap'; readonly why: WarningKind | null };

const KEEP: ElementRule = { action: 'keep' };

const RULES: ReadonlyMap<string, ElementRule> = new Map([
  ...rules('drop', 'script', ['script', 'handler', 'listener']),
  ...rules('unwrap', 'script', ['noscript']),
  ...rules('drop', 'frame', ['iframe', 'frame', 'frameset', 'portal', 'fencedframe', 'object', 'embed', 'param']),
  ...rules('unwrap', 'frame', ['applet', 'noframes']),
  // Today's browsers show nothing of the last three, so that only the gate looks for them.
  ...rules('drop', 'form-control', [...FORM_CONTROLS.split(','), 'keygen', 'isindex', 'datalist']),
  // What these two hold is text of the page.
  ...rules('unwrap', 'form-control', ['form', 'button']),
  ...rules('drop', 'redirect', ['base']),
  ...rules('drop', 'unsafe-markup', ['foreignobject', 'template']),
  // Browsers leave the last one in a page that is not well formed: it would be read again, as HTML.
  ...rules('unwrap', 'unsafe-markup', ['dialog', 'slot', 'parsererror']),
]);

/** Vocabularies that load, run or rewrite. */
const ACTIVE_NAMESPACES: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/XInclude',
  'http://www.w3.org/2003/XInclude',
  'http://www.w3.org/1999/XSL/Transform',
  'http://www.w3.org/2001/xml-events',
  'http://www.mozilla.org/xbl',
]);

const BROWSER_NAMESPACES: ReadonlySet<string> = new Set([NS.xhtml, NS.svg, NS.mathml, '']);
const ANIMATIONS: ReadonlySet<string> = new Set([
  'animate',
  'set',
  'animatetransform',
  'animatemotion',
  'animatecolor',
]);

/**
 * The rule for an element by its name; names are compared without case, as an HTML parser would read them. Pages are
 * judged whatever vocabulary an element claims to be of: a browser that takes the page for HTML reads the name alone.
 */
function elementRule(element: XmlElement, kind: MarkupKind): ElementRule {
  if (ACTIVE_NAMESPACES.has(element.uri)) return { action: 'drop', why: 'unsafe-markup' };
  if (kind === 'xml' && !BROWSER_NAMESPACES.has(element.uri)) return KEEP;
  const name = element.local.toLowerCase();
  if (ANIMATIONS.has(name) && animatesLink(element)) return { action: 'drop', why: 'unsafe-markup' };
  if (name === 'meta') return metaRule(element);
  return RULES.get(name) ?? KEEP;
}

/** SVG animation can turn a harmless link or handler into another one while the page is shown. */
function animatesLink(element: XmlElement): boolean {
  const target = valueOf(element, 'attributename').toLowerCase().replace(/^.*:/, '');
  return target === 'href' || target === 'src' || target === 'style' || target.startsWith('on');
}

function metaRule(element: XmlElement): ElementRule {
  const instruction = valueOf(element, 'http-equiv').toLowerCase();
  if (instruction === '') return KEEP;
  // Every file of the edition is UTF-8: the old way to say the encoding goes without a word.
  const isHarmless = ['content-type', 'content-language', 'content-style-type', 'default-style'].includes(instruction);
  return { action: 'drop', why: isHarmless ? null : 'redirect' };
}

/** Value of the attribute with this name, compared without case; empty when absent. */
function valueOf(element: XmlElement, name: string): string {
  return element.attributes.find((attribute) => attribute.name.toLowerCase() === name)?.value ?? '';
}

function rules(action: 'drop' | 'unwrap', why: WarningKind, names: readonly string[]): [string, ElementRule][] {
  return names.map((name) => [name, { action, why }]);
}

/** What kind of document is cleaned; `xml` is any other vocabulary (NCX, SMIL, PLS). */
export type MarkupKind = 'xhtml' | 'svg' | 'xml';

/** Facts about a document that only its cleaning sees. */
export interface MarkupFacts {
  readonly characters: number;
  /** First heading, for books without contents; null when there is none. */
  readonly heading: string | null;
  /** Pictures with an alternative text that says something. */
  readonly describedPictures: number;
}

/** Elements that stand within a line: what comes before them is before their text too. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins mark q s small span strong sub sup tt u var'.split(' '),
);

/** Keeps the line from breaking where it stands; it has no width. */
const WORD_JOINER = '\u2060';
const RAYA = '\u2014';
const ENDS_WORD = /[\p{L}\p{N}\p{M}»”’)\]]/u;
const ENDS_CLAUSE = /[.,;:!?…]/;
const BEGINS_WORD = /[\p{L}\p{N}¿¡«“‘([]/u;

/**
 * Ties each closing raya to what it follows: browsers may break a line on either side of any dash, and `—dijo Ana` would
 * begin one with the dash that belongs to `Ana—`. A raya between a stop and a word opens what follows and stays free.
 * @param before last character in front of the text, empty at the beginning of a block.
 */
export function tieClosingRayas(text: string, before: string): string {
  if (!text.includes(RAYA)) return text;
  let tied = '';
  let last = before;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    const next = text[at + 1] ?? '';
    const closes = ENDS_WORD.test(last) || (ENDS_CLAUSE.test(last) && next !== '' && !BEGINS_WORD.test(next));
    if (letter === RAYA && closes) tied += WORD_JOINER;
    tied += letter;
    last = letter;
  }
  return tied;
}

const VOID_LEAVES: ReadonlySet<string> = new Set(['img', 'br', 'hr', 'wbr']);
/** What an embedded object passes on to the image that takes its place. */
const OBJECT_ATTRIBUTES: ReadonlySet<string> = new Set('id class width height title style lang dir'.split(' '));
const MAX_HEADING = 600;
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const PROLOGS: Readonly<Record<MarkupKind, string>> = {
  xhtml: `${XML_DECLARATION}<!DOCTYPE html>\n`,
  svg: XML_DECLARATION,
  xml: XML_DECLARATION,
};

/** Elements that are open in the source: written, left out around their content, or a `style` being collected. */
type OpenState = 'written' | 'unwrapped' | 'style';

/**
 * Cleans a document event by event: what runs, loads from elsewhere, frames or asks for input goes; text, structure
 * and ids stay. Holds no tree, so that neither depth nor size matters; levels beyond the limit are left out around
 * their content, because browsers' layout recurses.
 */
export class MarkupCleaner implements XmlHandler {
  readonly #kind: MarkupKind;
  readonly #links: BookLinks;
  readonly #log: WarningLog;
  readonly #depthLimit: number;
  readonly #writer = new XmlWriter();
  readonly #open: OpenState[] = [];
  /** Source elements open inside a dropped one, itself included. */
  #dropped = 0;
  #css = '';
  #bodyDepth = 0;
  #uncountedDepth = 0;
  #heading: string | null = null;
  #headingDepth = 0;
  #describedPictures = 0;
  #hasInternalSubset = false;
  /** Last character of the line so far; empty at the beginning of a block. */
  #before = '';
  readonly #stylesheets: string[] = [];

  constructor(kind: MarkupKind, links: BookLinks, log: WarningLog, depthLimit: number) {
    this.#kind = kind;
    this.#links = links;
    this.#log = log;
    this.#depthLimit = depthLimit;
    this.#writer.raw(PROLOGS[kind]);
  }

  facts(): MarkupFacts {
    // A copy: as a slice of the chapter's text it would keep the whole of it in memory until the book is done.
    const heading = this.#heading === null ? null : Buffer.from(this.#heading).toString();
    return { characters: this.#writer.counted, heading, describedPictures: this.#describedPictures };
  }

  chunks(): Buffer[] {
    return this.#writer.chunks();
  }

  doctype(body: string): void {
    this.#hasInternalSubset = body.includes('[');
    if (/<!ENTITY/i.test(body)) this.#log.add('entity', this.#links.path);
  }

  unknownEntity(name: string): string {
    if (!this.#hasInternalSubset) return `&${name};`;
    this.#log.add('entity', this.#links.path);
    return '';
  }

  /** `<?xml-stylesheet?>` with a stylesheet of the book becomes a `link`, which readers handle; the rest is dropped. */
  instruction(target: string, body: string): void {
    if (target.toLowerCase() !== 'xml-stylesheet') return;
    const href = /\bhref\s*=\s*["']([^"']*)["']/.exec(body)?.[1] ?? '';
    const verdict = this.#links.load(href);
    if (!verdict.keep) this.#log.add(verdict.why, this.#links.path);
    else if (verdict.file?.type?.kind === 'css') this.#stylesheets.push(verdict.href);
  }

  open(element: XmlElement): void {
    if (this.#dropped > 0) {
      this.#dropped++;
      return;
    }
    if (this.#open.length === 0) this.#checkRoot(element);
    const name = element.local.toLowerCase();
    if (!INLINE.has(name)) this.#before = '';
    const isHtml = element.uri === NS.xhtml;
    if (isHtml && (name === 'object' || name === 'embed') && this.#asImage(element)) return;
    const rule = isHtml && name === 'link' ? this.#linkRule(element) : elementRule(element, this.#kind);
    if (rule.action !== 'keep' && this.#open.length > 0) {
      this.#leaveOut(rule);
      return;
    }
    if (name === 'style' && [NS.xhtml, NS.svg].includes(element.uri as typeof NS.svg)) this.#startStyle(element);
    else if (this.#isTooDeep(name)) this.#open.push('unwrapped');
    else this.#write(element, name);
  }

  text(text: string): void {
    // White space around the root element is no text of the document.
    if (this.#dropped > 0 || this.#open.length === 0) return;
    if (this.#open.at(-1) === 'style') {
      this.#css += text;
      return;
    }
    if (this.#headingDepth > 0) this.#heading = ((this.#heading ?? '') + text).slice(0, MAX_HEADING);
    this.#writer.text(this.#writer.counting ? tieClosingRayas(text, this.#before) : text);
    this.#before = text.at(-1) ?? this.#before;
  }

  close(): void {
    if (this.#dropped > 0) {
      this.#dropped--;
      return;
    }
    const state = this.#open.pop();
    if (state === 'unwrapped') return;
    if (state === 'style') this.#writer.text(cleanCss(this.#css, this.#links, this.#log));
    const depth = this.#writer.depth;
    this.#writer.close();
    if (depth === this.#headingDepth) this.#headingDepth = 0;
    if (depth === this.#uncountedDepth) {
      this.#uncountedDepth = 0;
      this.#writer.counting = this.#bodyDepth > 0;
    }
    if (depth === this.#bodyDepth) this.#writer.counting = false;
  }

  #checkRoot(element: XmlElement): void {
    const isRoot =
      this.#kind === 'xml' ||
      (this.#kind === 'svg' && element.uri === NS.svg && element.local === 'svg') ||
      (this.#kind === 'xhtml' && element.uri === NS.xhtml && element.local === 'html');
    if (!isRoot || elementRule(element, this.#kind).action !== 'keep')
      throw new XmlMalformed(`not the root of such a document: ${element.name}`);
    if (this.#kind === 'xhtml' && valueOf(element, 'lang') === '' && valueOf(element, 'xml:lang') === '') {
      this.#log.add('missing-language', this.#links.path);
    }
  }

  #judgeDescription(attributes: readonly XmlAttribute[]): void {
    const description = attributes.find((attribute) => attribute.name === 'alt')?.value;
    if (description === undefined) this.#log.add('missing-alt', this.#links.path);
    else if (description.trim() !== '') this.#describedPictures += 1;
  }

  #isTooDeep(name: string): boolean {
    if (this.#writer.depth < this.#depthLimit || VOID_LEAVES.has(name)) return false;
    this.#log.add('deep-nesting', this.#links.path);
    return true;
  }

  #leaveOut(rule: ElementRule & { readonly action: 'drop' | 'unwrap' }): void {
    if (rule.why !== null) this.#log.add(rule.why, this.#links.path);
    if (rule.action === 'drop') this.#dropped = 1;
    else this.#open.push('unwrapped');
  }

  #write(element: XmlElement, name: string): void {
    let attributes = cleanAttributes(element, this.#links, this.#log);
    const isHtml = element.uri === NS.xhtml;
    if (isHtml && name === 'meta') attributes = attributes.map(asUtf8);
    if (isHtml && name === 'img') this.#judgeDescription(attributes);
    this.#writer.open({ ...element, attributes }, this.#open.length === 0);
    this.#countFrom(name, isHtml);
    const hasHeading = this.#headingDepth > 0 || (this.#heading ?? '').trim() !== '';
    if (isHtml && /^h[1-6]$/.test(name) && !hasHeading) this.#headingDepth = this.#writer.depth;
    this.#open.push('written');
    if (isHtml && name === 'head') this.#linkStylesheets(element);
  }

  #countFrom(name: string, isHtml: boolean): void {
    if (isHtml && name === 'body' && this.#bodyDepth === 0) {
      this.#bodyDepth = this.#writer.depth;
      this.#writer.counting = true;
    }
    if (UNCOUNTED_ELEMENTS.has(name) && this.#uncountedDepth === 0) {
      this.#uncountedDepth = this.#writer.depth;
      this.#writer.counting = false;
    }
  }

  #startStyle(element: XmlElement): void {
    this.#css = '';
    this.#write(element, 'style');
    this.#open[this.#open.length - 1] = 'style';
  }

  /** Only stylesheets of the book are linked; icons, neighbours and prefetched pages are of no use to a reader. */
  #linkRule(element: XmlElement): ElementRule {
    const verdict = this.#links.load(valueOf(element, 'href'));
    if (!verdict.keep) return { action: 'drop', why: verdict.why };
    if (!/\bstylesheet\b/i.test(valueOf(element, 'rel'))) return { action: 'drop', why: null };
    if (verdict.file?.type?.kind === 'css') return { action: 'keep' };
    return { action: 'drop', why: verdict.file === null ? 'missing-file' : 'file-dropped' };
  }

  /** An image embedded as an object becomes an `img`, in which nothing can run; its fallback is dropped. */
  #asImage(element: XmlElement): boolean {
    const address = valueOf(element, element.local.toLowerCase() === 'object' ? 'data' : 'src');
    const verdict = this.#links.load(address);
    const kind = verdict.keep ? verdict.file?.type?.kind : undefined;
    if (!verdict.keep || (kind !== 'image' && kind !== 'svg')) return false;
    const attributes = cleanAttributes(element, this.#links, this.#log).filter(({ name }) =>
      OBJECT_ATTRIBUTES.has(name),
    );
    attributes.push(plain('src', verdict.href), plain('alt', valueOf(element, 'title')));
    this.#log.add('frame', this.#links.path);
    this.#writer.open({ ...element, local: 'img', attributes });
    this.#writer.close();
    this.#dropped = 1;
    return true;
  }

  #linkStylesheets({ prefix, uri }: OutputElement): void {
    for (const href of this.#stylesheets.splice(0)) {
      const attributes = [plain('rel', 'stylesheet'), plain('href', href), plain('type', 'text/css')];
      this.#writer.open({ prefix, local: 'link', uri, attributes });
      this.#writer.close();
    }
  }
}

function plain(name: string, value: string): XmlAttribute {
  return { name, prefix: '', local: name, uri: '', value };
}

function asUtf8(attribute: XmlAttribute): XmlAttribute {
  return attribute.name === 'charset' ? { ...attribute, value: 'UTF-8' } : attribute;
}
