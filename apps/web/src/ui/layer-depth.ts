/** Number of history entries above the page's own that were made for layers over the page, open or closed. */
export function layerDepth(): number {
  const { layers } = (history.state ?? {}) as { layers?: unknown };
  return typeof layers === 'number' ? layers : 0;
}
