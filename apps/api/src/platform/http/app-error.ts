import { type ErrorCode, errorCodes } from '@cuentos/contract/error-codes';

interface AppErrorOptions {
  /** Replaces the code's sentence where a more exact one is fixed. */
  readonly detail?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** The one error that services throw: a code of the contract, which carries status and Spanish sentence. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = options.detail ?? errorCodes[code].detail;
    this.fields = options.fields;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}
