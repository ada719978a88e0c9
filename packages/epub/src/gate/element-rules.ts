import { NS, type XmlElement } from '../container/xml-events.ts';
import type { WarningKind } from './gate-warning.ts';

/** What becomes of an element: kept, removed with its content, or removed around its content. */
export type ElementRule =
  | { readonly action: 'keep' }
  | { readonly action: 'drop' | 'unwrap'; readonly why: WarningKind | null };

const KEEP: ElementRule = { action: 'keep' };

const RULES: ReadonlyMap<string, ElementRule> = new Map([
  ...rules('drop', 'script', ['script', 'handler', 'listener']),
  ...rules('unwrap', 'script', ['noscript']),
  ...rules('drop', 'frame', ['iframe', 'frame', 'frameset', 'portal', 'fencedframe', 'object', 'embed', 'param']),
  ...rules('unwrap', 'frame', ['applet', 'noframes']),
  ...rules('drop', 'form-control', ['input', 'select', 'textarea', 'keygen', 'isindex', 'datalist']),
  ...rules('unwrap', 'form-control', ['form', 'button']),
  ...rules('drop', 'redirect', ['base']),
  ...rules('drop', 'unsafe-markup', ['foreignobject', 'template']),
  ...rules('unwrap', 'unsafe-markup', ['dialog', 'slot']),
]);

/** Vocabularies that load, run or rewrite. */
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

/** The rule for an element by its name; names are compared without case, as an HTML parser would read them. */
export function elementRule(element: XmlElement): ElementRule {
  if (ACTIVE_NAMESPACES.has(element.uri)) return { action: 'drop', why: 'unsafe-markup' };
  if (!BROWSER_NAMESPACES.has(element.uri)) return KEEP;
  const name = element.local.toLowerCase();
  if (ANIMATIONS.has(name) && animatesLink(element)) return { action: 'drop', why: 'unsafe-markup' };
  if (name === 'meta') return metaRule(element);
  return RULES.get(name) ?? KEEP;
}

/** SVG animation can turn a harmless link or handler into another one while the page is shown. */
function animatesLink(element: XmlElement): boolean {
  const target = valueOf(element, 'attributename').toLowerCase().replace(/^.*:/, '');
  return target === 'href' || target === 'src' || target === 'style' || target.startsWith('on');
}

function metaRule(element: XmlElement): ElementRule {
  const instruction = valueOf(element, 'http-equiv').toLowerCase();
  if (instruction === '') return KEEP;
  // Every file of the edition is UTF-8: the old way to say the encoding goes without a word.
  const isHarmless = ['content-type', 'content-language', 'content-style-type', 'default-style'].includes(instruction);
  return { action: 'drop', why: isHarmless ? null : 'redirect' };
}

/** Value of the attribute with this name, compared without case; empty when absent. */
export function valueOf(element: XmlElement, name: string): string {
  return element.attributes.find((attribute) => attribute.name.toLowerCase() === name)?.value ?? '';
}

function rules(action: 'drop' | 'unwrap', why: WarningKind, names: readonly string[]): [string, ElementRule][] {
  return names.map((name) => [name, { action, why }]);
}
