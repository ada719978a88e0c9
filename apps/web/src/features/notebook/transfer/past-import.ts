import type { BroughtHighlight } from '../../highlights/import-outbox.ts';

/** An import that can be undone on this device. */
export interface PastImport {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly parts: readonly {
    readonly partId: string;
    readonly highlights: readonly BroughtHighlight[];
    /** Ids of bookmarks; absent in imports by earlier versions. */
    readonly bookmarks?: readonly string[];
  }[];
}
