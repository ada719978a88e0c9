/** The reader's address for the router. */
export const READER_PATH = '/reader/:book_uuid/:part_uuid/:from_admin?';

/** What an address of the reader names, as the router would say it; null for any other path. */
export function readReaderAddress(pathname: string): Readonly<Record<string, string | undefined>> | null {
  const [, book, part, fromAdmin] = /^\/reader\/([^/]+)\/([^/]+)(?:\/([^/]+))?\/?$/i.exec(pathname) ?? [];
  if (book === undefined || part === undefined) return null;
  try {
    return {
      book_uuid: decodeURIComponent(book),
      part_uuid: decodeURIComponent(part),
      from_admin: fromAdmin && decodeURIComponent(fromAdmin),
    };
  } catch {
    return null; // broken percent encoding
  }
}
