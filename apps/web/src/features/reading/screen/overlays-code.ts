/** The code of all that lies over the page and beside it, which comes after the first page. */
export const overlaysCode = () => import('./overlays.tsx');
