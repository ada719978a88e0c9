/**
 * The provider's information about a dispute, for people only: the payment's own state decides about money and access.
 */
export interface Dispute {
  readonly documentsRequired: boolean | null;
  /** The provider's status of the documents. */
  readonly documentsStatus: string | null;
  /** Deadline for documents, epoch milliseconds. */
  readonly documentsDeadline: number | null;
  /** Whether it was decided for the shop; null while it is not decided. */
  readonly isCovered: boolean | null;
  readonly isCoverable: boolean | null;
}

/** The next step of the shop about a dispute's documents; null if the provider does not say. */
export type DisputeDocuments = 'needed' | 'late' | 'in_review' | 'accepted' | 'refused' | 'none';

const decided: ReadonlyMap<string, DisputeDocuments> = new Map([
  ['review_pending', 'in_review'],
  ['valid', 'accepted'],
  ['invalid', 'refused'],
  ['not_applicable', 'none'],
]);

/**
 * Returns whether documents have to be sent: the provider asks for them and its deadline has not passed.
 * @param now epoch milliseconds.
 */
export function documentsOf(dispute: Dispute, now: number): DisputeDocuments | null {
  const { documentsRequired: isRequired, documentsStatus: status, documentsDeadline: deadline } = dispute;
  const decision = decided.get(status ?? '');
  if (decision !== undefined) return decision;
  if (isRequired !== true) return isRequired === false ? 'none' : null;
  const isLate = status === 'not_supplied' || (deadline !== null && deadline < now);
  return isLate ? 'late' : 'needed';
}

interface DisputedMoney {
  readonly amount: number;
  readonly currency: string;
}

/** Whether a dispute can be one of a payment: no more than was paid, in its currency. */
export function fitsPayment(dispute: DisputedMoney, payment: DisputedMoney): boolean {
  return dispute.currency === payment.currency && dispute.amount > 0 && dispute.amount <= payment.amount;
}
