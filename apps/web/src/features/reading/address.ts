/** The reader's address for the router; a sample's, `/sample/:book_uuid/:part_uuid`, is always loaded as a document. */
export const READER_PATH = '/reader/:book_uuid/:part_uuid/:from_admin?';

/** Reads the parameters in an address of the reader, as the router would; null for any other path. */
export function readReaderAddress(pathname: string): Readonly<Record<string, string | undefined>> | null {
  const [, , book, part, fromAdmin] =
    /^\/(sample(?=(?:\/[^/]+){2}\/?$)|reader)\/([^/]+)\/([^/]+)(?:\/([^/]+))?\/?$/i.exec(pathname) ?? [];
  if (book === undefined || part === undefined) return null;
  try {
    return {
      book_uuid: decodeURIComponent(book),
      part_uuid: decodeURIComponent(part),
      from_admin: fromAdmin && decodeURIComponent(fromAdmin),
      ...(/^\/sample/i.test(pathname) ? { sample: 'true' } : {}),
    };
  } catch {
    return null; // broken percent encoding
  }
}
