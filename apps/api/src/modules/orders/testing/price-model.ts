import { DAY_MS } from '@cuentos/domain/time/durations';
import type { BookPartRow } from '../../../platform/db/tables/books.ts';
import type { TestShop } from './open-shop.ts';

interface PartTerms {
  readonly value: number;
  /** Discount in percent, and the days from the shop's opening for which it runs; null for no presale. */
  readonly presale: { readonly percent: number; readonly days: number } | null;
}

interface BookTerms {
  readonly completion: number;
  readonly parts: readonly PartTerms[];
}

const plain = (value: number): PartTerms => ({ value, presale: null });
const early = (value: number, percent: number, days = 20): PartTerms => ({ value, presale: { percent, days } });

/**
 * Shops of two books each, with prices that divide badly, presales better or worse than the completion, and free parts.
 */
const shops: readonly (readonly BookTerms[])[] = [
  [
    { completion: 15, parts: [plain(1490), early(990, 30), plain(700), plain(333)] },
    { completion: 0, parts: [early(2500, 90), plain(0)] },
  ],
  [
    { completion: 50, parts: [plain(1), plain(1), plain(3)] },
    { completion: 33, parts: [plain(1000), plain(1000), early(1000, 33), early(2001, 34)] },
  ],
  [
    { completion: 90, parts: [plain(777), early(778, 90, 400)] },
    { completion: 10, parts: [plain(5000), early(1000, 30), early(4999, 1), plain(10)] },
  ],
  [
    { completion: 7, parts: [plain(2990), plain(2990)] },
    { completion: 25, parts: [early(1490, 10), early(1490, 40), plain(1490), plain(0)] },
  ],
];
export const SHOPS = shops.length;
/** The largest number of parts of a shop; higher indexes wrap around. */
export const MOST_PARTS = 6;

/** A part of a catalogue, as the price model sees it. */
export interface CataloguePart {
  readonly id: string;
  readonly book: number;
  readonly value: number;
  readonly percent: number;
  /** Last instant of the presale; null for none. */
  readonly until: number | null;
}

export interface Code {
  readonly code: string;
  readonly kind: 'percentage' | 'pesos';
  readonly amount: number;
  /** True if the code applies only to the first book. */
  readonly isOfBook: boolean;
  readonly most: number | null;
  readonly mostEach: number | null;
}

export interface Catalogue {
  readonly parts: readonly CataloguePart[];
  readonly completions: readonly number[];
  readonly codes: readonly Code[];
}

/** Kinds of codes of every catalogue. */
const codes: readonly (Omit<Code, 'code'> & { readonly name: string })[] = [
  { name: 'QUINTO', kind: 'percentage', amount: 20, isOfBook: false, most: null, mostEach: 1 },
  { name: 'MIL', kind: 'pesos', amount: 1000, isOfBook: false, most: 2, mostEach: null },
  { name: 'TODO', kind: 'percentage', amount: 100, isOfBook: true, most: null, mostEach: 1 },
  { name: 'POCO', kind: 'pesos', amount: 7, isOfBook: true, most: 1, mostEach: null },
];
export const CODES = codes.length;

/** Inserts the books and codes of a shop into the database. */
export async function makeCatalogue(shop: TestShop, index: number, adminId: string): Promise<Catalogue> {
  const now = shop.clock.now();
  const parts: CataloguePart[] = [];
  const bookIds: string[] = [];
  for (const [book, { completion, parts: terms }] of shops[index]!.entries()) {
    for (const { value, presale } of terms) {
      const until = presale === null ? null : now + presale.days * DAY_MS;
      const change: Partial<BookPartRow> = {
        value,
        is_presale: presale === null ? 0 : 1,
        presale_end_at: until,
        presale_discount: presale?.percent ?? 0,
        ...(bookIds[book] === undefined ? {} : { book_id: bookIds[book] }),
      };
      const modelPart = await shop.part(change, { completion_discount: completion });
      bookIds[book] ??= modelPart.book_id;
      parts.push({ id: modelPart.id, book, value, percent: presale?.percent ?? 0, until });
    }
  }
  const codeRows: Code[] = [];
  for (const { name, ...terms } of codes) {
    const code = `${name}-${index}`;
    await shop.services.discountCodes.create(adminId, {
      code,
      kind: terms.kind,
      amount: terms.amount,
      book_id: terms.isOfBook ? bookIds[0]! : null,
      part_id: null,
      from: null,
      until: null,
      max_uses: terms.most,
      max_uses_per_person: terms.mostEach,
    });
    codeRows.push({ code, ...terms });
  }
  return { parts, completions: shops[index]!.map(({ completion }) => completion), codes: codeRows };
}

