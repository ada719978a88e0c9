/** The part of foliate-js 1.0.1 we use, typed by hand: the package has no types. */
declare module 'foliate-js/epubcfi.js' {
  export interface CfiPart {
    index: number;
    id?: string;
    offset?: number | null;
    text?: string[];
    side?: string;
  }
  /** A list of steps for each document on the path (package, then content). */
  export type CfiPath = CfiPart[][];
  export interface CfiRange {
    parent: CfiPath;
    start: CfiPath;
    end: CfiPath;
  }
  export const isCFI: RegExp;
  export function parse(cfi: string): CfiPath | CfiRange;
  export function collapse(cfi: CfiPath | CfiRange, toEnd?: boolean): CfiPath;
  export function compare(a: string, b: string): number;
  export function joinIndir(...cfis: string[]): string;
  export function fromRange(range: AbstractRange): string;
  export function fromElements(elements: readonly Element[]): string[];
  /** Both sides lead into one content document: `parts` holds that document's steps only. */
  export function toRange(document: Document, parts: CfiPath | CfiRange): Range;
}
