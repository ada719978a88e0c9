/** The browser's global, which TypeScript's library does not describe yet: what a policy makes goes where text would. */
export interface TrustedTypes {
  createPolicy<Rules extends { [Rule in 'createHTML' | 'createScriptURL']?: (text: string) => string }>(
    name: string,
    rules: Rules,
  ): Rules;
}

/**
 * Where Trusted Types are required, the only text of the shop that becomes markup. It leaves this file as a document
 * that is shown nowhere and runs nothing, which `sanitiseDocument` cleans before it is shown, or as a frame's doctype.
 */
const rules = { createHTML: (text: string): string => text };
const policy =
  (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('book-markup', rules) ?? rules;

/** Parses a section's file as the browser would show it; what is not well formed goes to the forgiving parser. */
export function parseDocument(source: string, mediaType: string): Document {
  const parse = (type: DOMParserSupportedType): Document =>
    new DOMParser().parseFromString(policy.createHTML(source), type);
  if (mediaType === 'image/svg+xml') return parse('image/svg+xml');
  if (mediaType !== 'text/html') {
    const document = parse('application/xhtml+xml');
    if (document.getElementsByTagName('parsererror').length === 0) return document;
  }
  // A file that is not well formed is still a book: the forgiving parser shows what there is.
  return parse('text/html');
}

/** Empties the document of a new frame. Without a doctype it would be laid out by the rules of 1998. */
export function startDocument(document: Document): void {
  document.open();
  document.write(policy.createHTML('<!DOCTYPE html>'));
  document.close();
}
