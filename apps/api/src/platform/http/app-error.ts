import { type ErrorCode, errorCodes } from '@cuentos/contract/error-codes';
import { isUniqueViolation } from '../db/db.ts';
import { fieldFallback, fieldTexts } from '../texts.ts';

/** The Spanish sentence for a field that broke a rule. */
export function fieldText(field: string): string {
  return fieldTexts[field] ?? fieldFallback;
}

interface AppErrorOptions {
  /** Replaces the code's sentence where a more exact one is fixed. */
  readonly detail?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** Id of the user concerned, for the log only, where there is no session. */
  readonly actor?: string | undefined;
}

/** The only error that services throw: a code of the contract, which has a status and a Spanish sentence. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly actor: string | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = options.detail ?? errorCodes[code].detail;
    this.fields = options.fields;
    this.actor = options.actor;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** For `catch`: turns a violated unique key into the error that names the taken value. */
export function refuseTaken(code: ErrorCode, options?: AppErrorOptions): (error: unknown) => never {
  return (error) => {
    throw isUniqueViolation(error) ? new AppError(code, options) : error;
  };
}
