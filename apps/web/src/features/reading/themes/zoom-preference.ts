/** Our key of local storage. */
export const ZOOM_KEY = 'allowZoom';

/** Whether pages may be zoomed during reading; off by default. */
export function isZoomAllowed(): boolean {
  try {
    return localStorage.getItem(ZOOM_KEY) === 'true';
  } catch {
    return false;
  }
}
