import { CURRENCY, type PaymentProblem, type PaymentState } from '../payments/payment.ts';

/** Which paper stands for the tax of a payment: the provider's own voucher, a document of an issuer, or undecided. */
export type DocumentWay = 'voucher' | 'issuer' | 'undecided';

/**
 * Kind of a movement of a payment's money. `refund` is paid back by the provider, `settled` by other means;
 * `refund_undone` is an amount that the provider no longer counts as refunded; `reclassified` moves money between sales
 * and payments that bought nothing; `correction` follows an amount that the provider changed.
 */
export type MovementKind =
  | 'payment'
  | 'refund'
  | 'refund_undone'
  | 'settled'
  | 'chargeback'
  | 'chargeback_won'
  | 'reclassified'
  | 'correction'
  | 'fee';

/**
 * A change of the money that the shop holds of one payment; pesos, positive for income. Never changed once recorded.
 */
export interface Movement {
  readonly kind: MovementKind;
  /** Whether the payment bought something. */
  readonly isSale: boolean;
  readonly amount: number;
  /** Fee that the provider keeps, pesos. */
  readonly fee: number;
  /** The refund of this movement; null for other kinds. */
  readonly refundId: string | null;
  /** Tax document decided at the payment's approval; only on its first movement, null on all others. */
  readonly way: DocumentWay | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A payment as the ledger has it now; amounts in pesos. */
export interface PaymentNow {
  readonly state: PaymentState;
  readonly problem: PaymentProblem | null;
  readonly amount: number;
  readonly refundedAmount: number;
  /** Pesos settled by other means than the provider. */
  readonly settledAmount: number;
  readonly currency: string;
  readonly fee: number;
}

/** A refund of it that was made. */
export interface CompletedRefund {
  readonly id: string;
  readonly amount: number;
  readonly doneAt: number;
}

const cameStates: ReadonlySet<PaymentState> = new Set(['approved', 'in_mediation', 'refunded', 'charged_back']);

/** Whether money of a payment ever was the shop's. Money in another currency is in no sum; a person looks at it. */
export function cameIn({ state, currency }: Pick<PaymentNow, 'state' | 'currency'>): boolean {
  return currency === CURRENCY && cameStates.has(state);
}

/** Pesos of a payment that the shop holds now: approved less refunded and settled. */
export function heldOf(payment: PaymentNow): number {
  if (!cameIn(payment) || payment.state === 'refunded' || payment.state === 'charged_back') return 0;
  return Math.max(0, payment.amount - payment.refundedAmount - payment.settledAmount);
}

const sumOf = (movements: readonly Movement[]): number => movements.reduce((sum, { amount }) => sum + amount, 0);

const disputed: ReadonlySet<MovementKind> = new Set(['chargeback', 'chargeback_won']);

/** Facts from which the missing movements follow. */
export interface MovementFacts {
  readonly payment: PaymentNow;
  readonly refunds: readonly CompletedRefund[];
  /** Movements of the payment that are noted so far. */
  readonly noted: readonly Movement[];
  /** The currently decided tax document. */
  readonly way: DocumentWay;
  /** When it was paid, and now; epoch milliseconds. */
  readonly paidAt: number;
  readonly now: number;
}

/**
 * Returns the movements to record so that those of a payment add up to the money held. Movements are only added: a
 * recorded one keeps its day, so that a finished month never changes.
 */
export function movementsDue({ payment, refunds, noted: notedMovements, way, paidAt, now }: MovementFacts): Movement[] {
  if (!cameIn(payment) && notedMovements.length === 0) return [];
  const isSale = payment.problem === null;
  const due: Movement[] = [];
  const add = (movement: Partial<Movement> & Pick<Movement, 'kind'>) =>
    due.push({ isSale, amount: 0, fee: 0, refundId: null, way: null, at: now, ...movement });
  if (!notedMovements.some(({ kind }) => kind === 'payment')) {
    add({ kind: 'payment', amount: payment.amount, fee: payment.fee, way, at: paidAt });
  }
  const isNoted = (id: string) => notedMovements.some(({ refundId }) => refundId === id);
  // Counts a nameless movement against our refund: the provider reported the same money before our row existed.
  const named = refunds.filter(({ id }) => isNoted(id)).reduce((sum, { amount }) => sum + amount, 0);
  const isRefund = ({ kind }: Movement) => kind === 'refund' || kind === 'refund_undone';
  let unnamedRefunds = Math.max(0, -sumOf(notedMovements.filter(isRefund)) - named);
  for (const { id, amount, doneAt } of refunds) {
    if (isNoted(id)) continue;
    const refundTotal = sumOf([...notedMovements, ...due].filter(isRefund));
    const covered = Math.min(unnamedRefunds, amount);
    unnamedRefunds -= covered;
    const back = Math.min(amount - covered, Math.max(0, payment.amount + refundTotal));
    if (back > 0) add({ kind: 'refund', amount: -back, refundId: id, at: doneAt });
  }
  const heldAmount = heldOf(payment);
  const disputedAmount = -sumOf(
    [...notedMovements, ...due].filter(({ kind, isSale: ofSale }) => ofSale && disputed.has(kind)),
  );
  // Books money that a bank returns to the sale first, although another payment has replaced it; it bought nothing only
  // from then on.
  if (!isSale && heldAmount > 0 && disputedAmount > 0)
    add({ kind: 'chargeback_won', amount: disputedAmount, isSale: true });
  const missing = (ofSale: boolean) =>
    (ofSale === isSale ? heldAmount : 0) -
    sumOf([...notedMovements, ...due].filter((movement) => movement.isSale === ofSale));
  const [ofSales, ofOthers] = [missing(true), missing(false)];
  for (const [ofSale, amount] of [[true, ofSales] as const, [false, ofOthers] as const]) {
    if (amount === 0) continue;
    const kind =
      ofSales !== 0 && ofOthers !== 0 ? 'reclassified' : restKind(amount, payment, [...notedMovements, ...due]);
    add({ kind, amount, isSale: ofSale });
  }
  const fee = payment.fee - [...notedMovements, ...due].reduce((sum, movement) => sum + movement.fee, 0);
  if (fee !== 0 && cameIn(payment)) add({ kind: 'fee', fee });
  return due;
}

/** Names the kind of an amount that no refund explains. */
function restKind(amount: number, payment: PaymentNow, notedMovements: readonly Movement[]): MovementKind {
  const of = (kind: MovementKind) => sumOf(notedMovements.filter((movement) => movement.kind === kind));
  if (amount > 0) {
    if (of('chargeback') + of('chargeback_won') < 0) return 'chargeback_won';
    if (of('settled') < 0) return 'settled';
    return -of('refund') - of('refund_undone') >= amount ? 'refund_undone' : 'correction';
  }
  if (payment.state === 'charged_back') return 'chargeback';
  return -of('settled') < payment.settledAmount ? 'settled' : 'refund';
}

/** Documents 39 and 61 of the tax office: a boleta for a sale, and a credit note for a refund of it. */
export type TaxDocumentKind = 'boleta' | 'credit_note';

/** A document that a payment needs, or that was asked for before. */
export interface DocumentRequest {
  readonly kind: TaxDocumentKind;
  readonly total: number;
  /** Index of the document's movement in the list of the payment's movements. */
  readonly movement: number;
}

const goesBack: ReadonlySet<MovementKind> = new Set(['refund', 'settled', 'reclassified']);

/**
 * Documents that a payment still needs. Only a payment whose tax document was the issuer's at its approval needs any,
 * whatever is decided later, so that no sale ever has two tax documents. A payment that bought nothing has none; a
 * chargeback is no refund of the shop, so it gets no credit note. A boleta is dated by the day on which the money last
 * arrived, for the amount of the sale then: a finished month gets no new document. Credit notes are for later refunds.
 * @param movements all recorded movements of the payment, in order.
 */
export function documentsDue(
  movements: readonly Movement[],
  requestedDocuments: readonly DocumentRequest[],
): DocumentRequest[] {
  if (movements.find(({ way }) => way !== null)?.way !== 'issuer') return [];
  const due: DocumentRequest[] = [];
  const ofSale = movements.map((movement, index) => ({ ...movement, index })).filter(({ isSale }) => isSale);
  const requestedBoleta = requestedDocuments.find(({ kind }) => kind === 'boleta');
  const came = ofSale.findLast(({ amount }) => amount > 0);
  if (!requestedBoleta && (!came || sumOf(ofSale) <= 0)) return [];
  const until = came?.index ?? 0;
  const total = sumOf(ofSale.filter(({ index }) => index <= until));
  const boleta = requestedBoleta ?? { kind: 'boleta', total, movement: until };
  if (!requestedBoleta) due.push(boleta);
  const later = ofSale.filter(({ index }) => index > boleta.movement);
  const back = later.filter(({ kind }) => goesBack.has(kind));
  // Subtracts returns that failed: their credit note exists already, and serves when the money does go back.
  const undone = sumOf(later.filter(({ kind }) => kind === 'refund_undone'));
  const notedTotal = requestedDocuments
    .filter(({ kind }) => kind === 'credit_note')
    .reduce((sum, note) => sum + note.total, 0);
  let missingAmount = Math.min(boleta.total, -sumOf(back) - undone) - notedTotal;
  // The newest movements are those without a document.
  for (const { amount, index } of back.toReversed()) {
    const note = Math.min(missingAmount, -amount);
    if (note <= 0) continue;
    due.push({ kind: 'credit_note', total: note, movement: index });
    missingAmount -= note;
  }
  return due.toSorted((a, b) => a.movement - b.movement);
}
