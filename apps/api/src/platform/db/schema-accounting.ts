import type { DocumentWay, MovementKind, TaxDocumentKind } from '@cuentos/domain/accounting/movements';
import type { Selectable } from 'kysely';

// What the accountant reads: part of `Database` in schema.ts.

/** A change of what the shop holds of a payment; rows are added and never changed. */
export interface MoneyMovementTable {
  id: string;
  payment_id: string;
  /** Its place among those of its payment, from 0. */
  position: number;
  order_id: string | null;
  refund_id: string | null;
  kind: MovementKind;
  /** 0 for what bought nothing. */
  is_sale: number;
  /** Pesos, negative when they go. */
  amount: number;
  fee: number;
  /** Of the first of a payment: what stood for its tax then; null on every other. */
  document_way: DocumentWay | null;
  at: number;
}
export type MoneyMovementRow = Selectable<MoneyMovementTable>;

/** A boleta or credit note that was asked for. */
export interface TaxDocumentTable {
  id: string;
  kind: TaxDocumentKind;
  /** What it tells of; one document for each. */
  movement_id: string;
  payment_id: string;
  order_id: string | null;
  refund_id: string | null;
  total: number;
  net: number;
  vat: number;
  /** When what it tells of happened. */
  at: number;
  /** Failed: the issuer, or a missing fact of the seller, says no; it is tried again all the same. */
  state: 'requested' | 'issued' | 'failed';
  /** The shop's own, without gaps for each kind; null until it is its turn. */
  number: number | null;
  /** The tax office's. */
  folio: string | null;
  issuer: string | null;
  /** JSON as it is handed to the issuer, written down with the number: every try is about the same document. */
  content: string | null;
  file_key: string | null;
  attempts: number;
  next_attempt_at: number | null;
  last_error: 'seller' | 'unavailable' | 'refused' | null;
  created_at: number;
  issued_at: number | null;
  alerted_at: number | null;
}
export type TaxDocumentRow = Selectable<TaxDocumentTable>;

/** Numbers that were given to documents which an older state of the shop, put back since, does not know. */
export interface TaxNumbersGivenTable {
  kind: TaxDocumentKind;
  last: number;
}
