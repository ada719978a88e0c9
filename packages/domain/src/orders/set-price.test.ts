import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceOf } from './price.ts';
import {
  type CodeDiscount,
  type Completion,
  MOST_PARTS_AT_ONCE,
  type PartOfSet,
  partsToComplete,
  priceSet,
} from './set-price.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

interface Part extends PartOfSet {
  readonly book: number;
}

/** Parts of three books, among them free parts, parts of few pesos and parts in presale. */
const value = fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 5000 }), fc.nat({ max: 10_000_000 }));
const presale = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100 }));
const someParts: fc.Arbitrary<Part[]> = fc
  .array(fc.record({ value, presale, book: fc.nat({ max: 2 }), key: fc.nat({ max: 999 }) }), {
    minLength: 1,
    maxLength: 20,
  })
  .map((rows) =>
    rows.map(({ value: pesos, presale: percent, book, key }, index) => ({
      partId: `${key}-${index}`,
      book,
      price: priceOf(pesos, percent, percent > 0),
    })),
  );
const discount = fc.integer({ min: 0, max: 90 });
const discounts = fc.tuple(discount, discount, discount);

/** A completion discount for each book, over the given parts of it. */
function completionsOf(parts: readonly Part[], percents: readonly number[]): Completion[] {
  return percents.map((discountPercentage, book) => ({
    discountPercentage,
    partIds: partsToComplete(
      parts.filter((part) => part.book === book).map((part) => ({ ...part, isSold: true, isOwned: false })),
    ),
  }));
}

