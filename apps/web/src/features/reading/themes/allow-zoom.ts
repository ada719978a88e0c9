import { ZOOM_KEY } from './zoom-preference.ts';

/** Stores the reader's choice, which the settings ask for; a book only reads it. */
export function allowZoom(allowed: boolean): void {
  try {
    if (allowed) localStorage.setItem(ZOOM_KEY, 'true');
    else localStorage.removeItem(ZOOM_KEY);
  } catch {
    // Storage is refused: the page stays locked, as without a choice.
  }
}
