/** Returns the median of some figures; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

/** Returns the median ratio of measurements taken in turn, pair by pair, so that a slower machine slows both sides. */
export function pairedRatio(ours: readonly number[], peer: readonly number[]): number {
  return median(ours.map((value, index) => value / (peer[index] ?? Number.NaN)));
}
