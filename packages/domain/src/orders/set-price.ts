import { apportion, roundTogether } from './apportion.ts';
import { discountedPrice, type Price } from './price.ts';

/** Largest discount that an author may give for completing a book, percent. */
export const MOST_COMPLETION_DISCOUNT = 90;
/** Parts that one payment may be for. */
export const MOST_PARTS_AT_ONCE = 20;

/** Why a part costs less than its value. */
export type Reduction = 'presale' | 'completion' | 'code';

/** A part of a common purchase, with its current price alone. */
export interface PartOfSet {
  readonly partId: string;
  readonly price: Price;
}

/** 'Completa el libro': what its parts cost less when all of them are paid at once. */
export interface Completion {
  /** See {@link partsToComplete}. */
  readonly partIds: readonly string[];
  /** 0 to 90, of the sum of their values. */
  readonly discountPercentage: number;
}

/** The discount of a code on the parts that it covers. */
export interface CodeDiscount {
  readonly partIds: readonly string[];
  readonly kind: 'percentage' | 'pesos';
  /** Percent from 1 to 100, or pesos of all its parts together. */
  readonly amount: number;
}

/** A part of a set with what it costs in it, pesos. */
export interface PricedPart {
  readonly partId: string;
  /** Price without any discount, pesos. */
  readonly value: number;
  /** Price of the part in this set, pesos; never more than alone. */
  readonly amount: number;
  /** Discount that gave the amount, percent; 0 where a code took pesos off. */
  readonly discountPercentage: number;
  readonly reduction: Reduction | null;
}

export interface SetPrice {
  /** The parts in the order of the input. */
  readonly items: readonly PricedPart[];
  /** Sum of the items' values. */
  readonly value: number;
  /** Total to pay: the sum of the items' amounts. */
  readonly total: number;
}

/** A part of a book as far as completing the book depends on it. */
export interface PartOfBook extends PartOfSet {
  /** Whether the part can be bought now. */
  readonly isSold: boolean;
  readonly isOwned: boolean;
}

/**
 * Returns the parts that complete a book: every part that costs something, can be bought now and is not owned yet.
 * Fewer than two complete nothing, for a single part is bought at its own price, and neither do more than one payment
 * may be for.
 * @param parts all parts of one book.
 */
export function partsToComplete(parts: readonly PartOfBook[]): string[] {
  const missingParts = parts.filter(({ isSold, isOwned, price }) => isSold && !isOwned && price.final > 0);
  return missingParts.length < 2 || missingParts.length > MOST_PARTS_AT_ONCE
    ? []
    : missingParts.map(({ partId }) => partId);
}

/** A discount that applies to a part. */
interface Candidate {
  readonly reduction: 'presale' | 'completion';
  /** Percent of the part's value. */
  readonly percentage: number;
}

/**
 * Prices parts that are paid at once. Discounts of one part are candidates of which the best one for the buyer counts;
 * they are never added. A completion counts when all its parts are among the given ones: its parts then cost together
 * what is left of their sum, rounded once, and share it to the peso. A code takes the place of the other discount of
 * those parts where it takes more off; no part costs more with a code than without.
 * @param parts without repeats; their order changes no amount.
 */
export function priceSet(
  parts: readonly PartOfSet[],
  completions: readonly Completion[],
  code: CodeDiscount | null = null,
): SetPrice {
  const givenIds = new Set(parts.map(({ partId }) => partId));
  const complete = completions.filter(({ partIds }) => partIds.length > 0 && partIds.every((id) => givenIds.has(id)));
  const amounts = new Map(parts.map(({ partId, price }) => [partId, price.final]));
  const best = new Map(parts.map((part) => [part.partId, bestOf(part, complete)]));
  for (const { partIds } of complete) {
    const together = parts.filter(({ partId }) => partIds.includes(partId));
    // If the presale is better for every part, each keeps its own price.
    if (!together.some(({ partId }) => best.get(partId)?.reduction === 'completion')) continue;
    for (const [id, amount] of shareTogether(together, best)) amounts.set(id, amount);
  }
  const uncoded = parts.map(({ partId, price }): PricedPart => {
    const { reduction, percentage } = best.get(partId) ?? { reduction: null, percentage: 0 };
    const amount = amounts.get(partId) ?? price.final;
    return { partId, value: price.value, amount, discountPercentage: percentage, reduction };
  });
  const items = code === null ? uncoded : withCode(uncoded, code);
  return {
    items,
    value: sumOf(items.map(({ value }) => value)),
    total: sumOf(items.map(({ amount }) => amount)),
  };
}

