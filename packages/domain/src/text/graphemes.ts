const segmenter = new Intl.Segmenter('es-CL', { granularity: 'grapheme' });

/** Length as a person counts it: an emoji or an accented letter is one. */
export function graphemeCount(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** The first letters of a text, as a person counts them; nothing is cut in two. */
export function cutGraphemes(text: string, max: number): string {
  const letters: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    if (letters.push(segment) === max) break;
  }
  return letters.join('');
}
