import { errorCode } from '../error-code.ts';
import { type FailureReason, failureReason } from '../failure-reason.ts';

/** Parts of an error that may be logged. Messages of libraries are left out, because they quote user data. */
export interface SafeError {
  readonly type: string;
  readonly code: string;
  readonly frames: readonly string[];
  readonly cause?: SafeError;
  /** Which one of the things outside of the program failed, and why; absent for a fault of the program. */
  readonly dependency?: Dependency;
  readonly reason?: FailureReason['reason'];
}

type Dependency = 'database' | 'files' | 'mail server' | 'payment provider' | 'captcha' | 'google' | 'issuer';

/** Reduces an error to its kind, code and stack frames (without messages, which may hold addresses or tokens). */
export function safeError(error: unknown): SafeError {
  const dependency = dependencyOf(error);
  const reason = failureReason(error)?.reason;
  return { ...reduce(error, 0), ...(dependency && { dependency }), ...(reason && { reason }) };
}

function reduce(error: unknown, depth: number): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, code: '', frames: [] };
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
  const cause = error.cause !== undefined && depth < 3 ? { cause: reduce(error.cause, depth + 1) } : {};
  return { type: error.name, code: errorCode(error), frames, ...cause };
}

/** Recognised by the error's class, its code, or the library in which it was thrown. */
const dependencies: readonly (readonly [Dependency, { name?: RegExp; code?: RegExp; frames?: RegExp }])[] = [
  ['files', { name: /^Storage/ }],
  ['payment provider', { name: /^Payment/ }],
  ['captcha', { name: /^Captcha/ }],
  ['google', { name: /^Identity/ }],
  ['issuer', { name: /^Issuer/ }],
  ['mail server', { name: /^Mail/, frames: /[/\\]nodemailer[/\\]/ }],
  // PostgreSQL's codes have five characters with a digit, unlike system codes such as `ECONNREFUSED`.
  ['database', { code: /^(?:SQLITE_\w+|(?=.*\d)[0-9A-Z]{5})$/, frames: /[/\\](?:pg|pg-pool|better-sqlite3)[/\\]/ }],
];

function dependencyOf(error: unknown): Dependency | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    const { name, stack = '' } = cause;
    const code = errorCode(cause);
    const found = dependencies.find(
      ([, by]) => by.name?.test(name) || by.code?.test(code) || (failureReason(cause) && by.frames?.test(stack)),
    );
    if (found) return found[0];
  }
  return undefined;
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
