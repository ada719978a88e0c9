/**
 * Short name of a failure for the owner's logs: a code such as `ECONNREFUSED`, or the error's class; never its message,
 * which may hold an address.
 */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,30}$/.test(code) ? code : error.name;
}
