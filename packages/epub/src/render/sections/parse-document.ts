/** Parses a section's file as the browser would show it; what is not well formed goes to the forgiving parser. */
export function parseDocument(source: string, mediaType: string): Document {
  const parser = new DOMParser();
  if (mediaType === 'image/svg+xml') return parser.parseFromString(source, 'image/svg+xml');
  if (mediaType !== 'text/html') {
    const document = parser.parseFromString(source, 'application/xhtml+xml');
    if (document.getElementsByTagName('parsererror').length === 0) return document;
  }
  // A file that is not well formed is still a book: the forgiving parser shows what there is.
  return parser.parseFromString(source, 'text/html');
}
