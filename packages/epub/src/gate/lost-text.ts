import type { WarningLog } from './gate-warning.ts';

/** Share of a chapter's letters whose loss is reported to the author. */
const LOST = 0.1;
/** Fewest letters of a chapter whose loss is reported. */
const FEWEST = 20;
/** Longest excerpt, characters. */
const EXCERPT = 80;
/** Elements whose content is not text of the page. */
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'title']);

/** Counts the letters of a text; an entity counts as one. */
function lettersOf(text: string): number {
  return text.replace(/&#?\w{1,32};/g, 'x').replace(/\P{L}+/gu, '').length;
}

/** Counts the letters of a body that are kept, and those that are dropped with their elements. */
export class LetterCount {
  kept = 0;
  dropped = 0;
  /** First words of the removed text. */
  droppedText = '';

  keep(text: string): void {
    this.kept += lettersOf(text);
  }

  drop(text: string): void {
    this.dropped += lettersOf(text);
    if (this.droppedText.trim().length < EXCERPT) this.droppedText += text.slice(0, EXCERPT * 2);
  }
}

/** A chapter before and after cleaning. */
interface CleanedChapter {
  readonly letters: LetterCount;
  /** The source, if it was not well-formed, because reading it as a browser does may have lost text; else null. */
  readonly html: string | null;
  readonly chunks: readonly Buffer[];
}

/** Warns the author when a chapter loses a tenth of its letters or more; the warning has the first lost words. */
export function logLostText({ letters, html, chunks }: CleanedChapter, path: string, log: WarningLog): void {
  const { kept, dropped, droppedText } = letters;
  const texts = html === null ? [] : textsOf(html);
  const all = Math.max(kept + dropped, texts.reduce(addLetters, 0));
  if (all < FEWEST || all - kept < all * LOST) return;
  const gone = droppedText || firstMissing(texts, Buffer.concat(chunks).toString());
  log.add('text-lost', path, 1, gone.replace(/\s+/g, ' ').trim().slice(0, EXCERPT));
}

const addLetters = (sum: number, text: string): number => sum + lettersOf(text);

function firstMissing(texts: readonly string[], cleaned: string): string {
  const body = cleaned.indexOf('<body');
  return texts.find((text) => lettersOf(text) > 3 && cleaned.indexOf(text.trim(), body) === -1) ?? '';
}

/** Lists the texts between the tags of a source in one pass. */
function textsOf(html: string): string[] {
  const texts: string[] = [];
  const endless = new Set<string>();
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    texts.push(html.slice(at, open < 0 ? html.length : open));
    if (open < 0) break;
    const isComment = html.startsWith('<!--', open);
    const close = html.indexOf(isComment ? '-->' : '>', open);
    if (close < 0) break;
    at = close + (isComment ? 3 : 1);
    const name = /^<([a-z]{5,6})[\s>]/i.exec(html.slice(open, open + 8))?.[1] ?? '';
    if (!SILENT.has(name.toLowerCase()) || html[close - 1] === '/' || endless.has(name)) continue;
    const end = html.indexOf(`</${name}`, at);
    // Ignores a tag without an end, and does not look for its end again.
    if (end < 0) endless.add(name);
    else at = end;
  }
  return texts;
}