describe('parts that are bought together', () => {
  const part = (partId: string, pesos: number, percent = 0): PartOfSet => ({
    partId,
    price: priceOf(pesos, percent, percent > 0),
  });
  const amountsOf = (parts: PartOfSet[], discountPercentage: number, partIds = parts.map(({ partId }) => partId)) =>
    priceSet(parts, [{ partIds, discountPercentage }]).items.map(({ amount }) => amount);

  it.each([
    ['the sum less its percent', [part('a', 1490), part('b', 490)], 10, [1341, 441]],
    ['rounded once, and shared to the peso', [part('a', 995), part('b', 995)], 10, [896, 895]],
    ['no discount', [part('a', 1490), part('b', 490)], 0, [1490, 490]],
    ['the presale where it is better, and they are not added', [part('a', 1000, 40), part('b', 1000)], 10, [600, 900]],
    ['the completion where it is better', [part('a', 1000, 5), part('b', 1000)], 10, [900, 900]],
    ['the presale alone where it is better everywhere', [part('a', 995, 20), part('b', 995, 30)], 10, [796, 697]],
    [
      'never more than alone',
      [part('a', 13, 20), part('b', 13, 20), part('c', 13, 20), part('d', 1)],
      1,
      [10, 10, 10, 1],
    ],
  ])('%s', (_name, parts, percent, amounts) => {
    expect(amountsOf(parts, percent)).toEqual(amounts);
  });

  it('get no completion discount while a part of the book is missing', () => {
    expect(amountsOf([part('a', 1490), part('b', 490)], 50, ['a', 'b', 'c'])).toEqual([1490, 490]);
    expect(amountsOf([part('a', 1490)], 50, [])).toEqual([1490]);
  });

  it('name the discount that was applied, and the total', () => {
    const parts = [part('a', 1000, 40), part('b', 1000), part('c', 500)];
    expect(priceSet(parts, [{ partIds: ['a', 'b'], discountPercentage: 10 }])).toEqual({
      items: [
        { partId: 'a', value: 1000, amount: 600, discountPercentage: 40, reduction: 'presale' },
        { partId: 'b', value: 1000, amount: 900, discountPercentage: 10, reduction: 'completion' },
        { partId: 'c', value: 500, amount: 500, discountPercentage: 0, reduction: null },
      ],
      value: 2500,
      total: 2000,
    });
  });

  it('cost whole pesos from 0 on that add up, and none costs more than alone', () => {
    fc.assert(
      fc.property(someParts, discounts, (parts, percents) => {
        const { items, total, value: whole } = priceSet(parts, completionsOf(parts, percents));
        expect(total).toBe(sum(items.map(({ amount }) => amount)));
        expect(whole).toBe(sum(parts.map(({ price }) => price.value)));
        expect(total).toBeLessThanOrEqual(sum(parts.map(({ price }) => price.final)));
        for (const [index, { partId, amount }] of items.entries()) {
          const { partId: id, price } = parts[index]!;
          expect(partId).toBe(id);
          expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
          expect(amount).toBeLessThanOrEqual(price.final);
        }
      }),
    );
  });

  it('cost the sum less the completion discount, to the peso, for a complete book without presale', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 100, max: 90_000 }), { minLength: 2, maxLength: 12 }),
        discount,
        (values, percent) => {
          const parts = values.map((pesos, index) => part(String(index), pesos));
          const { total } = priceSet(parts, [
            { partIds: parts.map(({ partId }) => partId), discountPercentage: percent },
          ]);
          expect(total).toBe(Math.round((sum(values) * (100 - percent)) / 100));
        },
      ),
    );
  });

  it('cost the value less the better of the two discounts: never both, never less', () => {
    fc.assert(
      fc.property(someParts, discounts, (parts, percents) => {
        const completions = completionsOf(parts, percents);
        for (const [index, { partId, amount, reduction }] of priceSet(parts, completions).items.entries()) {
          const { price } = parts[index]!;
          const completion = completions.find(({ partIds }) => partIds.includes(partId))?.discountPercentage ?? 0;
          const better = Math.max(price.discountPercentage, completion);
          // The amount may differ from the exact share by rounding to whole pesos.
          expect(amount).toBeGreaterThanOrEqual(Math.floor((price.value * (100 - better)) / 100));
          expect(reduction).toBe(
            better === 0 ? null : completion > price.discountPercentage ? 'completion' : 'presale',
          );
        }
      }),
    );
  });

  it('give the odd peso of equal values to the same part in any order', () => {
    expect(amountsOf([part('b', 995), part('a', 995)], 10)).toEqual([895, 896]);
  });

  it('cost the same in any order', () => {
    fc.assert(
      fc.property(someParts, discounts, fc.infiniteStream(fc.nat()), (parts, percents, keys) => {
        const shuffled = parts
          .map((each) => ({ each, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ each }) => each);
        const amounts = (chosenParts: readonly Part[]) =>
          new Map(
            priceSet(chosenParts, completionsOf(chosenParts, percents)).items.map(({ partId, amount }) => [
              partId,
              amount,
            ]),
          );
        expect(amounts(shuffled)).toEqual(amounts(parts));
      }),
    );
  });

  it('never cost more for a larger discount, nor less for a larger value', () => {
    fc.assert(
      fc.property(someParts, discounts, fc.nat({ max: 2 }), fc.nat({ max: 60 }), (parts, percents, book, more) => {
        const total = (chosenParts: readonly Part[], by: readonly number[]) =>
          priceSet(chosenParts, completionsOf(parts, by)).total;
        const larger = percents.map((percent, index) => (index === book ? Math.min(90, percent + more) : percent));
        expect(total(parts, larger)).toBeLessThanOrEqual(total(parts, percents));
        const dearer = parts.map((each, index) => {
          if (index !== book) return each;
          const { value: pesos, discountPercentage } = each.price;
          return { ...each, price: priceOf(pesos + more, discountPercentage, true) };
        });
        expect(total(dearer, percents)).toBeGreaterThanOrEqual(total(parts, percents));
      }),
    );
  });
});

