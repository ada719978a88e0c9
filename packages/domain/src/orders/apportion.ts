/**
 * Rounds shares of one sum of pesos so that they add up to it: each is cut to whole pesos, and those that lost most get
 * one more.
 * @param numerators exact shares times the denominator, integers, negative ones too.
 * @param denominator a positive integer.
 * @param total sum of the shares, within one peso of their exact sum.
 * @param limits largest amounts of the shares, each at least its share cut to whole pesos; the next one takes what one
 * cannot.
 * @returns integer pesos, in the order of the shares; none when there are no shares.
 */
export function roundTogether(
  numerators: readonly number[],
  denominator: number,
  total: number,
  limits?: readonly number[],
): number[] {
  const shares = numerators.map((numerator) => Math.floor(numerator / denominator));
  let remainder = total - shares.reduce((sum, share) => sum + share, 0);
  const lostFractions = numerators.map((numerator, index) => numerator - (shares[index] ?? 0) * denominator);
  const order = shares
    .map((_, index) => index)
    .toSorted((a, b) => (lostFractions[b] ?? 0) - (lostFractions[a] ?? 0) || a - b);
  const mayGrow = (index: number) => (shares[index] ?? 0) < (limits?.[index] ?? Infinity);
  while (remainder > 0) {
    const growing = order.filter(mayGrow).slice(0, remainder);
    if (growing.length === 0) break;
    for (const index of growing) shares[index] = (shares[index] ?? 0) + 1;
    remainder -= growing.length;
  }
  return shares;
}

/**
 * Divides a sum of pesos by weights, to the peso.
 * @param weights whole numbers from 0; when all are 0 the shares are equal.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  if (totalWeight === 0) {
    return roundTogether(
      weights.map(() => total),
      Math.max(1, weights.length),
      total,
    );
  }
  return roundTogether(
    weights.map((weight) => total * weight),
    totalWeight,
    total,
  );
}
