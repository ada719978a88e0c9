export function readingHref(bookId: string, partId: string): string {
  return `/reader/${bookId}/${partId}`;
}