/** Prices that an order of some parts must have. */
export interface Expected {
  readonly total: number;
  /** True if the code reduced the total. */
  readonly isCoded: boolean;
  /** Current price of each part alone. */
  readonly alone: ReadonlyMap<string, number>;
}

interface Asked {
  /** Parts with a price that the buyer does not own. */
  readonly parts: readonly CataloguePart[];
  readonly owned: ReadonlySet<string>;
  readonly code: Code | null;
  readonly now: number;
}

const inPresale = ({ until }: CataloguePart, now: number) => until !== null && now < until;

/** Price of a part alone, in pesos. */
export const aloneOf = (part: CataloguePart, now: number): number =>
  Math.round((part.value * (100 - (inPresale(part, now) ? part.percent : 0))) / 100);

/**
 * Computes the prices of parts bought together from the price rule as it is written, independently of the product's
 * code: each part gets the best one of presale, completion and code, never two of them. For a code of pesos every
 * choice of parts is tried.
 */
export function expectedPrice({ parts: all, completions }: Catalogue, { parts, owned, code, now }: Asked): Expected {
  const alone = new Map(parts.map((part) => [part.id, aloneOf(part, now)]));
  const amounts = new Map(alone);
  for (const [book, completion] of completions.entries()) {
    const missing = all.filter((part) => part.book === book && !owned.has(part.id) && aloneOf(part, now) > 0);
    if (missing.length < 2 || !missing.every(({ id }) => alone.has(id))) continue;
    const percentOf = (part: CataloguePart) => Math.max(completion, inPresale(part, now) ? part.percent : 0);
    if (!missing.some((part) => completion > (inPresale(part, now) ? part.percent : 0))) continue;
    const exact = missing.map((part) => ({ id: part.id, hundredths: part.value * (100 - percentOf(part)) }));
    for (const { id, hundredths } of exact) amounts.set(id, Math.floor(hundredths / 100));
    let rest =
      Math.round(sum(exact.map(({ hundredths }) => hundredths)) / 100) - sum(exact.map(({ id }) => amounts.get(id)!));
    // The part that lost most by rounding down gets the remaining peso, unless it would cost more than alone.
    const inTurn = exact.toSorted((a, b) => (b.hundredths % 100) - (a.hundredths % 100) || (a.id < b.id ? -1 : 1));
    for (let round = 0; rest > 0 && round < exact.length; round += 1) {
      for (const { id } of inTurn) {
        if (rest === 0 || amounts.get(id)! >= alone.get(id)!) continue;
        amounts.set(id, amounts.get(id)! + 1);
        rest -= 1;
      }
    }
  }
  const uncoded = sum([...amounts.values()]);
  const eligible = code === null ? [] : parts.filter(({ book }) => !code.isOfBook || book === 0);
  const saved =
    code === null
      ? 0
      : savingOf(
          code,
          eligible.map(({ id, value }) => ({ value, amount: amounts.get(id)! })),
        );
  return { total: uncoded - saved, isCoded: saved > 0, alone };
}

/** Returns the largest reduction by a code beyond the other discounts. */
function savingOf(code: Code, parts: readonly { readonly value: number; readonly amount: number }[]): number {
  if (code.kind === 'percentage') {
    return sum(parts.map(({ value, amount }) => Math.max(0, amount - Math.round((value * (100 - code.amount)) / 100))));
  }
  let best = 0;
  for (let choice = 1; choice < 2 ** parts.length; choice += 1) {
    const chosen = parts.filter((_, index) => Math.floor(choice / 2 ** index) % 2 === 1);
    const left = Math.max(0, sum(chosen.map(({ value }) => value)) - code.amount);
    best = Math.max(best, sum(chosen.map(({ amount }) => amount)) - left);
  }
  return best;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
