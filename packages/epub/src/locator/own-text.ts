/**
 * Texts in which the engine wrote soft hyphens, because the browser divides no words of their language. These are no part
 * of the book: places, counts and quotes are those of its own text, so that a place noted on one device is the same on
 * another. Offsets of the document's text nodes are 'shown', those of the book 'own'.
 */
export const hyphenatedTexts = new WeakMap<Node, HyphenatedText>();

interface HyphenatedText {
  /** The text as the book has it. */
  readonly data: string;
  /** Own offsets before which hyphens were inserted, ascending. */
  readonly offsets: readonly number[];
}

/** A text without the engine's hyphens. */
export const ownData = (node: Text): string => hyphenatedTexts.get(node)?.data ?? node.data;

/** Offset in the book's text of an offset in what is shown. */
export function ownOffset(node: Node, shown: number): number {
  const { offsets = [] } = hyphenatedTexts.get(node) ?? {};
  return shown - offsets.filter((own, at) => own + at < shown).length;
}

/** Offset in what is shown of an offset in the book's text: of that character itself, after a hyphen before it. */
export function shownOffset(node: Node, own: number): number {
  const { offsets = [] } = hyphenatedTexts.get(node) ?? {};
  return own + offsets.filter((each) => each <= own).length;
}
