/** Soft hyphens and word joiners, which control line breaks and are not part of the text. */
export const LINE_MARKS = /[\u00AD\u2060]/g;
