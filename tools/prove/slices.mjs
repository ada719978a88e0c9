// Arithmetic of slices: {first, count} of a proof's runs, which are numbered from 0 on.

/**
 * Returns the runs of one shard. All shards together make each run once.
 * @param {number} full count of all runs
 * @param {number} shard from 1 to `shards`
 * @param {number} shards
 * @returns {{ first: number, count: number }} the count may be 0 when there are more shards than runs
 */
export function sliceOf(full, shard, shards) {
  const first = Math.floor((full * (shard - 1)) / shards);
  return { first, count: Math.floor((full * shard) / shards) - first };
}

/**
 * Returns the gaps of a slice that are still to be made.
 * @param {{ first: number, count: number }} slice
 * @param {readonly { first: number, count: number }[]} made in any order, overlapping or not
 */
export function missingOf(slice, made) {
  const end = slice.first + slice.count;
  const gaps = [];
  let at = slice.first;
  for (const done of made.toSorted((a, b) => a.first - b.first)) {
    const from = Math.min(done.first, end);
    if (from > at) gaps.push({ first: at, count: from - at });
    at = Math.max(at, done.first + done.count);
  }
  if (at < end) gaps.push({ first: at, count: end - at });
  return gaps;
}

/** Returns the number of different runs in these slices. */
export function countOf(slices) {
  const end = Math.max(0, ...slices.map(({ first, count }) => first + count));
  return end - missingOf({ first: 0, count: end }, slices).reduce((sum, { count }) => sum + count, 0);
}

/** Divides runs into pieces of at most `most`, so that an interruption costs little. */
export function piecesOf({ first, count }, most) {
  const pieces = Math.ceil(count / most);
  return Array.from({ length: pieces }, (_, index) => {
    const piece = sliceOf(count, index + 1, pieces);
    return { first: first + piece.first, count: piece.count };
  });
}
