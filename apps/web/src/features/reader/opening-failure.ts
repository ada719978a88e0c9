/** Why a part cannot be read now; each has its sentences in texts.ts. */
export type FailureReason =
  | 'not-here'
  | 'unreachable'
  | 'no-access'
  | 'no-preview'
  | 'not-found'
  | 'not-released'
  | 'without-ebook'
  | 'damaged'
  | 'server';

/** The part cannot be opened, or no longer be read. */
export class OpeningFailure extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason, cause?: unknown) {
    super(`the part cannot be read: ${reason}`, { cause });
    this.name = 'OpeningFailure';
    this.reason = reason;
  }
}

/** What went wrong, of anything thrown while opening. */
export function reasonOf(error: unknown): FailureReason {
  return error instanceof OpeningFailure ? error.reason : 'server';
}
