/** The code of all layers over the page and the tools, loaded after the first page. */
export const overlaysCode = () => import('./overlays.tsx');
