/**
 * The unit of locations and percentages. The number of characters of a section is the sum of
 * `text.length` (UTF-16 code units) over the text of `<body>`, where
 *
 * - a *text* is everything between two tags: adjacent text nodes, CDATA included, are one; the cleaned edition has
 *   no comments or processing instructions that could split one;
 * - line ends are LF: the cleaned edition holds no carriage return;
 * - a text made only of white space (ECMAScript `\s`, no-break space included) is not counted;
 * - text inside `<script>` and `<style>` is not counted, at any depth; every other text is, SVG and MathML included;
 * - a document without an XHTML `<body>` (an image or SVG in the spine) has 0.
 *
 * The gate counts while it writes the edition, the renderer while it walks the DOM; both use this function.
 */
export function countedLength(text: string): number {
  return /\S/.test(text) ? text.length : 0;
}

/** Elements whose text is not counted. */
export const UNCOUNTED_ELEMENTS: ReadonlySet<string> = new Set(['script', 'style']);
