import { characterEntities } from 'character-entities';
import { SaxesParser } from 'saxes';

/** An attribute with its namespace; `uri` is empty for attributes without a prefix. */
export interface XmlAttribute {
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
  readonly value: string;
}

export interface XmlElement {
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
  readonly attributes: readonly XmlAttribute[];
}

/** Events that {@link parseXml} reports, in document order. Comments are not reported. CDATA is reported as text. */
export interface XmlHandler {
  open?(element: XmlElement): void;
  close?(): void;
  text?(text: string): void;
  instruction?(target: string, body: string): void;
  /** Text between `<!DOCTYPE` and its `>`, internal subset included. */
  doctype?(body: string): void;
  /**
   * An entity that neither XML nor HTML knows (a document type definition is never read); gives the text to take
   * in its place, which is empty without this method.
   */
  unknownEntity?(name: string): string;
}

/** The text is not well-formed XML with namespaces. */
export class XmlMalformed extends Error {
  override readonly name = 'XmlMalformed';
}

export const NS = {
  xml: 'http://www.w3.org/XML/1998/namespace',
  xmlns: 'http://www.w3.org/2000/xmlns/',
  xhtml: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  mathml: 'http://www.w3.org/1998/Math/MathML',
  xlink: 'http://www.w3.org/1999/xlink',
  ops: 'http://www.idpf.org/2007/ops',
  opf: 'http://www.idpf.org/2007/opf',
  dc: 'http://purl.org/dc/elements/1.1/',
  ncx: 'http://www.daisy.org/z3986/2005/ncx/',
} as const;

/** Slices keep the parser's own buffers small whatever the size of the text. */
const SLICE = 16 * 1024;

/**
 * Reads XML without building a tree and without recursion, so that depth costs nothing. External entities and
 * definitions in a DTD are never read; HTML's named entities (`&nbsp;`) are known everywhere, as books use them freely.
 *
 * @throws {XmlMalformed} at the first well-formedness or namespace error; what was reported before it stands.
 */
export function parseXml(source: string | Iterable<string>, handler: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const scope = new NamespaceScope();
  parser.ENTITIES = namedEntities((name) => handler.unknownEntity?.(name) ?? '');
  parser.on('error', (error) => {
    throw new XmlMalformed(error.message);
  });
  parser.on('opentag', (tag) => handler.open?.(scope.enter(tag.name, tag.attributes)));
  parser.on('closetag', () => {
    scope.leave();
    handler.close?.();
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('doctype', (body) => handler.doctype?.(body));
  parser.on('processinginstruction', ({ target, body }) => handler.instruction?.(target, body));
  for (const piece of typeof source === 'string' ? slices(source) : source) parser.write(piece);
  parser.close();
}

function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE) yield text.slice(at, at + SLICE);
}

/** saxes looks entities up in a plain record; a proxy also hears of the names that it lacks. */
function namedEntities(onUnknown: (name: string) => string): Record<string, string> {
  return new Proxy<Record<string, string>>(
    {},
    {
      get(_target, name) {
        if (typeof name !== 'string') return undefined;
        return Object.hasOwn(characterEntities, name) ? characterEntities[name] : onUnknown(name);
      },
    },
  );
}

/** Namespace of a prefix before an element redeclared it; null if it had none. */
type Binding = readonly [prefix: string, uri: string | null];

/**
 * Namespaces in scope. saxes' own option walks every open element at each tag, which is quadratic in depth
 * (20,000 nested elements); here a lookup is one map access, and an element costs as much as it declares.
 */
class NamespaceScope {
  readonly #bindings: Map<string, string> = new Map([
    ['xml', NS.xml],
    ['xmlns', NS.xmlns],
  ]);
  /** Bindings that each open element hides; null for an element without declarations. */
  readonly #hidden: (readonly Binding[] | null)[] = [];

  enter(name: string, raw: Readonly<Record<string, string>>): XmlElement {
    const names = Object.keys(raw);
    const declarations = names.filter((key) => key === 'xmlns' || key.startsWith('xmlns:'));
    this.#hidden.push(
      declarations.length > 0 ? declarations.map((key) => this.#bind(key.slice(6), raw[key] ?? '')) : null,
    );
    const [prefix, local] = splitName(name);
    const attributes = names.map((key) => this.#attribute(key, raw[key] ?? ''));
    return { name, prefix, local, uri: this.#resolve(prefix), attributes };
  }

  leave(): void {
    for (const [prefix, uri] of this.#hidden.pop() ?? []) {
      if (uri === null) this.#bindings.delete(prefix);
      else this.#bindings.set(prefix, uri);
    }
  }

  #bind(prefix: string, uri: string): Binding {
    const hidden = this.#bindings.get(prefix) ?? null;
    this.#bindings.set(prefix, uri);
    return [prefix, hidden];
  }

  #attribute(name: string, value: string): XmlAttribute {
    if (name === 'xmlns') return { name, prefix: '', local: 'xmlns', uri: NS.xmlns, value };
    const [prefix, local] = splitName(name);
    return { name, prefix, local, uri: prefix === '' ? '' : this.#resolve(prefix), value };
  }

  #resolve(prefix: string): string {
    const uri = this.#bindings.get(prefix);
    if (prefix !== '' && (uri === undefined || uri === '')) throw new XmlMalformed(`unbound prefix: ${prefix}`);
    return uri ?? '';
  }
}

function splitName(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':');
  if (colon < 0) return ['', name];
  const local = name.slice(colon + 1);
  if (colon === 0 || local === '' || local.includes(':')) throw new XmlMalformed(`bad qualified name: ${name}`);
  return [name.slice(0, colon), local];
}
