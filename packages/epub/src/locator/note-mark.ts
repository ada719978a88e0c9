/** Text of a reference to a note: a number, a letter or a sign, in brackets or not. */
export const NOTE_MARK = /^[([{«]?\s*(?:nota\s*)?(?:\d{1,4}|[a-zα-ω]|[ivxlc]{1,6}|[*†‡§¶]{1,4})\s*[)\]}».]?$/i;
/** Semantic types and roles of a link that leads back from a note. */
export const BACK_LINK = /\b(backlink|referrer|doc-backlink)\b/;
/** Type or role of a link that leads to a note. */
export const NOTE_LINK = /\b(noteref|doc-noteref)\b/;

/** Type or role of an element that interrupts the text: a note at its place, or the number of a printed page. */
export const NOTE_ELEMENT = /\b(footnotes?|endnotes?|rearnotes?|pagebreak|doc-footnote|doc-endnotes?|doc-pagebreak)\b/;

/** A link, known by its markup alone, without the styles that may raise it. */
interface MarkedLink {
  readonly text: string;
  /** Semantic types and role of the element, in one text. */
  readonly kind: string;
  /** Whether the link is inside a `sup`, or contains one. */
  readonly isRaised: boolean;
  /** Whether no white space is before the link: it is attached to a word. */
  readonly isAttached: boolean;
}

/** Whether a link is the mark of a note, which is neither read aloud nor quoted as a word of the sentence. */
export function isNoteMark({ text, kind, isRaised, isAttached }: MarkedLink): boolean {
  if (NOTE_LINK.test(kind)) return true;
  const mark = text.trim();
  if (BACK_LINK.test(kind) || !NOTE_MARK.test(mark)) return false;
  return isRaised || /^[([]/.test(mark) || (isAttached && /^(?:\d{1,3}|[*†‡§¶]{1,4})$/.test(mark));
}
