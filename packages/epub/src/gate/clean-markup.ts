import { UNCOUNTED_ELEMENTS } from '../container/counted-text.ts';
import { FORM_CONTROLS } from '../container/form-controls.ts';
import { NS, type XmlAttribute, type XmlElement, type XmlHandler, XmlMalformed } from '../container/xml-events.ts';
import type { BookLinks } from './book-files.ts';
import { cleanAttributes, plain, valueOf } from './clean-attributes.ts';
import { cleanCss } from './clean-css.ts';
import type { WarningKind, WarningLog } from './gate-warning.ts';
import { LetterCount } from './lost-text.ts';
import { RayaTies } from './tie-rayas.ts';
import { type OutputElement, XmlWriter } from './xml-writer.ts';

/** Decision about an element: keep it, remove it with its content, or remove it around its content. */
type ElementRule =
  | { readonly action: 'keep' }
  | { readonly action: 'drop' | 'unwrap'; readonly why: WarningKind | null };

const KEEP: ElementRule = { action: 'keep' };
const UNWRAP = { action: 'unwrap', why: null } as const;

const RULES: ReadonlyMap<string, ElementRule> = new Map([
  ...rules('drop', 'script', ['script', 'handler', 'listener']),
  // Shows the content in place of a canvas, which shows nothing without scripts.
  ...rules('unwrap', 'script', ['noscript', 'canvas']),
  ...rules('drop', 'frame', ['iframe', 'frame', 'frameset', 'portal', 'fencedframe', 'embed', 'param']),
  // Replaces content that cannot be shown by the author's own fallback.
  ...rules('unwrap', 'frame', ['object', 'applet', 'noframes', 'noembed']),
  // Lists the last three only here: today's browsers show nothing of them.
  ...rules('drop', 'form-control', [...FORM_CONTROLS.split(','), 'keygen', 'isindex', 'datalist']),
  // Keeps the content of both, which is text of the page.
  ...rules('unwrap', 'form-control', ['form', 'button']),
  ...rules('drop', 'redirect', ['base']),
  ...rules('drop', 'unsafe-markup', ['template']),
  // Removes also `parsererror`, which browsers leave in a page that is not well formed: such a page would be read
  // again, as HTML.
  ...rules('unwrap', 'unsafe-markup', ['dialog', 'slot', 'parsererror', 'marquee']),
]);

/** Namespaces of vocabularies that load, run or rewrite content. */
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
 * Returns the rule for an element by its name, compared without case, as in an HTML parser. Ignores the vocabulary that
 * an element of a page claims, because a browser that reads the page as HTML sees the name alone.
 */
function elementRule(element: XmlElement, kind: MarkupKind): ElementRule {
  if (ACTIVE_NAMESPACES.has(element.uri)) return { action: 'drop', why: 'unsafe-markup' };
  if (kind === 'xml' && !BROWSER_NAMESPACES.has(element.uri)) return KEEP;
  const name = element.local.toLowerCase();
  if (ANIMATIONS.has(name) && animatesLink(element)) return { action: 'drop', why: 'unsafe-markup' };
  if (name === 'meta') return metaRule(element);
  return RULES.get(name) ?? KEEP;
}

/** Whether an SVG animation can turn a harmless link or handler into another one while the page is shown. */
function animatesLink(element: XmlElement): boolean {
  const target = valueOf(element, 'attributename').toLowerCase().replace(/^.*:/, '');
  return target === 'href' || target === 'src' || target === 'style' || target.startsWith('on');
}

function metaRule(element: XmlElement): ElementRule {
  const instruction = valueOf(element, 'http-equiv').toLowerCase();
  if (instruction === '') return KEEP;
  // Every file of the edition is UTF-8, so encoding declarations are removed without a finding.
  const isHarmless = ['content-type', 'content-language', 'content-style-type', 'default-style'].includes(instruction);
  return { action: 'drop', why: isHarmless ? null : 'redirect' };
}

function rules(action: 'drop' | 'unwrap', why: WarningKind, names: readonly string[]): [string, ElementRule][] {
  return names.map((name) => [name, { action, why }]);
}

/** Kind of the document; `xml` is any other vocabulary (NCX, SMIL, PLS). */
export type MarkupKind = 'xhtml' | 'svg' | 'xml';

/** Facts about a document that only its cleaning sees. */
export interface MarkupFacts {
  readonly characters: number;
  /** First heading, for books without contents; null when there is none. */
  readonly heading: string | null;
  /** Number of pictures with a non-empty alternative text. */
  readonly describedPictures: number;
}

