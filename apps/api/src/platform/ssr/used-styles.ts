/** A rule of a style sheet, as its own text or as a group of rules. */
type Rule =
  | { readonly text: string; readonly selectors: readonly (readonly string[])[] | null }
  | { readonly prelude: string; readonly rules: readonly Rule[] };

/** Groups whose rules are looked at one by one; what else has braces is taken whole. */
const GROUP = /^@(?:media|supports|layer|container)\b/;
/** What decides by alternatives, or by what is not there, proves nothing of a class. */
const ALTERNATIVES = /:(?:not|is|where|has)\(/;
const CLASS = /\.((?:\\.|[\w-])+)/g;
const CLASSES_OF_HTML = /\sclass="([^"]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/**
 * Reads a style sheet as the build writes it, and gives what a document needs of it: the rules whose classes it has, and
 * all that name none. In their order and in their layers, so that the whole sheet may come later and change nothing.
 */
export function readStyles(css: string): (html: string) => string {
  const rules = rulesOf(css.replaceAll(/\/\*.*?\*\//gs, ''));
  return (html) => {
    const classes = new Set(
      [...html.matchAll(CLASSES_OF_HTML)].flatMap(([, names = '']) =>
        names.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity).split(' '),
      ),
    );
    return write(rules, classes);
  };
}

function write(rules: readonly Rule[], classes: ReadonlySet<string>): string {
  return rules
    .map((rule) => {
      if ('text' in rule) {
        const isUsed = rule.selectors?.some((names) => names.every((name) => classes.has(name))) ?? true;
        return isUsed ? rule.text : '';
      }
      const body = write(rule.rules, classes);
      // The first mention of a layer gives it its place.
      return body === '' && !rule.prelude.startsWith('@layer') ? '' : `${rule.prelude}{${body}}`;
    })
    .join('');
}

function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  let at = 0;
  while (at < css.length) {
    const end = find(css, at, ['{', ';']);
    const prelude = css.slice(at, end).trim();
    if (css[end] === '{') {
      const close = closing(css, end);
      if (GROUP.test(prelude)) rules.push({ prelude, rules: rulesOf(css.slice(end + 1, close)) });
      else
        rules.push({ text: css.slice(at, close + 1), selectors: prelude.startsWith('@') ? null : classesOf(prelude) });
      at = close + 1;
    } else {
      if (prelude !== '') rules.push({ text: `${prelude};`, selectors: null });
      at = end + 1;
    }
  }
  return rules;
}

/** The classes that each selector of a list asks for. */
function classesOf(prelude: string): string[][] {
  const selectors: string[] = [];
  for (let at = 0; at < prelude.length;) {
    const end = find(prelude, at, [',']);
    selectors.push(prelude.slice(at, end));
    at = end + 1;
  }
  return selectors.map((selector) =>
    Array.from(withoutAlternatives(selector).matchAll(CLASS), ([, name = '']) => name.replaceAll(/\\(.)/g, '$1')),
  );
}

function withoutAlternatives(selector: string): string {
  const start = selector.search(ALTERNATIVES);
  if (start === -1) return selector;
  const close = closing(selector, selector.indexOf('(', start));
  return withoutAlternatives(selector.slice(0, start) + selector.slice(close + 1));
}

/** Where one of these characters stands next, beside strings, escapes and brackets; else the end. */
function find(css: string, from: number, wanted: readonly string[]): number {
  for (let at = from; at < css.length; at += 1) {
    const letter = css[at] ?? '';
    if (wanted.includes(letter)) return at;
    if (letter === '\\') at += 1;
    else if (letter === '"' || letter === "'") at = closingQuote(css, at);
    else if (letter === '(' || letter === '[') at = closing(css, at);
  }
  return css.length;
}

const PAIRS: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** Where the bracket ends that opens here. */
function closing(css: string, open: number): number {
  const end = PAIRS[css[open] ?? ''] ?? '';
  for (let at = open + 1; at < css.length; at += 1) {
    const letter = css[at] ?? '';
    if (letter === end) return at;
    if (letter === '\\') at += 1;
    else if (letter === '"' || letter === "'") at = closingQuote(css, at);
    else if (letter in PAIRS) at = closing(css, at);
  }
  return css.length;
}

function closingQuote(css: string, open: number): number {
  for (let at = open + 1; at < css.length; at += 1) {
    if (css[at] === '\\') at += 1;
    else if (css[at] === css[open]) return at;
  }
  return css.length;
}
