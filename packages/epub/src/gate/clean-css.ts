import { tokenizer, TokenType, type CSSToken } from '@csstools/css-tokenizer';
import type { BookLinks, LinkVerdict } from './book-files.ts';
import type { WarningLog } from './gate-warning.ts';
import { judgeDeclaration, type Subject, subjectOf } from './style-policy.ts';

/** Replacement of a removed address: valid wherever an address is, and loads nothing. */
const NOTHING = 'data:,';
/** Properties through which old engines ran scripts. */
const ACTIVE_PROPERTIES: ReadonlySet<string> = new Set(['-moz-binding', 'behavior', '-ms-behavior']);
/** Functions whose string arguments are addresses (CSS Images 4). */
const ADDRESS_FUNCTIONS: ReadonlySet<string> = new Set(['image-set', '-webkit-image-set', 'image', 'src', 'url']);
const REMOTE = /^\s*(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}/i;

/**
 * Cleans a stylesheet or the value of a `style` attribute: removes addresses outside the book, active content and boxes
 * fixed to the screen, and in a book of text also styles that hide its words. Works token by token, so that nesting and
 * size cost no extra time; the rest stays as written.
 * @param element whose `style` attribute the source is; null for a stylesheet
 */
export function cleanCss(source: string, links: BookLinks, log: WarningLog, element: string | null = null): string {
  const cleaner = new CssCleaner(links, log, element);
  const tokens = tokenizer({ css: source });
  while (!tokens.endOfFile()) cleaner.take(tokens.nextToken());
  return cleaner.end();
}

class CssCleaner {
  readonly #links: BookLinks;
  readonly #log: WarningLog;
  #out = '';
  /** Tokens since the last `{`, `}` or `;` outside brackets: a declaration, a statement or the start of a rule. */
  #segment: CSSToken[] = [];
  #brackets = 0;
  /** Subjects of the rules that are open around the segment, outer ones first; null where no style is judged. */
  readonly #around: (Subject | null)[];
  readonly #isAttribute: boolean;

  constructor(links: BookLinks, log: WarningLog, element: string | null) {
    this.#links = links;
    this.#log = log;
    this.#isAttribute = element !== null;
    this.#around = element === null ? [] : [subjectOf(element)];
  }

  take(token: CSSToken): void {
    const type = token[0];
    if (type === TokenType.EOF) return;
    if (type === TokenType.Function || type === TokenType.OpenParen || type === TokenType.OpenSquare) this.#brackets++;
    if (type === TokenType.CloseParen || type === TokenType.CloseSquare)
      this.#brackets = Math.max(0, this.#brackets - 1);
    const isEnd = type === TokenType.OpenCurly || type === TokenType.CloseCurly || type === TokenType.Semicolon;
    if (!isEnd || this.#brackets > 0) {
      this.#segment.push(token);
      return;
    }
    const flushedPiece = this.#flush(type === TokenType.OpenCurly);
    if (type === TokenType.OpenCurly) this.#around.push(this.#subjectOf(flushedPiece ?? ''));
    if (type === TokenType.CloseCurly) this.#around.pop();
    // Drops the semicolon of a dropped statement, but keeps braces, which have to stay balanced.
    if (flushedPiece !== null || type !== TokenType.Semicolon) this.#out += token[1];
  }

  end(): string {
    this.#flush(false);
    return this.#out;
  }