/** Elements inside a line: a place before one of them is also before its text. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins mark q s small span strong sub sup tt u var'.split(' '),
);

const VOID_LEAVES: ReadonlySet<string> = new Set(['img', 'br', 'hr', 'wbr']);
/** Attributes that an image takes over from the object that it replaces. */
const OBJECT_ATTRIBUTES: ReadonlySet<string> = new Set('id class width height title style lang dir'.split(' '));
const MAX_HEADING = 600;
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const PROLOGS: Readonly<Record<MarkupKind, string>> = {
  xhtml: `${XML_DECLARATION}<!DOCTYPE html>\n`,
  svg: XML_DECLARATION,
  xml: XML_DECLARATION,
};

/** State of an open source element: written, left out around its content, or a `style` whose text is collected. */
type OpenElement = 'written' | 'unwrapped' | 'style';

/**
 * Cleans a document event by event: removes what runs code, loads from elsewhere, frames content or asks for input, and
 * keeps text, structure and ids. Keeps no tree in memory, so that neither depth nor size matters. Leaves out elements
 * beyond the depth limit around their content, because the layout of browsers is recursive.
 */
export class MarkupCleaner implements XmlHandler {
  readonly letters = new LetterCount();
  readonly #kind: MarkupKind;
  readonly #links: BookLinks;
  readonly #log: WarningLog;
  readonly #depthLimit: number;
  readonly #writer = new XmlWriter();
  readonly #openElements: OpenElement[] = [];
  /** Number of open source elements inside a dropped one, itself included. */
  #dropped = 0;
  #css = '';
  #bodyDepth = 0;
  #isBodyOver = false;
  #hasStrayText = false;
  #uncountedDepth = 0;
  #heading: string | null = null;
  #headingDepth = 0;
  #describedPictures = 0;
  #headDepth = 0;
  /** Whether a branch of the open `epub:switch` is shown. */
  #isSwitched = false;
  /** Whether the dropped content may be text that readers would miss. */
  #dropsText = false;
  #hasViewport = false;
  #hasInternalSubset = false;
  readonly #rayas = new RayaTies();
  readonly #stylesheets: string[] = [];

  constructor(kind: MarkupKind, links: BookLinks, log: WarningLog, depthLimit: number) {
    this.#kind = kind;
    this.#links = links;
    this.#log = log;
    this.#depthLimit = depthLimit;
    this.#writer.raw(PROLOGS[kind]);
  }

