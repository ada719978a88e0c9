/** Fault of the files of a dictionary, or of the place for it. */
export type Problem =
  /** The file is no part of a StarDict dictionary. */
  | { readonly kind: 'foreign' | 'packed' | 'unreadable'; readonly file: string }
  /** No file of this kind is there, or more than one. */
  | { readonly kind: 'missing' | 'twice'; readonly part: '.ifo' | '.idx' | '.dict' | '.syn' }
  /** The .ifo does not begin as one, lacks a fact, or has one that cannot be read. */
  | { readonly kind: 'not-ifo' | 'ifo' }
  /** The index has other bytes or words than the .ifo tells. */
  | { readonly kind: 'index'; readonly told: number; readonly found: number; readonly unit: 'bytes' | 'words' }
  | { readonly kind: 'broken-index' | 'synonyms' | 'beyond' | 'chunks' | 'unpacking' | 'encoding' }
  /** The limit, and what was given where it is known; bytes. */
  | { readonly kind: 'large'; readonly most: number; readonly size: number | null }
  | { readonly kind: 'placed' | 'full' | 'refused' | 'no-account' };

/** A dictionary cannot be placed; the sentence for each problem stands with the screen that places one. */
export class DictionaryProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, cause?: unknown) {
    super(`dictionary: ${problem.kind}`, { cause });
    this.name = 'DictionaryProblem';
    this.problem = problem;
  }
}
