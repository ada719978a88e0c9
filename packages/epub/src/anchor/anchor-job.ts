import type { Quote } from '../locator/re-anchor.ts';
import type { NewPlace, OldPlace } from './anchor-places.ts';

/** Work of one run of the child process; paths are those of cleaned editions on disk. */
export interface AnchorJob {
  readonly edition: string;
  readonly quotes: readonly Quote[];
  /** Positions by the edition they point into. */
  readonly places: readonly { readonly edition: string; readonly places: readonly OldPlace[] }[];
}

/** In the order of the job; null for what is gone. */
export interface AnchorResult {
  readonly quotes: readonly (string | null)[];
  readonly places: readonly (readonly (NewPlace | null)[])[];
}
