/** Beside the keys. */
export const ZOOM_KEY = 'allowZoom';

/** Whether pages may be zoomed while reading too; off unless asked for. */
export function isZoomAllowed(): boolean {
  try {
    return localStorage.getItem(ZOOM_KEY) === 'true';
  } catch {
    return false;
  }
}
