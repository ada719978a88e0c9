/**
 * The browser's global `trustedTypes`, which TypeScript's library does not declare yet. A policy's result is used in
 * place of a string.
 */
export interface TrustedTypes {
  createPolicy<Rules extends { [Rule in 'createHTML' | 'createScriptURL']?: (text: string) => string }>(
    name: string,
    rules: Rules,
  ): Rules;
}

/**
 * Policy for the only markup that the shop makes from text where Trusted Types are required. The result is a document
 * that is never shown and runs nothing, which `sanitiseDocument` cleans before use, or the doctype of a frame.
 */
const rules = { createHTML: (text: string): string => text };
const policy =
  (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('book-markup', rules) ?? rules;

/** Parses a section's file as the browser would show it; parses XHTML that is not well formed as HTML. */
export function parseDocument(source: string, mediaType: string): Document {
  const parse = (type: DOMParserSupportedType): Document =>
    new DOMParser().parseFromString(policy.createHTML(source), type);
  if (mediaType === 'image/svg+xml') return parse('image/svg+xml');
  if (mediaType !== 'text/html') {
    const document = parse('application/xhtml+xml');
    if (document.getElementsByTagName('parsererror').length === 0) return document;
  }
  // Parses as HTML, whose parser accepts every file, so that a faulty file can still be read.
  return parse('text/html');
}

/**
 * Empties the document of a new frame and gives it a doctype: without one the browser would lay it out in quirks mode.
 */
export function startDocument(document: Document): void {
  document.open();
  document.write(policy.createHTML('<!DOCTYPE html>'));
  document.close();
}
