/** Returns a generator of numbers from 0 to 1, equal for equal seeds (mulberry32). */
export function seeded(seed: string): () => number {
  let state = Array.from(seed).reduce(
    (hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 2_654_435_761),
    0x9e37,
  );
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks items of a list in their order, the same items for equal seeds. */
export function pick<Item>(items: readonly Item[], count: number, seed: string): Item[] {
  const random = seeded(seed);
  const chosen = new Set(
    items
      .map((_, index) => ({ index, key: random() }))
      .toSorted((a, b) => a.key - b.key)
      .slice(0, count)
      .map(({ index }) => index),
  );
  return items.filter((_, index) => chosen.has(index));
}
