import { errorCode } from './error-code.ts';
import type { failureSentences } from './texts.ts';

/** Why something outside the program failed, in one word, and the code of it; null for a fault of the program. */
export interface FailureReason {
  readonly reason: keyof typeof failureSentences;
  readonly code: string;
}

const reasons: Readonly<Record<string, FailureReason['reason']>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  EDNS: 'unknownHost',
  ETIMEDOUT: 'timedOut',
  ABORT_ERR: 'timedOut',
  UND_ERR_CONNECT_TIMEOUT: 'timedOut',
  UND_ERR_HEADERS_TIMEOUT: 'timedOut',
  ECONNRESET: 'cut',
  EPIPE: 'cut',
  UND_ERR_SOCKET: 'cut',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherHost',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  ENOSPC: 'full',
  EDQUOT: 'full',
  SQLITE_FULL: 'full',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  EROFS: 'forbidden',
  SQLITE_READONLY: 'forbidden',
  SQLITE_CANTOPEN: 'forbidden',
  EIO: 'broken',
  SQLITE_IOERR: 'broken',
  SQLITE_CORRUPT: 'broken',
  SQLITE_NOTADB: 'broken',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EISDIR: 'missing',
};

/** Reads a failure and its causes from the outside in; clients wrap the error that names the reason. */
export function failureReason(error: unknown): FailureReason | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1) {
    const code = errorCode(cause) || (['AbortError', 'TimeoutError'].includes(cause.name) ? 'ABORT_ERR' : '');
    const reason = reasons[code];
    if (reason) return { reason, code };
    // A host with several addresses fails with one error for each of them.
    const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [];
    const inner = first === undefined ? null : failureReason(first);
    if (inner) return inner;
  }
  return null;
}
