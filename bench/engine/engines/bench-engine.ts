/** Functions that a book engine must offer to be measured; each bundle puts one on `window.engine`. */
export interface BenchEngine {
  /** Opens a book from bytes in memory; resolves when the first page is laid out. */
  open(bytes: ArrayBuffer, host: HTMLElement): Promise<void>;
  next(): Promise<unknown>;
  /** Goes to the last page of the section shown. */
  toSectionEnd(): Promise<void>;
  /** Returns a text that identifies the shown page. */
  page(): string;
}

declare global {
  interface Window {
    engine: BenchEngine;
  }
}
