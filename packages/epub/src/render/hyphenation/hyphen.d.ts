/** The part of hyphen 1.14.1 we use, typed by hand: the package has no types. */
declare module 'hyphen' {
  /**
   * A node of the trie of patterns: the branches after a letter, the row of levels of the pattern that ends there, or
   * both.
   */
  export type PatternNode = PatternBranch | number | readonly [branch: PatternBranch, levels: number];
  export interface PatternBranch {
    readonly [letter: string]: PatternNode | undefined;
  }
  export type Patterns = readonly [
    levels: readonly (readonly number[])[],
    patterns: PatternBranch,
    exceptions?: Readonly<Record<string, readonly number[]>>,
  ];
  interface Options {
    readonly html?: boolean;
    readonly minWordLength?: number;
  }
  export default function createHyphenator(patterns: Patterns, options: Options): (text: string) => string;
}

declare module 'hyphen/patterns/*.js' {
  import type { Patterns } from 'hyphen';
  const patterns: Patterns;
  export default patterns;
}
