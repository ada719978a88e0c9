/**
 * Matches text followed by a comment, a CDATA section, an instruction or declaration, or a tag (groups: slash, name,
 * closing slash). Does not match a piece that the cut left incomplete.
 */
const MARKUP =
  /[^<]*(?:<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(?!!--|!\[CDATA\[)[?!][^>]*>|<(\/?)([\w:.-]+)(?:[^<>"']|"[^"]*"|'[^']*')*?(\/?)>)/gy;
/** Elements after which a document can be cut without dividing a line of text. */
const BLOCK = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'blockquote', 'pre', 'figure', 'div', 'section']);
/** HTML elements without a closing tag. */
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/**
 * Makes a complete document of the beginning of one: cuts it after the last whole block and closes every open element.
 * Null when there is no whole block yet. Elements keep the places that they have in the whole document, so that CFIs
 * made in the beginning stay valid.
 *
 * @param head first text of a section's file, cut anywhere
 */
export function closeHead(head: string): string | null {
  const open: string[] = [];
  let end = 0;
  let unclosed: readonly string[] = [];
  for (const { 0: markup, 1: slash, 2: name, 3: closed, index } of head.matchAll(MARKUP)) {
    if (name === undefined || closed === '/' || VOID.has(name.toLowerCase())) continue;
    if (slash !== '/') {
      open.push(name);
      continue;
    }
    const at = open.lastIndexOf(name);
    if (at === -1) continue;
    open.length = at;
    // Skips a block inside a line of text, such as a note in a paragraph, because it does not end the line.
    if (!BLOCK.has(name.toLowerCase()) || open.some((each) => each.toLowerCase() === 'p')) continue;
    end = index + markup.length;
    unclosed = [...open];
  }
  if (!unclosed.some((each) => each.toLowerCase() === 'body')) return null;
  const tail = unclosed.toReversed().map((name) => `</${name}>`);
  return head.slice(0, end) + tail.join('');
}
