/** How many entries of the history, down to the page's own, were made for what lies or lay over the page. */
export function layerDepth(): number {
  const { layers } = (history.state ?? {}) as { layers?: unknown };
  return typeof layers === 'number' ? layers : 0;
}
