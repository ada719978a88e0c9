import { decodeText } from '../container/decode-text.ts';
import type { FileKind } from '../container/media-type.ts';
import { parseXml, XmlMalformed } from '../container/xml-events.ts';
import type { BookLinks } from './book-links.ts';
import { cleanCss } from './clean-css.ts';
import { MarkupCleaner, type MarkupFacts } from './clean-markup.ts';
import { WarningLog } from './gate-warning.ts';

export interface CleanDocument extends MarkupFacts {
  /** UTF-8; well-formed XML unless the file is a stylesheet or plain text. */
  readonly bytes: Buffer;
}

const NO_FACTS: MarkupFacts = { characters: 0, heading: null };
const EMPTY_SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/**
 * Cleans one text file of the book. XHTML and SVG that are not well-formed are read as a browser reads HTML; so what
 * comes out is always well-formed. Null for other XML that cannot be read.
 */
export async function cleanDocument(
  bytes: Uint8Array,
  kind: FileKind,
  links: BookLinks,
  log: WarningLog,
  depthLimit: number,
): Promise<CleanDocument | null> {
  const { text, guessed } = decodeText(bytes);
  if (guessed) log.add('encoding-guessed', links.path);
  if (kind === 'css') return { bytes: Buffer.from(cleanCss(text, links, log)), ...NO_FACTS };
  if (kind === 'text') return { bytes: Buffer.from(text), ...NO_FACTS };
  if (kind === 'xhtml') return cleanXhtml(text, links, log, depthLimit);
  return kind === 'svg' ? cleanSvg(text, links, log, depthLimit) : cleanXml(text, links, log, depthLimit);
}

async function cleanXhtml(text: string, links: BookLinks, log: WarningLog, depthLimit: number): Promise<CleanDocument> {
  const isBlank = text.trim() === '';
  if (isBlank) log.add('empty-chapter', links.path);
  const strict = isBlank ? null : attempt('xhtml', text, links, log, depthLimit);
  if (strict !== null) return strict;
  if (!isBlank) log.add('malformed-markup', links.path);
  const cleaner = new MarkupCleaner('xhtml', links, log, depthLimit);
  // Loaded for the few books that need it: it costs more memory than everything else here.
  const { parseHtml } = await import('./html-events.ts');
  parseHtml(text, cleaner, /^\s*<\?xml|xmlns\s*=/.test(text.slice(0, 1000)));
  return { bytes: cleaner.bytes(), ...cleaner.facts() };
}

async function cleanSvg(text: string, links: BookLinks, log: WarningLog, depthLimit: number): Promise<CleanDocument> {
  const strict = attempt('svg', text, links, log, depthLimit);
  if (strict !== null) return strict;
  log.add('malformed-markup', links.path);
  const cleaner = new MarkupCleaner('svg', links, log, depthLimit);
  const { parseHtml } = await import('./html-events.ts');
  try {
    parseHtml(text, cleaner, true, 'svg');
  } catch (error) {
    if (!(error instanceof XmlMalformed)) throw error;
    return { bytes: Buffer.from(EMPTY_SVG), ...NO_FACTS };
  }
  return { bytes: cleaner.bytes(), ...cleaner.facts() };
}

function cleanXml(text: string, links: BookLinks, log: WarningLog, depthLimit: number): CleanDocument | null {
  const strict = attempt('xml', text, links, log, depthLimit);
  if (strict === null) log.add('malformed-markup', links.path);
  return strict;
}

/** Null when the text is not well-formed; its warnings then do not count, since it is read again. */
function attempt(
  kind: 'xhtml' | 'svg' | 'xml',
  text: string,
  links: BookLinks,
  log: WarningLog,
  depthLimit: number,
): CleanDocument | null {
  const found = new WarningLog();
  const cleaner = new MarkupCleaner(kind, links, found, depthLimit);
  try {
    parseXml(text, cleaner);
  } catch (error) {
    if (error instanceof XmlMalformed) return null;
    throw error;
  }
  log.merge(found);
  return { bytes: cleaner.bytes(), ...cleaner.facts() };
}
