import { errorCode } from './error-code.ts';
import { certificateNext, type failureSentences } from './texts.ts';

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
  CERT_NOT_YET_VALID: 'notYetValid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherHost',
  HOSTNAME_MISMATCH: 'otherHost',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'selfSigned',
  // The server sent nothing but its own certificate, and this machine does not have that of its issuer.
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'incompleteChain',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  INVALID_CA: 'untrusted',
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
    for (const code of codesOf(cause)) {
      const reason = reasons[code];
      if (reason) return { reason, code };
    }
    // A host with several addresses fails with one error for each of them.
    const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [];
    const inner = first === undefined ? null : failureReason(first);
    if (inner) return inner;
  }
  return null;
}

/** The mail library puts a code of its own over that of the system, which it keeps. */
function codesOf(error: Error): string[] {
  const { originalCode } = error as { originalCode?: unknown };
  const own = errorCode(error) || (['AbortError', 'TimeoutError'].includes(error.name) ? 'ABORT_ERR' : '');
  return typeof originalCode === 'string' ? [originalCode, own] : [own];
}

/** Faults of the certificate that a server shows. */
export type CertificateFault = keyof typeof certificateNext;

/** Finds the fault of a certificate for which a connection was not made; null when it failed for something else. */
export function certificateFault(error: unknown): CertificateFault | null {
  const reason = failureReason(error)?.reason ?? '';
  return isCertificateFault(reason) ? reason : null;
}

const isCertificateFault = (reason: string): reason is CertificateFault => reason in certificateNext;
