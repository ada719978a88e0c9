import { countedLength } from '../container/counted-text.ts';
import { NS, type XmlAttribute } from '../container/xml-events.ts';

export interface OutputElement {
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
  readonly attributes: readonly XmlAttribute[];
}

/** HTML elements that have no end tag; any other empty element is written in full, which every parser understands. */
const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
const FLUSH_LENGTH = 16 * 1024;

/** A prefix and its namespace before an element redeclared it; null if it had none. */
type Binding = readonly [prefix: string, uri: string | null];
const NONE: readonly Binding[] = [];

/**
 * Writes well-formed XML with namespaces in UTF-8. Declares a prefix at its first use, so that elements around it may
 * be left out. Writes line ends as LF and drops characters that XML forbids.
 */
export class XmlWriter {
  /**
   * Number of text characters written while {@link XmlWriter.counting} is on, counted as {@link countedLength} does.
   */
  counted = 0;
  /** Whether text is counted now. Change it only right after a tag was written. */
  counting = false;
  readonly #out: Buffer[] = [];
  #pending = '';
  #text = '';
  /** Whether the start tag just written still lacks its `>`. */
  #isTagOpen = false;
  readonly #openElements: { readonly name: string; readonly isVoid: boolean; readonly hidden: readonly Binding[] }[] =
    [];
  readonly #scope: Map<string, string> = new Map([
    ['xml', NS.xml],
    ['', ''],
  ]);

  get depth(): number {
    return this.#openElements.length;
  }

  /** Writes markup before the root element. */
  raw(markup: string): void {
    this.#pending += markup;
  }

  open(element: OutputElement, keepDeclarations = false): void {
    this.#endText();
    const hidden: Binding[] = [];
    const name = element.prefix === '' ? element.local : `${element.prefix}:${element.local}`;
    let declarations = this.#declare(element.prefix, element.uri, hidden);
    let attributes = '';
    for (const attribute of element.attributes) {
      if (attribute.uri === NS.xmlns) {
        if (keepDeclarations && attribute.name !== 'xmlns')
          declarations += this.#declare(attribute.local, attribute.value, hidden);
        continue;
      }
      if (attribute.uri !== '') declarations += this.#declare(attribute.prefix, attribute.uri, hidden);
      attributes += ` ${attribute.name}="${escapeAttribute(attribute.value)}"`;
    }
    const isVoid = element.uri === NS.xhtml ? VOID.has(element.local) : true;
    this.#openElements.push({ name, isVoid, hidden: hidden.length > 0 ? hidden : NONE });
    this.#pending += `<${name}${declarations}${attributes}`;
    this.#isTagOpen = true;
    this.#flush();
  }

  text(text: string): void {
    this.#text += text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  }

  close(): void {
    this.#endText(true);
    const element = this.#openElements.pop();
    if (element === undefined) return;
    if (this.#isTagOpen) this.#pending += element.isVoid ? '/>' : `></${element.name}>`;
    else this.#pending += `</${element.name}>`;
    this.#isTagOpen = false;
    for (const [prefix, uri] of element.hidden.toReversed()) {
      if (uri === null) this.#scope.delete(prefix);
      else this.#scope.set(prefix, uri);
    }
    this.#flush();
  }

  /** Returns the document in UTF-8, in pieces, and empties the writer. */
  chunks(): Buffer[] {
    this.#endText();
    this.#out.push(Buffer.from(this.#pending));
    this.#pending = '';
    return this.#out.splice(0);
  }

  #endText(beforeClose = false): void {
    const text = dropForbidden(this.#text);
    this.#text = '';
    if (this.#isTagOpen && !(beforeClose && text === '')) {
      this.#pending += '>';
      this.#isTagOpen = false;
    }
    if (text === '') return;
    if (this.counting) this.counted += countedLength(text);
    this.#pending += escapeText(text);
  }

  #declare(prefix: string, uri: string, hidden: Binding[]): string {
    const before = this.#scope.get(prefix) ?? null;
    if (prefix === 'xml' || before === uri) return '';
    hidden.push([prefix, before]);
    this.#scope.set(prefix, uri);
    return ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(uri)}"`;
  }

  #flush(): void {
    if (this.#pending.length < FLUSH_LENGTH) return;
    this.#out.push(Buffer.from(this.#pending));
    this.#pending = '';
  }
}

/** Everything outside XML 1.0's Char production (§2.2). */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function dropForbidden(text: string): string {
  const sound = text.isWellFormed() ? text : text.toWellFormed();
  return sound.replace(FORBIDDEN, '');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (char) => ESCAPES[char] ?? char);
}

function escapeAttribute(value: string): string {
  return dropForbidden(value).replace(/[&<>"\t\n\r]/g, (char) => ESCAPES[char] ?? char);
}
