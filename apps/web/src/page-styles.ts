import { readFileSync } from 'node:fs';

/**
 * Writes the rules that a drawn page uses into the page: with a link it waits for one more round trip, and for the rules
 * of all screens, before it can be painted.
 */

/** A rule, and the classes that an element or its ancestors must have for it to apply. */
interface StyleRule {
  readonly css: string;
  readonly classes: readonly string[];
}

/** Rules inside an at-rule, such as `@media print`. */
interface StyleGroup {
  readonly opening: string;
  readonly nodes: readonly StyleNode[];
}

export type StyleNode = StyleRule | StyleGroup;

/** The style sheet, split by the build (bundle/page-styles.ts). */
export interface PageStyles {
  /** Built name of the whole sheet. */
  readonly file: string;
  readonly nodes: readonly StyleNode[];
}

/** Where the build puts it, in the folder of the browser's half. */
export const PAGE_STYLES = '.vite/page-styles.json';

let pageStyles: PageStyles | null = null;

/** Style sheet of the browser build, split into rules. */
function readPageStyles(): PageStyles {
  pageStyles ??= JSON.parse(readFileSync(new URL(`../client/${PAGE_STYLES}`, import.meta.url), 'utf8')) as PageStyles;
  return pageStyles;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&gt;': '>',
  '&lt;': '<',
  '&quot;': '"',
  '&#x27;': "'",
};

/** Lists the classes of a document's elements. */
function classesIn(html: string): ReadonlySet<string> {
  const classes = new Set<string>();
  for (const [, names = ''] of html.matchAll(/\sclass="([^"]*)"/g)) {
    const decoded = names.replace(/&(?:amp|gt|lt|quot|#x27);/g, (entity) => entities[entity] ?? '');
    for (const name of decoded.split(/\s+/)) classes.add(name);
  }
  return classes;
}

/** Returns the rules that can apply to elements with these classes, in their order. */
export function rulesFor(nodes: readonly StyleNode[], classes: ReadonlySet<string>): string {
  return nodes
    .map((node) => {
      if ('css' in node) return node.classes.every((name) => classes.has(name)) ? node.css : '';
      const rules = rulesFor(node.nodes, classes);
      return rules === '' ? '' : `${node.opening}{${rules}}`;
    })
    .join('');
}

/**
 * Replaces the link to the public pages' style sheet by the rules that the document uses. The sheet's address stays in
 * the document: its script loads the whole sheet at idle time, for what script draws later (entry-public.ts).
 */
export function inlineStyles(document: string): string {
  if (!import.meta.env.PROD) return document;
  const { file, nodes } = readPageStyles();
  return document.replace(`<link rel="stylesheet" crossorigin href="/${file}">`, () => {
    const rules = rulesFor(nodes, classesIn(document));
    return `<meta name="styles" content="/${file}"><style>${rules}</style>`;
  });
}
