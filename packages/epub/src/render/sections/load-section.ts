import { ResourceMissing } from '../../container/loader.ts';
import type { Section } from '../../container/publication.ts';
import type { Fit } from '../pagination/page-flow.ts';
import type { WordProof } from '../pagination/prove-words.ts';
import { GIANT, type Slices } from '../pagination/slice-window.ts';
import type { BookResources } from './book-resources.ts';
import { parseDocument } from './parse-document.ts';
import { resolveHref } from './resolve-href.ts';
import { splitCss } from './rewrite-css.ts';
import { type SafeDocument, sanitiseDocument } from './sanitise-document.ts';

/** A section that is ready for a frame: parsed, cleaned, with its stylesheets in place. */
export interface SectionContent {
  readonly kind: 'flow' | 'fixed' | 'picture' | 'missing';
  /** Root element, which still belongs to the document in which it was parsed. */
  readonly root: Element;
  readonly safe: SafeDocument;
  /**
   * Functions that adapt boxes, floats and wide formulas to the pages. Their code loads with the first such element.
   */
  readonly fits: readonly Fit[];
  /** Downloads of {@link SectionContent.fits} for which the first layout does not wait. */
  readonly late: readonly Promise<unknown>[];
  /** Loads the proof that the styles hide no word, which runs in idle time; only for text that flows. */
  readonly bringProof?: () => Promise<WordProof>;
  /** Slices of a giant chapter; null for a section that is laid out as a whole. */
  readonly slices: Slices | null;
  /** Font rules of the stylesheets; each becomes a style element once it is resolved. */
  readonly fonts: readonly Promise<string>[];
  /** Size for which the author drew a pre-paginated page; null for a page that flows. */
  readonly viewport: { readonly width: number; readonly height: number } | null;
  /** Why the section shows a gap; null when it does not. */
  readonly error: unknown;
  /** Whether this is only the beginning of the text, while the rest still loads. */
  readonly isHead: boolean;
}

const XHTML = 'http://www.w3.org/1999/xhtml';
/**
 * Matches styles of boxes that pages cannot divide; `FLOATING` matches boxes that may hang out of the page or leave no
 * room beside them.
 */
const STIFF = /:\s*(?:absolute|fixed|inline[- ])/i;
const FLOATING = /float\s*:\s*(?:left|right)/i;
const NOTHING_TO_DO: SafeDocument = { pictures: [], styles: [], sheets: [], links: new Map() };

/**
 * Reads a spine item. Never rejects: for a missing file, a broken connection or an unreadable document the page shows
 * the `missing` text, and `error` has the reason.
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
    const closed = headWillDo && section.characters > GIANT ? await beginningOf(section.path, resources) : null;
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
  const common = { safe, fonts, ...(await fitsFor(document)), error: null, isHead: false, slices: null };
  if (document.documentElement.localName === 'svg') {
    return { ...common, kind: 'picture', root: wrap(document.documentElement), viewport: null };
  }
  const body = document.querySelector('body');
  if (!body) throw new Error('the document has no body');
  const viewport = section.layout === 'pre-paginated' ? viewportOf(document) : null;
  const root = document.documentElement;
  if (viewport) return { ...common, kind: 'fixed', root, viewport };
  const slices = section.characters > GIANT ? await slicesOf(body) : null;
  return { ...common, kind: 'flow', root, viewport, slices };
}

/** Loads the beginning of a giant chapter; null if the whole file arrives just as early, or the code does not load. */
async function beginningOf(path: string, resources: BookResources): Promise<string | null> {
  const [head, code] = await Promise.all([resources.head(path), import('./close-head.ts').catch(() => null)]);
  return head === null || code === null ? null : code.closeHead(head);
}

/**
 * Cuts a giant chapter into slices; null after a failed download of the code, and the chapter is then laid out as a
 * whole, which takes longer.
 */
async function slicesOf(body: Element): Promise<Slices | null> {
  return import('../pagination/cut-slices.ts').then(
    ({ cutSlices }) => cutSlices(body),
    () => null,
  );
}

/**
 * Loads the functions that adapt the section to pages; after a failed download the section keeps its author's boxes.
 */
async function fitsFor(document: Document): Promise<Pick<SectionContent, 'fits' | 'late' | 'bringProof'>> {
  const fits: Fit[] = [];
  const styles = [...document.querySelectorAll('style,[style]')].map(
    (element) => element.getAttribute('style') ?? element.textContent,
  );
  const bring = (code: Promise<Fit>): Promise<unknown> => code.then((fit) => fits.push(fit)).catch(() => undefined);
  const has = (pattern: RegExp): boolean => styles.some((style) => pattern.test(style));
  const late: Promise<unknown>[] = [];
  if (has(STIFF)) await bring(import('../pagination/loosen-boxes.ts').then(({ boxLoosener }) => boxLoosener()));
  if (document.querySelector('math,table'))
    await bring(import('../pagination/fit-wide.ts').then((code) => code.fitWide));
  if (has(FLOATING)) late.push(bring(import('../pagination/fit-floats.ts').then(({ floatFitter }) => floatFitter())));
  const bringProof = () => import('../pagination/prove-words.ts').then((code) => new code.WordProof(styles));
  return { fits, late, bringProof };
}

/** Stylesheets named by `<?xml-stylesheet?>`, which are lost when only the root element moves to the frame. */
function styleInstructions(document: Document): string[] {
  return [...document.childNodes]
    .filter((node) => node.nodeType === Node.PROCESSING_INSTRUCTION_NODE && node.nodeName === 'xml-stylesheet')
    .map((node) => /href\s*=\s*["']([^"']*)/.exec(node.nodeValue ?? '')?.[1] ?? '')
    .filter((href) => href !== '');
}

/**
 * Replaces each `<link>` by a `<style>` in its place, which applies at once; a linked blob would load after the first
 * layout. Returns the font rules, which may come later.
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

/** Returns the size for which a page was drawn; null if it names none in numbers, so that its content has to flow. */
function viewportOf(document: Document): { width: number; height: number } | null {
  const content = document.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? '';
  const readNumber = (name: string): number => Number(new RegExp(`${name}\\s*=\\s*([\\d.]+)`).exec(content)?.[1]);
  const [width, height] = [readNumber('width'), readNumber('height')];
  return width > 0 && height > 0 ? { width, height } : null;
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
    fits: [],
    late: [],
    fonts: [],
    viewport: null,
    error: null,
    isHead: false,
    slices: null,
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
    fits: [],
    late: [],
    fonts: [],
    viewport: null,
    error,
    isHead: false,
    slices: null,
  };
}

function blank(): { document: Document; body: HTMLElement } {
  const blankDocument = document.implementation.createHTMLDocument('');
  return { document: blankDocument, body: blankDocument.body };
}
