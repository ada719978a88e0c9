import { joinText, openText, type TextSource } from '../container/decode-text.ts';
import type { FileKind } from '../container/media-type.ts';
import { parseXml, XmlMalformed } from '../container/xml-events.ts';
import type { BookLinks } from './book-files.ts';
import { cleanCss } from './clean-css.ts';
import { MarkupCleaner, type MarkupFacts } from './clean-markup.ts';
import { WarningLog } from './gate-warning.ts';
import { logLostText } from './lost-text.ts';

export interface CleanDocument extends MarkupFacts {
  /** UTF-8, in pieces; well-formed XML unless the file is a stylesheet or plain text. */
  readonly chunks: readonly Buffer[];
}

const NO_FACTS: MarkupFacts = { characters: 0, heading: null, describedPictures: 0 };
const EMPTY_SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/**
 * Cleans one text file of the book. Reads XHTML and SVG that are not well-formed as a browser reads HTML, so that the
 * result is always well-formed. Null for other XML that cannot be read.
 */
export async function cleanDocument(
  source: readonly Uint8Array[],
  kind: FileKind,
  links: BookLinks,
  log: WarningLog,
  depthLimit: number,
): Promise<CleanDocument | null> {
  const text = openText(source);
  if (text.guessed) log.add('encoding-guessed', links.path);
  if (kind === 'css') return { chunks: [Buffer.from(cleanCss(joinText(text), links, log))], ...NO_FACTS };
  if (kind === 'text') return { chunks: [Buffer.from(joinText(text))], ...NO_FACTS };
  if (kind === 'xhtml') return cleanXhtml(text, links, log, depthLimit);
  return kind === 'svg' ? cleanSvg(text, links, log, depthLimit) : cleanXml(text, links, log, depthLimit);
}

async function cleanXhtml(
  text: TextSource,
  links: BookLinks,
  log: WarningLog,
  depthLimit: number,
): Promise<CleanDocument> {
  const isBlank = isBlankText(text);
  if (isBlank) log.add('empty-chapter', links.path);
  const strict = isBlank ? null : attempt('xhtml', text, links, log, depthLimit);
  if (strict !== null) return strict;
  if (!isBlank) log.add('malformed-markup', links.path);
  const cleaner = new MarkupCleaner('xhtml', links, log, depthLimit);
  // Imports on demand, for the few books that need it: the parser takes more memory than everything else here.
  const { parseHtml } = await import('./html-events.ts');
  const html = joinText(text);
  // Treats a file as XHTML, with its short forms and even without a namespace, unless the manifest or the file says
  // HTML.
  parseHtml(html, cleaner, !links.isHtml || /^\s*<\?xml|xmlns\s*=/.test(html.slice(0, 1000)));
  const chunks = cleaner.chunks();
  logLostText({ letters: cleaner.letters, html, chunks }, links.path, log);
  return { chunks, ...cleaner.facts() };
}

async function cleanSvg(
  text: TextSource,
  links: BookLinks,
  log: WarningLog,
  depthLimit: number,
): Promise<CleanDocument> {
  const strict = attempt('svg', text, links, log, depthLimit);
  if (strict !== null) return strict;
  log.add('malformed-markup', links.path);
  const cleaner = new MarkupCleaner('svg', links, log, depthLimit);
  const { parseHtml } = await import('./html-events.ts');
  try {
    parseHtml(joinText(text), cleaner, true, 'svg');
  } catch (error) {
    if (!(error instanceof XmlMalformed)) throw error;
    return { chunks: [Buffer.from(EMPTY_SVG)], ...NO_FACTS };
  }
  return { chunks: cleaner.chunks(), ...cleaner.facts() };
}

function cleanXml(text: TextSource, links: BookLinks, log: WarningLog, depthLimit: number): CleanDocument | null {
  const strict = attempt('xml', text, links, log, depthLimit);
  if (strict === null) log.add('malformed-markup', links.path);
  return strict;
}

/**
 * Cleans well-formed text; null when the text is not well-formed or a page has text beside its body, and its warnings do
 * not count, because it is read again.
 */
function attempt(
  kind: 'xhtml' | 'svg' | 'xml',
  text: TextSource,
  links: BookLinks,
  log: WarningLog,
  depthLimit: number,
): CleanDocument | null {
  const warnings = new WarningLog();
  const cleaner = new MarkupCleaner(kind, links, warnings, depthLimit);
  try {
    parseXml(text.pieces(), cleaner);
  } catch (error) {
    if (error instanceof XmlMalformed) return null;
    throw error;
  }
  if (kind === 'xhtml' && cleaner.isTorn) return null;
  log.merge(warnings);
  if (kind === 'xhtml') logLostText({ letters: cleaner.letters, html: null, chunks: [] }, links.path, log);
  return { chunks: cleaner.chunks(), ...cleaner.facts() };
}

function isBlankText(text: TextSource): boolean {
  for (const piece of text.pieces()) if (piece.trim() !== '') return false;
  return true;
}
