/** `37` → `37 %`, with a thin no-break space. */
export function formatPercent(value: number): string {
  return `${Math.round(value)}\u202F%`;
}
