/** Our key of local storage. */
export const PATTERNS_KEY = 'hyphens';

/**
 * Whether this device has loaded the hyphenation patterns before: then a book's first page may wait a moment for them.
 */
export function arePatternsAtHand(): boolean {
  try {
    return localStorage.getItem(PATTERNS_KEY) === 'true';
  } catch {
    return false;
  }
}