/** Prices with a code: each part keeps the amount and the discount that are better for the buyer. */
function withCode(items: readonly PricedPart[], { partIds, kind, amount }: CodeDiscount): PricedPart[] {
  const eligible = items.filter(({ partId }) => partIds.includes(partId));
  const coded = kind === 'percentage' ? percentOff(eligible, amount) : pesosOff(eligible, amount);
  return items.map((item) => {
    const reduced = coded.get(item.partId);
    return reduced === undefined || reduced >= item.amount
      ? item
      : {
          ...item,
          amount: reduced,
          discountPercentage: kind === 'percentage' ? amount : 0,
          reduction: 'code',
        };
  });
}

const percentOff = (items: readonly PricedPart[], percentage: number) =>
  new Map(items.map(({ partId, value }) => [partId, discountedPrice(value, percentage)]));

/**
 * Returns the prices of parts when a fixed amount is taken off the values of those parts for which that is best, shared
 * by value. The others keep their prices.
 */
function pesosOff(items: readonly PricedPart[], pesos: number): Map<string, number> {
  const chosenItems = cheapestFor(items, pesos);
  const values = chosenItems.map(({ value }) => value);
  const shares = apportion(Math.min(pesos, sumOf(values)), values);
  return new Map(chosenItems.map(({ partId, value }, index) => [partId, value - (shares[index] ?? 0)]));
}

/** A choice of parts from whose values a fixed amount is taken. */
interface Choice {
  readonly items: readonly PricedPart[];
  /** Sum of their values, of which no more than the pesos of the code counts. */
  readonly value: number;
  /** Discounts that the parts give up for the code, pesos. */
  readonly given: number;
}

/**
 * The choice of parts for which a fixed amount saves most, when each of them loses its other discount. Beginning with
 * the smallest discount is not always best, so every choice is extended unless another one with as much value gives up
 * less.
 */
function cheapestFor(items: readonly PricedPart[], pesos: number): readonly PricedPart[] {
  const saved = ({ value, amount }: PricedPart) => value - amount;
  const add = (choice: Choice, item: PricedPart): Choice => ({
    items: [...choice.items, item],
    value: Math.min(pesos, choice.value + item.value),
    given: choice.given + saved(item),
  });
  // Ties are resolved by id, so that the order of the input does not matter.
  const sorted = items.toSorted((a, b) => saved(a) - saved(b) || (a.partId < b.partId ? -1 : 1));
  // Items without a discount lose nothing when the code applies to them, so all of them are chosen first.
  const begin = sorted.filter((item) => saved(item) === 0).reduce(add, { items: [], value: 0, given: 0 });
  let choices = [begin];
  for (const item of sorted.filter((each) => saved(each) > 0)) {
    const more = choices.filter(({ value }) => value < pesos).map((choice) => add(choice, item));
    let least = Infinity;
    choices = [...choices, ...more]
      .toSorted((a, b) => b.value - a.value || a.given - b.given)
      .filter(({ given: amountGiven }) => {
        const isBetter = amountGiven < least;
        least = Math.min(least, amountGiven);
        return isBetter;
      });
  }
  const gain = ({ value, given: amountGiven }: Choice) => value - amountGiven;
  return choices.reduce((best, choice) => (gain(choice) > gain(best) ? choice : best)).items;
}

/** The candidate that takes most off a part; of equal ones the first. */
function bestOf({ partId, price }: PartOfSet, complete: readonly Completion[]): Candidate | null {
  const candidates: Candidate[] = [
    { reduction: 'presale', percentage: price.discountPercentage },
    ...complete
      .filter(({ partIds }) => partIds.includes(partId))
      .map(({ discountPercentage }) => ({ reduction: 'completion' as const, percentage: discountPercentage })),
  ];
  const [best] = candidates.toSorted((a, b) => b.percentage - a.percentage);
  return best && best.percentage > 0 ? best : null;
}

/** Prices of some parts after the best discount of each, in whole pesos that add up; none costs more than alone. */
function shareTogether(
  together: readonly PartOfSet[],
  best: ReadonlyMap<string, Candidate | null>,
): [partId: string, amount: number][] {
  // Sorts by id, so that the odd peso of rounding goes to the same part in any given order.
  const parts = together.toSorted((a, b) => (a.partId < b.partId ? -1 : 1));
  const discountedPrices = parts.map(({ partId, price }) => price.value * (100 - (best.get(partId)?.percentage ?? 0)));
  const alone = parts.map(({ price }) => price.final);
  const amounts = roundTogether(discountedPrices, 100, Math.round(sumOf(discountedPrices) / 100), alone);
  return parts.map(({ partId }, index) => [partId, amounts[index] ?? 0]);
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