  /** Writes the open segment; null when it was dropped. */
  #flush(isPrelude: boolean): string | null {
    const segment = this.#segment;
    this.#segment = [];
    const cleaned = this.#clean(segment);
    const text = cleaned === null || isPrelude ? cleaned : this.#judge(segment, cleaned);
    this.#out += text ?? '';
    return text;
  }

  #clean(segment: CSSToken[]): string | null {
    const first = segment.find(isMeaningful);
    if (first?.[0] === TokenType.AtKeyword) {
      const keyword = first[4].value.toLowerCase();
      if (keyword === 'charset') return null;
      if (keyword === 'import') return this.#import(segment);
      if (keyword === 'namespace') return segment.map((token) => token[1]).join('');
    }
    const property = first?.[0] === TokenType.Ident ? first[4].value.toLowerCase() : '';
    if (segment.some(isBroken) || ACTIVE_PROPERTIES.has(property) || segment.some(isExpression)) {
      this.#log.add('unsafe-css', this.#links.path);
      return null;
    }
    if (property === 'position') this.#unfix(segment);
    return this.#addresses(segment);
  }

  /** Applies `style-policy.ts` to a declaration of a page of text; null if the declaration is removed. */
  #judge(segment: CSSToken[], cleaned: string): string | null {
    const around = this.#around.at(-1) ?? null;
    if (around === null || !this.#links.isOfText) return cleaned;
    const [name, colon] = segment.filter(isMeaningful);
    if (name?.[0] !== TokenType.Ident || colon?.[0] !== TokenType.Colon || name[4].value.startsWith('--'))
      return cleaned;
    const property = name[4].value.toLowerCase().replace(/^-epub-/, '');
    const at = cleaned.indexOf(':', cleaned.indexOf(name[1]));
    const value = segment.slice(segment.indexOf(colon) + 1);
    const hasAddress = value.some(({ 0: type }) => type === TokenType.URL || type === TokenType.String);
    const text = value.map((token) => (token[0] === TokenType.Comment ? ' ' : token[1])).join('');
    const plain = (hasAddress ? cleaned.slice(at + 1) : text).trim();
    const judged = judgeDeclaration(property, plain, around, this.#isAttribute);
    if (judged === plain) return cleaned;
    return judged === null ? null : cleaned.slice(0, at + 1) + judged;
  }

  /**
   * Finds the subject of a rule by its prelude; null for a rule about printing or the names of fonts, which has no style to judge.
   */
  #subjectOf(prelude: string): Subject | null {
    const outer = this.#around.at(-1);
    if (!prelude.trimStart().startsWith('@')) return prelude.trim() === '' ? (outer ?? null) : subjectOf(prelude);
    if (/^\s*@(?:font-(?!face)|page|property|counter-style|color-profile)/i.test(prelude)) return null;
    return outer ?? 'text';
  }

  /** Keeps an `@import` of another stylesheet of the book; null for any other, which is dropped. */
  #import(segment: CSSToken[]): string | null {
    const address = segment.map(addressOf).find((value) => value !== null);
    const verdict = this.#links.load(address ?? '');
    if (address && verdict.keep && verdict.file?.type?.kind === 'css') return this.#addresses(segment, true);
    this.#log.add(verdict.keep ? 'missing-file' : verdict.why, this.#links.path);
    return null;
  }

  /**
   * Replaces `fixed` by `absolute`, because a fixed box could cover the page with something else (a false sign-in
   * form).
   */
  #unfix(segment: CSSToken[]): void {
    for (const token of segment) {
      const isFixed = token[0] === TokenType.Ident && token[4].value.toLowerCase() === 'fixed';
      const isIndirect = token[0] === TokenType.Function && token[4].value.toLowerCase() === 'var';
      if (!isFixed && !isIndirect) continue;
      // Replaces a variable by an unknown function, which makes the declaration invalid, because its value cannot be
      // judged.
      token[1] = isFixed ? 'absolute' : 'removed(';
      this.#log.add('fixed-position', this.#links.path);
    }
  }

  #addresses(segment: CSSToken[], isImport = false): string {
    let out = '';
    const functions: string[] = [];
    for (const token of segment) {
      if (token[0] === TokenType.Function) functions.push(token[4].value.toLowerCase());
      if (token[0] === TokenType.OpenParen) functions.push('');
      if (token[0] === TokenType.CloseParen) functions.pop();
      if (token[0] === TokenType.URL) out += this.#urlToken(token[4].value, token[1]);
      else if (token[0] === TokenType.String) out += this.#string(token[4].value, token[1], functions.at(-1), isImport);
      else if (token[0] === TokenType.Function && ['url', 'src'].includes(functions.at(-1) ?? '')) out += 'url(';
      else out += token[1];
    }
    return out;
  }

  #string(value: string, source: string, inside: string | undefined, isImport: boolean): string {
    if (isImport || ADDRESS_FUNCTIONS.has(inside ?? '')) return quote(this.#address(value));
    // Removes remote addresses from other strings too, because a variable may use a string as an address.
    if (!REMOTE.test(value)) return source;
    this.#log.add('remote-load', this.#links.path);
    return '""';
  }

  #urlToken(value: string, source: string): string {
    const address = this.#address(value);
    return address === value && !source.includes('\\') ? source : `url(${quote(address)})`;
  }

  #address(value: string): string {
    const verdict: LinkVerdict = this.#links.load(value);
    if (!verdict.keep) {
      this.#log.add(verdict.why, this.#links.path);
      return NOTHING;
    }
    return verdict.href;
  }
}

function isMeaningful(token: CSSToken): boolean {
  return ![TokenType.Whitespace, TokenType.Comment, TokenType.CDO, TokenType.CDC].includes(token[0]);
}

function isBroken(token: CSSToken): boolean {
  return token[0] === TokenType.BadString || token[0] === TokenType.BadURL;
}

function isExpression(token: CSSToken): boolean {
  return token[0] === TokenType.Function && token[4].value.toLowerCase() === 'expression';
}

function addressOf(token: CSSToken): string | null {
  return token[0] === TokenType.URL || token[0] === TokenType.String ? token[4].value : null;
}

function quote(address: string): string {
  return `"${address.replace(/["\\\n\r\f]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`;
}
