import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { NS, XmlMalformed, type XmlAttribute, type XmlElement, type XmlHandler } from '../container/xml-events.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
/** Prefixes of attributes that parse5 leaves in the name because HTML has no namespaces. */
const PREFIXED: Readonly<Record<string, string>> = { epub: NS.ops, xml: NS.xml, xlink: NS.xlink };

/**
 * Reads a document as a browser reads HTML (parse5, the HTML standard's algorithm), repairs its faults, and reports the
 * same events as {@link parseXml} for XHTML. Visits the tree without recursion.
 *
 * @param isXml whether the text claims to be XHTML, where `<a id="p1"/>` is a whole element; HTML reads it as a start
 * tag.
 * @param root `svg` reports the first SVG element only.
 * @throws {XmlMalformed} when `root` is `svg` and there is none.
 */
export function parseHtml(source: string, handler: XmlHandler, isXml: boolean, root: 'html' | 'svg' = 'html'): void {
  const document = parse(isXml ? asHtml(source) : source, { scriptingEnabled: false, sourceCodeLocationInfo: false });
  const start = firstElement(document, root);
  if (start === null) throw new XmlMalformed(`no ${root} element`);
  walk(start, handler);
}

/** HTML elements that need no end tag. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

const UNQUOTED_END = /=[^\s"'=]+$/;

/** Expands the XML short forms that HTML misreads: empty-element tags and CDATA sections. */
function asHtml(source: string): string {
  // Searches no section after the last end mark, because a beginning there would be followed to the end of the file
  // each time.
  const end = source.lastIndexOf(']]>') + ']]>'.length;
  const sections = source
    .slice(0, end)
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;'));
  return (sections + source.slice(end)).replace(
    /<([A-Za-z][\w:.-]*)((?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)\/>/g,
    // Leaves tags such as `<a href=cuentos/>`, whose slash belongs to the unquoted address.
    (tag, name: string, attributes: string) =>
      VOID.test(name) || UNQUOTED_END.test(attributes) ? tag : `<${name}${attributes}></${name}>`,
  );
}

function firstElement(document: Tree.Document, name: string): Tree.Element | null {
  const queue: Tree.Node[] = [document];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (defaultTreeAdapter.isElementNode(node) && node.tagName === name) return node;
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) queue.push(child);
  }
  return null;
}

function walk(start: Tree.Element, handler: XmlHandler): void {
  const open: { readonly nodes: Tree.ChildNode[]; next: number; readonly isReported: boolean }[] = [];
  const enter = (element: Tree.Element): void => {
    const isReported = NAME.test(element.tagName);
    if (isReported) handler.open?.(asXml(element));
    open.push({ nodes: element.childNodes, next: 0, isReported });
  };
  enter(start);
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const node = level.nodes[level.next++];
    if (node === undefined) {
      if (open.pop()?.isReported) handler.close?.();
    } else if (defaultTreeAdapter.isTextNode(node)) handler.text?.(node.value);
    else if (defaultTreeAdapter.isElementNode(node)) enter(node);
  }
}

function asXml(element: Tree.Element): XmlElement {
  const attributes: XmlAttribute[] = [];
  for (const attribute of element.attrs) {
    const converted = asXmlAttribute(
      attribute.name,
      attribute.prefix ?? '',
      attribute.namespace ?? '',
      attribute.value,
    );
    if (converted !== null) attributes.push(converted);
  }
  const local = element.tagName;
  return { name: local, prefix: '', local, uri: element.namespaceURI, attributes };
}

/**
 * Converts an attribute; null for a name that XML cannot write and for a namespace declaration, which the writer adds
 * itself.
 */
function asXmlAttribute(name: string, prefix: string, uri: string, value: string): XmlAttribute | null {
  if (name === 'xmlns' || prefix === 'xmlns' || name.startsWith('xmlns:')) return null;
  if (prefix !== '') return { name: `${prefix}:${name}`, prefix, local: name, uri, value };
  const [first = '', second] = name.split(':');
  if (second === undefined) return NAME.test(name) ? { name, prefix: '', local: name, uri: '', value } : null;
  const namespace = PREFIXED[first];
  return namespace !== undefined && NAME.test(second)
    ? { name, prefix: first, local: second, uri: namespace, value }
    : null;
}
