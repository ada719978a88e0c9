/** Fault of a dictionary's files, or of the device's storage. */
export type Problem =
  /** The file is not part of a StarDict dictionary. */
  | { readonly kind: 'foreign' | 'packed' | 'unreadable'; readonly file: string }
  /** There is no file of this kind, or more than one. */
  | { readonly kind: 'missing' | 'twice'; readonly part: '.ifo' | '.idx' | '.dict' | '.syn' }
  /** The .ifo has a wrong first line, lacks a value, or has an unreadable one. */
  | { readonly kind: 'not-ifo' | 'ifo' }
  /** The index has another size or number of words than the .ifo says. */
  | { readonly kind: 'index'; readonly told: number; readonly found: number; readonly unit: 'bytes' | 'words' }
  | { readonly kind: 'broken-index' | 'synonyms' | 'beyond' | 'chunks' | 'unpacking' | 'encoding' }
  /** The limit and, where known, the actual size, bytes. */
  | { readonly kind: 'large'; readonly most: number; readonly size: number | null }
  | { readonly kind: 'placed' | 'full' | 'refused' | 'no-account' };

/** A dictionary cannot be imported; the screen has the sentence for each problem. */
export class DictionaryProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, cause?: unknown) {
    super(`dictionary: ${problem.kind}`, { cause });
    this.name = 'DictionaryProblem';
    this.problem = problem;
  }
}
