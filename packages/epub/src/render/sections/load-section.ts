import { ResourceMissing } from '../../container/loader.ts';
import type { Section } from '../../container/publication.ts';
import type { Loosen } from '../pagination/loosen-boxes.ts';
import { GIANT } from '../pagination/slice-window.ts';
import type { BookResources } from './book-resources.ts';
import { parseDocument } from './parse-document.ts';
import { resolveHref } from './resolve-href.ts';
import { splitCss } from './rewrite-css.ts';
import { type SafeDocument, sanitiseDocument } from './sanitise-document.ts';

/**
 * Text, then a comment, a data section, an instruction or declaration, or a tag with its slash, name and closing slash.
 * It stops at whatever is divided.
 */
const MARKUP =
  /[^<]*(?:<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(?!!--|!\[CDATA\[)[?!][^>]*>|<(\/?)([\w:.-]+)(?:[^<>"']|"[^"]*"|'[^']*')*?(\/?)>)/gy;
/** Where a document can be cut without dividing a line of text. */
const BLOCK = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'blockquote', 'pre', 'figure', 'div', 'section']);
/** HTML that is never closed. */
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/**
 * The beginning of a document as a document of its own: cut behind the last block that is whole, with every open
 * element closed. Null when there is none yet. Its elements are those of the whole document, in the same places, so
 * that CFIs made in it stay true.
 *
 * @param head first text of a section's file, cut anywhere
 */
export function closeHead(head: string): string | null {
  const open: string[] = [];
  let end = 0;
  let unclosed: readonly string[] = [];
  for (const { 0: markup, 1: slash, 2: name, 3: closed, index } of head.matchAll(MARKUP)) {
    if (name === undefined || closed === '/' || VOID.has(name.toLowerCase())) continue;
    if (slash !== '/') {
      open.push(name);
      continue;
    }
    const at = open.lastIndexOf(name);
    if (at === -1) continue;
    open.length = at;
    // A block inside a line of text, a note in a paragraph, say, is no end of it.
    if (!BLOCK.has(name.toLowerCase()) || open.some((each) => each.toLowerCase() === 'p')) continue;
    end = index + markup.length;
    unclosed = [...open];
  }
  if (!unclosed.some((each) => each.toLowerCase() === 'body')) return null;
  const tail = unclosed.toReversed().map((name) => `</${name}>`);
  return head.slice(0, end) + tail.join('');
}

/** A section ready to be put into a frame: parsed, harmless, its stylesheets in place. */
export interface SectionContent {
  readonly kind: 'flow' | 'fixed' | 'picture' | 'missing';
  /** Root element, still owned by the document it was parsed in. */
  readonly root: Element;
  readonly safe: SafeDocument;
  /** For a section whose sheets may make boxes that pages cannot hold; its code comes with the first of them. */
  readonly loosen: Loosen | null;
  /** Font rules of its stylesheets, when they are there; each becomes a style element. */
  readonly fonts: readonly Promise<string>[];
  /** Size the author drew a pre-paginated page for. */
  readonly viewport: { readonly width: number; readonly height: number } | null;
  /** Why the section shows a gap; null when it does not. */
  readonly error: unknown;
  /** Only the beginning of its text: the rest is on its way. */
  readonly isHead: boolean;
}

const XHTML = 'http://www.w3.org/1999/xhtml';
/** Boxes that pages cannot hold, in a style. */
const STIFF = /:\s*(?:absolute|fixed|inline-)/i;
const NOTHING_TO_DO: SafeDocument = { pictures: [], styles: [], sheets: [], links: new Map() };

/**
 * Reads a spine item. Never fails: an absent file, a cut connection or an unreadable document gives a page with
 * the `missing` text, and the reason in `error`.
 *
 * @param headWillDo whether the beginning of a giant chapter is enough for now
 */
export async function loadSection(
  section: Section,
  resources: BookResources,
  missing: string,
  headWillDo: boolean,
): Promise<SectionContent> {
  try {
    if (section.missing) throw new ResourceMissing(section.path);
    if (section.mediaType.startsWith('image/') && section.mediaType !== 'image/svg+xml') return pictureOf(section);
    const head = headWillDo && section.characters > GIANT ? await resources.head(section.path) : null;
    const closed = head === null ? null : closeHead(head);
    const source = closed ?? (await resources.text(section.path));
    const content = await prepare(section, parseDocument(source, section.mediaType), resources);
    return { ...content, isHead: closed !== null };
  } catch (error) {
    return gap(missing, error);
  }
}

async function prepare(section: Section, document: Document, resources: BookResources): Promise<SectionContent> {
  const instructions = styleInstructions(document);
  const safe = sanitiseDocument(document, section.path);
  const fonts = await insertStyles(document, safe, section.path, resources, instructions);
  const loosen = isStiff(document) ? await loosener() : null;
  const common = { safe, fonts, loosen, error: null, isHead: false };
  if (document.documentElement.localName === 'svg') {
    return { ...common, kind: 'picture', root: wrap(document.documentElement), viewport: null };
  }
  if (!document.querySelector('body')) throw new Error('the document has no body');
  const viewport = section.layout === 'pre-paginated' ? viewportOf(document) : null;
  return { ...common, kind: viewport ? 'fixed' : 'flow', root: document.documentElement, viewport };
}

const isStiff = (document: Document): boolean =>
  [...document.querySelectorAll('style,[style]')].some((element) =>
    STIFF.test(element.getAttribute('style') ?? element.textContent),
  );

/** Without its code the section is shown as its author wrote it. */
const loosener = (): Promise<Loosen | null> =>
  import('../pagination/loosen-boxes.ts').then(
    ({ boxLoosener }) => boxLoosener(),
    () => null,
  );

/** Stylesheets named by `<?xml-stylesheet?>`, which are lost when only the root element moves to the frame. */
function styleInstructions(document: Document): string[] {
  return [...document.childNodes]
    .filter((node) => node.nodeType === Node.PROCESSING_INSTRUCTION_NODE && node.nodeName === 'xml-stylesheet')
    .map((node) => /href\s*=\s*["']([^"']*)/.exec(node.nodeValue ?? '')?.[1] ?? '')
    .filter((href) => href !== '');
}

/**
 * Replaces each `<link>` by a `<style>` in its place: it applies at once, where a linked blob would load after the
 * first layout. Returns the font rules, which may come later.
 */
async function insertStyles(
  document: Document,
  safe: SafeDocument,
  path: string,
  resources: BookResources,
  instructions: readonly string[],
): Promise<Promise<string>[]> {
  const fonts: Promise<string>[] = [];
  const load = async (href: string): Promise<string> => {
    const target = resolveHref(href, path);
    if (target?.kind !== 'internal') return '';
    const sheet = await resources.stylesheet(target.path);
    fonts.push(sheet.fonts);
    return sheet.main;
  };
  const texts = [
    ...safe.sheets.map((element) => {
      if (element.localName.toLowerCase() === 'link') return load(element.getAttribute('href') ?? '');
      const split = splitCss(element.textContent);
      if (split.fonts.length > 0) fonts.push(resources.fill(split.fonts, path));
      return resources.fill(split.main, path);
    }),
    ...instructions.map(load),
  ];

  const ready = await Promise.all(texts.map((text) => text.catch(() => '')));
  ready.forEach((text, index) => {
    const old = safe.sheets[index];
    const style = document.createElementNS(XHTML, 'style');
    style.textContent = text;
    const media = old?.getAttribute('media');
    if (media) style.setAttribute('media', media);
    if (old) old.replaceWith(style);
    else document.querySelector('head')?.append(style);
  });
  return fonts;
}

function viewportOf(document: Document): { width: number; height: number } {
  const content = document.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? '';
  const read = (name: string): number => Number(new RegExp(`${name}\\s*=\\s*([\\d.]+)`).exec(content)?.[1]);
  const [width, height] = [read('width'), read('height')];
  return width > 0 && height > 0 ? { width, height } : { width: 1000, height: 1400 };
}

function pictureOf(section: Section): SectionContent {
  const { document, body } = blank();
  const image = document.createElement('img');
  image.alt = '';
  body.append(image);
  const pictures = [{ element: image, name: 'src', path: section.path }];
  return {
    kind: 'picture',
    root: document.documentElement,
    safe: { ...NOTHING_TO_DO, pictures },
    loosen: null,
    fonts: [],
    viewport: null,
    error: null,
    isHead: false,
  };
}

function wrap(svg: Element): Element {
  const { document, body } = blank();
  body.append(svg);
  return document.documentElement;
}

function gap(text: string, error: unknown): SectionContent {
  const { document, body } = blank();
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  body.append(paragraph);
  return {
    kind: 'missing',
    root: document.documentElement,
    safe: NOTHING_TO_DO,
    loosen: null,
    fonts: [],
    viewport: null,
    error,
    isHead: false,
  };
}

function blank(): { document: Document; body: HTMLElement } {
  const made = document.implementation.createHTMLDocument('');
  return { document: made, body: made.body };
}
