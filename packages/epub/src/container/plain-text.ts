/** Controls, bidirectional embeddings, overrides and isolates, and the byte order mark: they can disguise a text. */
const UNSAFE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u061c\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

/**
 * A text from a book's package document or contents as plain, one-line text: no control or direction-override
 * characters, white space collapsed, cut at `limit` UTF-16 code units without splitting a character.
 */
export function plainText(raw: string, limit: number): string {
  const text = raw
    .toWellFormed()
    .replace(UNSAFE, '')
    .replace(/[\s\u0085]+/g, ' ')
    .trim();
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  const last = cut.charCodeAt(cut.length - 1);
  return (last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut).trimEnd();
}
