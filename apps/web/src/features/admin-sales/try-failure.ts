import { salesTexts as t } from './texts.ts';

/** Codes of Node and of the mail library, by what they mean to an owner. */
const causes: Readonly<Record<string, keyof typeof t.tryFailures>> = {
  ECONNREFUSED: 'unreachable',
  ECONNECTION: 'unreachable',
  ECONNRESET: 'unreachable',
  ESOCKET: 'unreachable',
  EDNS: 'unreachable',
  ENOTFOUND: 'unreachable',
  ETIMEDOUT: 'slow',
  TimeoutError: 'slow',
  EAUTH: 'credentials',
  ENOAUTH: 'credentials',
  EENVELOPE: 'recipient',
  EMESSAGE: 'refused',
  ETLS: 'encryption',
};

/** Why work that is tried more than once failed the last time, as a sentence. */
export function tryFailure(code: string): string {
  const cause = causes[code];
  return cause ? t.tryFailures[cause] : t.tryFailedOtherwise(code);
}
