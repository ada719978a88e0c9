/** Storage key of one file of a book, shared by all editions that contain the same bytes. */
export function resourceKey(hash: string, encoding: 'br' | null): string {
  return `resources/${hash.slice(0, 2)}/${hash}${encoding === null ? '' : '.br'}`;
}

/** Storage key of an edition's whole file. */
export function editionFileKey(hash: string): string {
  return `editions/${hash}.epub`;
}
