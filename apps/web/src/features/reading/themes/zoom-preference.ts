/** Beside the keys. */
const KEY = 'allowZoom';

/** Whether pages may be zoomed while reading too; off unless asked for. */
export function isZoomAllowed(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

export function allowZoom(allowed: boolean): void {
  try {
    if (allowed) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // It cannot be kept: the page stays locked, as it is without a choice.
  }
}
