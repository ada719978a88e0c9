import type { DocumentWay, MovementKind, TaxDocumentKind } from '@cuentos/domain/accounting/movements';
import { flag, index, integer, table, text, unique, type RowOf } from '../declare-table.ts';

/** Changes of the money that the shop holds of a payment; rows are added and never changed. */
export const money_movements = table({
  owner: 'modules/accounting',
  columns: {
    id: text(),
    payment_id: text(),
    /** Place among the movements of its payment, from 0. */
    position: integer(),
    order_id: text().orNull(),
    refund_id: text().orNull(),
    kind: text<MovementKind>(),
    /** 0 for a payment that bought nothing. */
    is_sale: flag(),
    /** Pesos, negative when they go. */
    amount: integer(),
    fee: integer(),
    /** Way of the tax document at the payment's approval; on its first movement, null on all others. */
    document_way: text<DocumentWay>().orNull(),
    at: integer(),
  },
  key: ['id'],
  indexes: {
    money_movements_at: index('at'),
    money_movements_payment: unique('payment_id', 'position'),
    money_movements_refund: unique('refund_id'),
  },
});
export type MoneyMovementRow = RowOf<typeof money_movements>;

/** Requested boletas and credit notes. */
export const tax_documents = table({
  owner: 'modules/accounting',
  columns: {
    id: text(),
    kind: text<TaxDocumentKind>(),
    /** Movement of the document; each has one at most. */
    movement_id: text(),
    payment_id: text(),
    order_id: text().orNull(),
    refund_id: text().orNull(),
    total: integer(),
    net: integer(),
    vat: integer(),
    /** Time of the sale or refund that the document is about. */
    at: integer(),
    /** 'failed': the issuer refused, or a fact of the seller is missing; it is tried again. */
    state: text<'requested' | 'issued' | 'failed'>(),
    /** The shop's own, without gaps for each kind; null until it is its turn. */
    number: integer().orNull(),
    /** The tax office's. */
    folio: text().orNull(),
    /** When an admin typed the folio of a document that was issued outside of the shop; null for an issuer's. */
    folio_typed_at: integer().orNull(),
    issuer: text().orNull(),
    /** JSON as it is handed to the issuer, written down with the number: every try is about the same document. */
    content: text().orNull(),
    file_key: text().orNull(),
    attempts: integer(),
    next_attempt_at: integer().orNull(),
    last_error: text<'seller' | 'unavailable' | 'refused'>().orNull(),
    created_at: integer(),
    issued_at: integer().orNull(),
    alerted_at: integer().orNull(),
  },
  key: ['id'],
  indexes: {
    tax_documents_folio: index('kind', 'folio').where('folio is not null'),
    tax_documents_to_issue: index('at').where("state = 'issued' and folio is null"),
    tax_documents_movement: unique('movement_id'),
    tax_documents_next: index('next_attempt_at'),
    tax_documents_number: unique('kind', 'number'),
    tax_documents_order: index('order_id'),
    tax_documents_payment: index('payment_id'),
  },
});
export type TaxDocumentRow = RowOf<typeof tax_documents>;

/** A link by which an accountant without an account reads 'Contabilidad'. */
export const accountant_links = table({
  owner: 'modules/accounting',
  columns: {
    id: text(),
    /** The person to whom an admin gave the link, in the admin's words. */
    name: text(),
    /** The token itself is kept nowhere. */
    token_hash: text(),
    created_at: integer(),
    expires_at: integer(),
    last_used_at: integer().orNull(),
    withdrawn_at: integer().orNull(),
  },
  key: ['id'],
  indexes: { accountant_links_token: unique('token_hash') },
});
export type AccountantLinkRow = RowOf<typeof accountant_links>;

/** Numbers that were given to documents which an older state of the shop, put back since, does not know. */
export const tax_numbers_given = table({
  owner: 'platform/db',
  columns: {
    kind: text<TaxDocumentKind>(),
    last: integer(),
  },
  key: ['kind'],
});
