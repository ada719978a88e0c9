/** Returns the code of an error from a driver, Node or a library, such as `ECONNREFUSED`; empty when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
