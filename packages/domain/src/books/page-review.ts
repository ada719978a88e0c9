/** How many words of an edition a walk through its pages saw, and how many it saw twice. */
export interface ReviewedWords {
  readonly words: number;
  readonly seen: number;
  readonly repeated: number;
}

/** Words that a page does not show as it should. */
export function wrongWords({ words, seen, repeated }: ReviewedWords): number {
  return words - seen + repeated;
}

/** Whether readers would lose words by going from one edition to another; false while one of them was never walked. */
export function isWorseReview(next: ReviewedWords | null, published: ReviewedWords | null): boolean {
  return next !== null && published !== null && wrongWords(next) > wrongWords(published);
}
