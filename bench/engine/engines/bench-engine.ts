/** Functions that a book engine must offer to be measured; each bundle puts one on `window.engine`. */
export interface BenchEngine {
  /** From bytes in memory to a laid out first page. */
  open(bytes: ArrayBuffer, host: HTMLElement): Promise<void>;
  next(): Promise<unknown>;
  /** Goes to the last page of the section shown. */
  toSectionEnd(): Promise<void>;
  /** Text that changes with every page: which one is shown. */
  page(): string;
}

declare global {
  interface Window {
    engine: BenchEngine;
  }
}
