/** Local storage key of ours. */
export const PATTERNS_KEY = 'hyphens';

/** Whether the patterns of hyphenation came to this device before: then a book's first page may wait a moment for them. */
export function arePatternsAtHand(): boolean {
  try {
    return localStorage.getItem(PATTERNS_KEY) === 'true';
  } catch {
    return false;
  }
}
