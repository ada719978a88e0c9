/** Marks of direction: embeddings, overrides, isolates and single marks, and the byte order mark. */
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Removes directional marks from a name. They reverse the text around the name in a list or a mail: `\u202eairaM` reads
 * as another person's. The shop is in Spanish, where no name needs them.
 */
export const withoutDirections = (name: string): string => name.replaceAll(MARKS, '');