describe('a discount code', () => {
  const part = (partId: string, pesos: number, percent = 0): PartOfSet => ({
    partId,
    price: priceOf(pesos, percent, percent > 0),
  });
  const offer = (parts: PartOfSet[], kind: CodeDiscount['kind'], amount: number, percent = 0, of?: string[]) => {
    const partIds = parts.map(({ partId }) => partId);
    const completions = percent > 0 ? [{ partIds, discountPercentage: percent }] : [];
    return priceSet(parts, completions, { partIds: of ?? partIds, kind, amount }).items;
  };

  it.each([
    ['of percent where it is better', [part('a', 1490), part('b', 1000, 40)], 'percentage', 20, [1192, 600]],
    ['of percent, to nothing', [part('a', 1490), part('b', 1000, 40)], 'percentage', 100, [0, 0]],
    ['of pesos off the sum, by value', [part('a', 3000), part('b', 1000)], 'pesos', 1000, [2250, 750]],
    ['of pesos to the peso', [part('a', 1000), part('b', 1000), part('c', 1000)], 'pesos', 1000, [666, 667, 667]],
    ['of pesos first off what has no discount', [part('a', 3000), part('b', 1000, 40)], 'pesos', 1000, [2000, 600]],
    ['of pesos off both when one is too cheap', [part('a', 300), part('b', 2000, 10)], 'pesos', 1000, [170, 1130]],
    ['of pesos, no more than all of it', [part('a', 300), part('b', 200, 50)], 'pesos', 1000, [0, 0]],
    ['of pesos not, where it is less', [part('a', 1000, 40), part('b', 1000, 50)], 'pesos', 300, [600, 500]],
    [
      'of pesos off the part that gives up least, not off the one with the least percentage',
      [part('a', 5000, 10), part('b', 1000, 30)],
      'pesos',
      1000,
      [4500, 0],
    ],
  ] as const)('%s', (_name, parts, kind, amount, amounts) => {
    expect(offer([...parts], kind, amount).map((item) => item.amount)).toEqual(amounts);
  });

  it('replaces the completion discount for the parts to which it applies', () => {
    expect(offer([part('a', 1490), part('b', 490)], 'percentage', 30, 10, ['a'])).toEqual([
      { partId: 'a', value: 1490, amount: 1043, discountPercentage: 30, reduction: 'code' },
      { partId: 'b', value: 490, amount: 441, discountPercentage: 10, reduction: 'completion' },
    ]);
    expect(offer([part('a', 1490), part('b', 490)], 'pesos', 400, 10, ['a', 'b'])).toEqual([
      { partId: 'a', value: 1490, amount: 1341, discountPercentage: 10, reduction: 'completion' },
      { partId: 'b', value: 490, amount: 90, discountPercentage: 0, reduction: 'code' },
    ]);
  });

  const kind = fc.constantFrom<CodeDiscount['kind']>('percentage', 'pesos');
  const someCodes = fc
    .record({ kind, amount: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 20_000 })) })
    .map((code) => ({ ...code, amount: code.kind === 'percentage' ? Math.min(100, code.amount) : code.amount }));
  /** A code applies to the whole shop, to one of the books, or to one of the parts. */
  const someScopes = fc.oneof(fc.constant('shop'), fc.nat({ max: 2 }), fc.nat({ max: 19 }).map(String));
  const idsOf = (parts: readonly Part[], scope: string | number) =>
    parts
      .filter((each, index) => scope === 'shop' || scope === each.book || scope === String(index))
      .map(({ partId }) => partId);

  it('makes no part dearer or negative, and leaves parts out of its scope unchanged', () => {
    fc.assert(
      fc.property(someParts, discounts, someCodes, someScopes, (parts, percents, code, scope) => {
        const completions = completionsOf(parts, percents);
        const partIds = idsOf(parts, scope);
        const without = priceSet(parts, completions);
        const { items, total, value: whole } = priceSet(parts, completions, { ...code, partIds });
        expect(total).toBe(sum(items.map(({ amount }) => amount)));
        expect(whole).toBe(without.value);
        for (const [index, item] of items.entries()) {
          const before = without.items[index]!;
          if (item.reduction !== 'code') expect(item).toEqual(before);
          else {
            expect(partIds).toContain(item.partId);
            expect(item.amount).toBeLessThan(before.amount);
            expect(Number.isSafeInteger(item.amount) && item.amount >= 0).toBe(true);
          }
        }
      }),
    );
  });

  it('is not added to another discount of the same part, and takes off no more than its amount', () => {
    fc.assert(
      fc.property(someParts, discounts, someCodes, someScopes, (parts, percents, code, scope) => {
        const { items } = priceSet(parts, completionsOf(parts, percents), { ...code, partIds: idsOf(parts, scope) });
        const coded = items.filter(({ reduction }) => reduction === 'code');
        const taken = coded.map(({ value: pesos, amount }) => pesos - amount);
        if (code.kind === 'pesos') expect(sum(taken)).toBeLessThanOrEqual(code.amount);
        else for (const item of coded) expect(item.amount).toBe(Math.round((item.value * (100 - code.amount)) / 100));
      }),
    );
  });

  it('of a fixed amount gives the cheapest total of all choices of parts', () => {
    const few = someParts.map((parts) => parts.slice(0, 7));
    fc.assert(
      fc.property(few, discounts, fc.integer({ min: 1, max: 20_000 }), (parts, percents, pesos) => {
        const completions = completionsOf(parts, percents);
        const without = priceSet(parts, completions);
        const totals = Array.from({ length: 2 ** parts.length }, (_, choice) => {
          const isChosen = (index: number) => Math.floor(choice / 2 ** index) % 2 === 1;
          const values = sum(without.items.map((item, index) => (isChosen(index) ? item.value : 0)));
          const others = sum(without.items.map((item, index) => (isChosen(index) ? 0 : item.amount)));
          return Math.max(0, values - pesos) + others;
        });
        const partIds = parts.map(({ partId }) => partId);
        const { total } = priceSet(parts, completions, { kind: 'pesos', amount: pesos, partIds });
        expect(total).toBe(Math.min(...totals));
      }),
    );
  });

  it('costs the same in any order of the parts, and a larger code never costs more', () => {
    fc.assert(
      fc.property(
        someParts,
        discounts,
        someCodes,
        someScopes,
        fc.nat({ max: 900 }),
        (parts, percents, code, scope, more) => {
          const partIds = idsOf(parts, scope);
          const price = (chosenParts: readonly Part[], by: number) =>
            priceSet(chosenParts, completionsOf(chosenParts, percents), { ...code, amount: by, partIds });
          const amounts = (chosenParts: readonly Part[]) =>
            new Map(
              price(chosenParts, code.amount).items.map(({ partId, amount, reduction }) => [
                partId,
                [amount, reduction],
              ]),
            );
          expect(amounts(parts.toReversed())).toEqual(amounts(parts));
          const larger = code.kind === 'percentage' ? Math.min(100, code.amount + more) : code.amount + more;
          expect(price(parts, larger).total).toBeLessThanOrEqual(price(parts, code.amount).total);
        },
      ),
    );
  });
});

describe('completing a book', () => {
  const row = (partId: string, change: { isSold?: boolean; isOwned?: boolean; value?: number } = {}) => ({
    partId,
    isSold: change.isSold ?? true,
    isOwned: change.isOwned ?? false,
    price: priceOf(change.value ?? 1490, 0, false),
  });

  it('adds the parts that are sold, have a price and are not owned', () => {
    const parts = [
      row('a'),
      row('free', { value: 0 }),
      row('owned', { isOwned: true }),
      row('later', { isSold: false }),
      row('b'),
    ];
    expect(partsToComplete(parts)).toEqual(['a', 'b']);
  });

  it('is not offered for a single part', () => {
    expect(partsToComplete([row('a'), row('b', { isOwned: true })])).toEqual([]);
    expect(partsToComplete([])).toEqual([]);
    const many = Array.from({ length: MOST_PARTS_AT_ONCE }, (_, index) => row(`p${index}`));
    expect(partsToComplete(many), 'as many as one payment may be for').toHaveLength(MOST_PARTS_AT_ONCE);
    expect(partsToComplete([...many, row('more')]), 'nobody could pay them at once').toEqual([]);
  });
});
