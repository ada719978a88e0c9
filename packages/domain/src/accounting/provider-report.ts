/** A line about a payment, of the provider's report or of the ledger; amounts in pesos, positive when they come. */
export interface ReportLine {
  /** The provider's number of the payment. */
  readonly payment: string;
  /** Our order, as the provider repeats it; null when it does not. */
  readonly order: string | null;
  readonly kind: 'payment' | 'return';
  readonly amount: number;
  readonly fee: number;
  /** Whether the line belongs to the compared month. */
  readonly isInMonth: boolean;
}

/** Sums of one payment: the money that came, the money that went back, the fee. */
export interface PaymentSums {
  readonly came: number;
  readonly back: number;
  readonly fee: number;
}

/**
 * How report and ledger disagree about a payment: only one of them has it, they count it to different months, or
 * amounts, or the fee alone, differ.
 */
export type DifferenceKind = 'only_provider' | 'only_ours' | 'other_month' | 'amount' | 'fee';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly payment: string;
  readonly order: string | null;
  /** Null when the provider's report does not have the payment. */
  readonly provider: PaymentSums | null;
  readonly ours: PaymentSums | null;
}

export interface ReportComparison {
  /** Number of payments on which both agree. */
  readonly agreeing: number;
  readonly differences: readonly Difference[];
  /** Sums of all payments on each side. */
  readonly provider: PaymentSums;
  readonly ours: PaymentSums;
}

function sumsOf(lines: readonly ReportLine[]): PaymentSums {
  let [came, back, fee] = [0, 0, 0];
  for (const line of lines) {
    if (line.kind === 'payment') came += line.amount;
    else back += line.amount;
    fee += line.fee;
  }
  // Fees have cents in the report; the shop stores whole pesos.
  return { came, back, fee: Math.round(fee) };
}

const isSame = (a: PaymentSums, b: PaymentSums): boolean => a.came === b.came && a.back === b.back;

/**
 * Compares the provider's report of a month with the ledger, payment by payment.
 * @param report every line of the file.
 * @param ledger every movement, of whatever month, of the payments that the file names or that moved in the month.
 */
export function compareReport(report: readonly ReportLine[], ledger: readonly ReportLine[]): ReportComparison {
  const theirs = Map.groupBy(report, ({ payment }) => payment);
  const ours = Map.groupBy(ledger, ({ payment }) => payment);
  const differences: Difference[] = [];
  let agreeing = 0;
  for (const payment of new Set([...theirs.keys(), ...ours.keys()])) {
    const sides = { theirs: theirs.get(payment) ?? [], ours: ours.get(payment) ?? [] };
    const [lines, own] = [inMonth(sides.theirs), inMonth(sides.ours)];
    if (lines.length === 0 && own.length === 0) continue;
    const kind = differenceOf(sides);
    if (kind === null) agreeing += 1;
    else {
      differences.push({
        kind,
        payment,
        order: [...sides.ours, ...sides.theirs].find((line) => line.order !== null)?.order ?? null,
        provider: lines.length > 0 ? sumsOf(lines) : null,
        ours: own.length > 0 ? sumsOf(own) : null,
      });
    }
  }
  return { agreeing, differences, provider: sumsOf(inMonth(report)), ours: sumsOf(inMonth(ledger)) };
}

const inMonth = (lines: readonly ReportLine[]): ReportLine[] => lines.filter((line) => line.isInMonth);

interface Sides {
  readonly theirs: readonly ReportLine[];
  readonly ours: readonly ReportLine[];
}

function differenceOf({ theirs, ours }: Sides): DifferenceKind | null {
  if (ours.length === 0) return 'only_provider';
  const [provider, own] = [sumsOf(inMonth(theirs)), sumsOf(inMonth(ours))];
  if (isSame(provider, own)) return provider.fee === own.fee ? null : 'fee';
  // Around midnight of the last day both may have the same money, one on either side.
  const elsewhere = ours.filter((line) => !line.isInMonth);
  const explains = elsewhere.some((line) => isSame(sumsOf([...inMonth(ours), line]), provider));
  if (explains || (theirs.length > 0 && isSame(sumsOf(theirs), sumsOf(ours)))) return 'other_month';
  return theirs.length === 0 ? 'only_ours' : 'amount';
}
