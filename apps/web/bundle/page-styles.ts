import { parse, type AtRule, type ChildNode, type Rule } from 'postcss';
import type { Plugin, Rollup } from 'vite';
import { PAGE_STYLES, type PageStyles, type StyleNode } from '../src/page-styles.ts';

/** At-rules whose contents are no rules for elements. */
const wholeAtRules = new Set(['font-face', 'keyframes', 'property', 'view-transition']);

/** Splits a style sheet into its rules. */
export function splitStyles(css: string): StyleNode[] {
  return parse(css).nodes.flatMap(splitNode);
}

/** Separates the `@font-face` rules of a style sheet from all others. */
export function separateFaces(css: string): { readonly faces: string; readonly rest: string } {
  const sheet = parse(css);
  const faces: string[] = [];
  sheet.walkAtRules('font-face', (rule) => {
    faces.push(textOf(rule));
    rule.remove();
  });
  return { faces: faces.join(''), rest: sheet.toString() };
}

function splitNode(node: ChildNode): StyleNode[] {
  if (node.type === 'rule') return splitRule(node);
  if (node.type !== 'atrule') return [];
  if (!node.nodes || wholeAtRules.has(node.name)) return [{ css: textOf(node), classes: [] }];
  return [{ opening: `@${node.name} ${node.params}`, nodes: node.nodes.flatMap(splitNode) }];
}

/** Makes a rule for each set of classes in its list of selectors. */
function splitRule(rule: Rule): StyleNode[] {
  const selectorsByClasses = new Map<string, { classes: readonly string[]; selectors: string[] }>();
  for (const selector of rule.selectors) {
    const classes = classesOf(selector);
    const key = classes.join(' ');
    const entry = selectorsByClasses.get(key) ?? { classes, selectors: [] };
    entry.selectors.push(selector);
    selectorsByClasses.set(key, entry);
  }
  return [...selectorsByClasses.values()].map(({ classes, selectors }) => ({
    css: textOf(rule.clone({ selectors })),
    classes,
  }));
}

const textOf = (node: Rule | AtRule): string => {
  const text = node.toString();
  return node.type === 'atrule' && !node.nodes ? `${text};` : text;
};

/**
 * Lists the classes without which a selector matches nothing. Those in parentheses are left out: they may be
 * alternatives, or classes that an element must not have.
 */
function classesOf(selector: string): string[] {
  const escaped = /\\(?:([0-9a-f]{1,6})\s?|(.))/gi;
  // Escaped characters become private ones first, since they may be parentheses or dots.
  const characters: string[] = [];
  const plain = selector.replace(escaped, (_, code?: string, character?: string) => {
    characters.push(code ? String.fromCodePoint(Number.parseInt(code, 16)) : (character ?? ''));
    return String.fromCodePoint(FIRST_PRIVATE + characters.length - 1);
  });
  let outside = plain;
  for (let before = ''; before !== outside;) {
    before = outside;
    outside = outside.replace(/\([^()]*\)/g, '');
  }
  const names = [...outside.matchAll(/\.([-\w\u{80}-\u{10ffff}]+)/gu)].map(([, name = '']) => name);
  return names.map((name) =>
    name.replace(/[\u{e000}-\u{f8ff}]/gu, (mark) => characters[(mark.codePointAt(0) ?? 0) - FIRST_PRIVATE] ?? ''),
  );
}

/** First code point of the private use area. */
const FIRST_PRIVATE = 0xe0_00;

type Bundle = Rollup.OutputBundle;

/** Returns the style sheet that all documents link. @throws when there is none */
function sheetOf(bundle: Bundle): Rollup.OutputAsset {
  const documents = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry);
  const [name] = documents.flatMap((file) => [
    ...(file.type === 'chunk' ? (file.viteMetadata?.importedCss ?? []) : []),
  ]);
  const sheet = bundle[name ?? ''];
  if (sheet?.type !== 'asset') throw new Error('the documents have no style sheet');
  return sheet;
}

/**
 * Writes the `@font-face` rules of the style sheet into each document, and the split sheet without them beside the
 * manifest. A public page loads the sheet after its first paint: faces declared a second time would be loaded anew, and
 * text that keeps its fallback would change its width.
 */
export function pageStyles(): Plugin {
  return {
    name: 'page-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const { faces } = separateFaces(sheetOf(bundle).source.toString());
        return html.replace(/<link rel="stylesheet"/, (link) => `<style>${faces}</style>\n    ${link}`);
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const sheet = sheetOf(bundle);
        sheet.source = separateFaces(sheet.source.toString()).rest;
        const styles: PageStyles = { file: sheet.fileName, nodes: splitStyles(sheet.source) };
        this.emitFile({ type: 'asset', fileName: PAGE_STYLES, source: JSON.stringify(styles) });
      },
    },
  };
}
