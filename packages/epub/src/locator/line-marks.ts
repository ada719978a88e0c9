/** Soft hyphens and word joiners, which tell lines where to break and are no part of what was written. */
export const LINE_MARKS = /[\u00AD\u2060]/g;
