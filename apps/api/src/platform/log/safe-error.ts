import { errorCode } from '../error-code.ts';

/** Parts of an error that may be logged. Messages of libraries are left out, because they quote user data. */
export interface SafeError {
  readonly type: string;
  readonly code: string;
  readonly frames: readonly string[];
  readonly cause?: SafeError;
}

/** Reduces an error to its kind, code and stack frames (without messages, which may hold addresses or tokens). */
export function safeError(error: unknown, depth = 0): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, code: '', frames: [] };
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
  const cause = error.cause !== undefined && depth < 3 ? { cause: safeError(error.cause, depth + 1) } : {};
  return { type: error.name, code: errorCode(error), frames, ...cause };
}

/**
 * Short name of a failure for the owner's logs: a code such as `ECONNREFUSED`, or the error's class; never its message,
 * which may hold an address.
 */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const code = errorCode(error);
  return /^[A-Z][A-Z_]{2,30}$/.test(code) ? code : error.name;
}