  facts(): MarkupFacts {
    // Copies the heading: a slice would keep the chapter's whole text in memory until the book is done.
    const heading = this.#heading === null ? null : Buffer.from(this.#heading).toString();
    return { characters: this.#writer.counted, heading, describedPictures: this.#describedPictures };
  }

  /** Whether a page has no body, or text beside it: browsers show such text only in a file that they read as HTML. */
  get isTorn(): boolean {
    return this.#bodyDepth === 0 || this.#hasStrayText;
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
    if (this.#openElements.length === 0) this.#checkRoot(element);
    const name = element.local.toLowerCase();
    if (!INLINE.has(name)) this.#rayas.begin();
    const isHtml = element.uri === NS.xhtml;
    if (isHtml && (name === 'object' || name === 'embed') && this.#asImage(element)) return;
    const rule = this.#ruleFor(element, name);
    if (rule.action !== 'keep' && this.#openElements.length > 0) {
      this.#leaveOut(rule);
      return;
    }
    if (name === 'style' && [NS.xhtml, NS.svg].includes(element.uri as typeof NS.svg)) this.#startStyle(element);
    else if (this.#isTooDeep(name)) this.#openElements.push('unwrapped');
    else this.#write(element, name);
  }

  text(text: string): void {
    this.#weigh(text);
    // Skips white space around the root element, which is no text of the document.
    if (this.#dropped > 0 || this.#openElements.length === 0) return;
    if (this.#openElements.at(-1) === 'style') {
      this.#css += text;
      return;
    }
    const isInBody = this.#bodyDepth > 0 && !this.#isBodyOver;
    if (!isInBody && this.#headDepth === 0 && /\S/.test(text)) this.#hasStrayText = true;
    if (this.#headingDepth > 0) this.#heading = ((this.#heading ?? '') + text).slice(0, MAX_HEADING);
    this.#writer.text(this.#writer.counting ? this.#rayas.tie(text) : text);
  }

  close(): void {
    if (this.#dropped > 0) {
      this.#dropped--;
      return;
    }
    const state = this.#openElements.pop();
    if (state === 'unwrapped') return;
    if (state === 'style') this.#writer.text(cleanCss(this.#css, this.#links, this.#log));
    const depth = this.#writer.depth;
    if (depth === this.#headDepth) this.#endHead();
    if (depth === 1 && this.#kind === 'xhtml' && this.#bodyDepth === 0) this.#writeBody();
    this.#writer.close();
    if (depth === this.#headingDepth) this.#headingDepth = 0;
    if (depth === this.#uncountedDepth) {
      this.#uncountedDepth = 0;
      this.#writer.counting = this.#bodyDepth > 0;
    }
    if (depth !== this.#bodyDepth) return;
    this.#writer.counting = false;
    this.#isBodyOver = true;
  }

  /** Writes the empty body of a page of frames, without which a reader cannot show that it is empty. */
  #writeBody(): void {
    this.#writer.open({ prefix: '', local: 'body', uri: NS.xhtml, attributes: [] });
    this.#writer.close();
  }

  #weigh(text: string): void {
    if (this.#dropped > 0 && this.#dropsText) this.letters.drop(text);
    if (this.#dropped === 0 && this.#writer.counting) this.letters.keep(text);
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
    if (rule.action === 'drop') {
      this.#dropped = 1;
      this.#dropsText = this.#bodyDepth > 0 && rule.why !== 'script' && rule.why !== null;
    } else this.#openElements.push('unwrapped');
  }

  #write(element: XmlElement, name: string): void {
    const attributes = cleanAttributes(element, this.#links, this.#log);
    const isHtml = element.uri === NS.xhtml;
    if (isHtml && name === 'img') this.#judgeDescription(attributes);
    this.#writer.open({ ...element, attributes }, this.#openElements.length === 0);
    this.#countFrom(name, isHtml);
    const hasHeading = this.#headingDepth > 0 || (this.#heading ?? '').trim() !== '';
    if (isHtml && /^h[1-6]$/.test(name) && !hasHeading) this.#headingDepth = this.#writer.depth;
    this.#openElements.push('written');
    if (isHtml && name === 'meta' && valueOf(element, 'name').toLowerCase() === 'viewport') this.#hasViewport = true;
    if (isHtml && name === 'head' && this.#headDepth === 0) {
      this.#headDepth = this.#writer.depth;
      this.#linkStylesheets(element);
    }
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
    this.#openElements[this.#openElements.length - 1] = 'style';
  }

  #ruleFor(element: XmlElement, name: string): ElementRule {
    if (element.uri === NS.ops && this.#kind === 'xhtml') return this.#switchRule(element, name);
    if (element.uri === NS.xhtml && name === 'link') return this.#linkRule(element);
    if (element.uri === NS.xhtml && (name === 'audio' || name === 'video') && this.#isUnplayable(element))
      return UNWRAP;
    return elementRule(element, this.#kind);
  }

  /** Keeps one branch of an `epub:switch`: the first that every reader can show, else the default. */
  #switchRule(element: XmlElement, name: string): ElementRule {
    if (name === 'switch') this.#isSwitched = false;
    if (name !== 'case' && name !== 'default') return name === 'switch' ? UNWRAP : elementRule(element, this.#kind);
    if (this.#isSwitched) return { action: 'drop', why: null };
    const isShowable = name === 'default' || BROWSER_NAMESPACES.has(valueOf(element, 'required-namespace'));
    this.#isSwitched = isShowable;
    return isShowable ? UNWRAP : { action: 'drop', why: null };
  }

  /** Whether an element plays sound or film from a file that the edition does not carry. */
  #isUnplayable(element: XmlElement): boolean {
    const address = valueOf(element, 'src');
    if (address === '') return false;
    const verdict = this.#links.load(address);
    if (!verdict.keep) return true;
    return verdict.file === null ? !/^data:/i.test(address) : verdict.file.type?.kind !== 'media';
  }

  /** Keeps links to stylesheets of the book only; a reader has no use for icons, neighbours and prefetched pages. */
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
    this.#dropsText = false;
    return true;
  }

  /** Writes the size of a drawn page that has none, because some packages give it once for all pages. */
  #endHead(): void {
    this.#headDepth = 0;
    const { viewport } = this.#links;
    if (viewport === null || this.#hasViewport) return;
    this.#hasViewport = true;
    const attributes = [plain('name', 'viewport'), plain('content', viewport)];
    this.#writer.open({ prefix: '', local: 'meta', uri: NS.xhtml, attributes });
    this.#writer.close();
  }

  #linkStylesheets({ prefix, uri }: OutputElement): void {
    for (const href of this.#stylesheets.splice(0)) {
      const attributes = [plain('rel', 'stylesheet'), plain('href', href), plain('type', 'text/css')];
      this.#writer.open({ prefix, local: 'link', uri, attributes });
      this.#writer.close();
    }
  }
}
