import type { ExportPermission } from '@cuentos/domain/exports/export-permission';
import type { Role } from './account-fields.ts';
import type { DataRequestKind } from './personal-data.ts';
import type { RecallKind } from './recalls.ts';

/** Actions without details: actor, subject and time say everything. */
type PlainAction =
  | `user.${'invited' | 'password_set' | 'sessions_closed' | 'deleted' | 'restored'}`
  | `book.${'created' | 'activated' | 'deactivated' | 'archived' | 'restored' | 'parts_ordered'}`
  | 'shelf.ordered'
  | `backup.${'asked' | 'key_shown' | 'key_kept' | 'downloaded'}`
  | `part.${'activated' | 'deactivated' | 'archived' | 'restored' | 'recall_lifted'}`
  | `second_factor.${'added' | 'removed' | 'reset' | 'codes_replaced' | 'code_used'}`
  | `passkey.${'added' | 'removed'}`
  | `app_password.${'made' | 'removed'}`
  | 'shop.portrait_uploaded'
  | `discount_code.${'switched_on' | 'switched_off' | 'deleted'}`
  | `announcement.${'created' | 'changed' | 'deleted' | 'sent' | 'scheduled' | 'paused' | 'resumed' | 'stopped' | 'cancelled' | 'tested' | 'retried'}`
  | `mailing_list.${'exported' | 'erased'}`
  | 'mail.retried'
  | `message_thread.${'closed' | 'reopened'}`
  | 'notice.retried'
  | `gift.${'sent_again' | 'changed'}`
  | `account.${'erasure_asked' | 'kept' | 'erased' | 'blocked' | 'unblocked' | 'email_changed' | 'email_returned' | 'claimed'}`
  | `accountant_link.${'withdrawn' | 'used'}`
  | 'tax_document.retried';

/** Details of the other actions: ids and figures, and no text except the reason of an action about money. */
interface AuditDetails {
  'user.created': { readonly role: Role };
  'user.changed': { readonly email: boolean };
  'user.role_changed': Change<Role>;
  'book.writers_changed': { readonly writers: readonly string[] };
  'book.completion_changed': Change<number>;
  'part.created': { readonly book: string; readonly value: number };
  /** The old and the new value of each changed term. */
  'part.price_changed': { readonly [Term in PartTerm]?: readonly [from: number | null, to: number | null] };
  'part.sample_changed': Change<number | null>;
  'part.sample_asked': Change<number | null>;
  'part.recalled': { readonly kind: RecallKind } & Reason;
  'part.granted': UserDetail;
  'part.grant_revoked': UserDetail;
  'edition.uploaded': PartDetail & { readonly published: boolean };
  'edition.published': PartDetail;
  'edition.discarded': PartDetail;
  'edition.reviewed': PartDetail & { readonly words: number; readonly seen: number };
  'early_access.given': UserDetail & { readonly expires_at: number | null };
  'early_access.taken': UserDetail;
  'session.revoked': UserDetail;
  'session.token_reused': UserDetail;
  'shop.draft_begun': { readonly revision: number };
  'shop.draft_discarded': { readonly revision: number };
  'shop.published': { readonly revision: number; readonly fields: readonly string[] };
  'legal.published': { readonly version: number };
  'discount_code.created': { readonly kind: 'percentage' | 'pesos'; readonly amount: number };
  /** The columns that changed, as they are now. */
  'discount_code.changed': Readonly<Record<string, unknown>>;
  'setup.checked': { readonly state: string };
  'mail.resent': UserDetail;
  'mail.held_back': { readonly budget: string };
  'message_thread.answered': { readonly message: string };
  'order.granted': PaymentDetail;
  'book.export_permission_changed': Change<ExportPermission | null>;
  /** Null when no copy has the number that was searched for. */
  'copy.traced': { readonly part: string | null };
  'order.withdrawn': PartDetail & Money;
  'gift.claimed': { readonly parts: readonly string[] };
  'data_request.entered': { readonly kind: DataRequestKind };
  'data_request.carried_out': { readonly kind: DataRequestKind };
  'data_request.closed': { readonly kind: DataRequestKind };
  'entitlement.revoked': { readonly payment: string | null; readonly parts: readonly string[] } & Reason;
  'refund.requested': RefundAbout & Money & Reason;
  'refund.retried': PaymentDetail & Money;
  'refund.ordered': PaymentDetail & OrderDetail & Money & { readonly number: string };
  'refund.rejected': PaymentDetail & OrderDetail & Money & { readonly number: string | null };
  'refund.cancelled': PaymentDetail & OrderDetail & Money & { readonly number: string | null };
  'refund.done': PaymentDetail & OrderDetail & Money & { readonly partId: string | null };
  'refund.failed': PaymentDetail & OrderDetail & Money;
  'refund.noticed': Money & { readonly part: string | null };
  'refund.unnoticed': PaymentDetail & Money;
  'tax_document.prepared': TaxDocument;
  'tax_document.issued': TaxDocument;
  'tax_document.folio_typed': OrderDetail & Pick<TaxDocument, 'kind'> & Change<string | null>;
  'tax_document.refused': OrderDetail & Pick<TaxDocument, 'kind'>;
  'accounting.exported': { readonly rows: number };
  'accountant_link.made': { readonly days: number };
  'purchases.exported': { readonly rows: number };
  'accounting.compared': { readonly lines: number; readonly agreeing: number; readonly differences: number };
  'payment.problem': Money & { readonly problem: string | null; readonly state: string; readonly currency: string };
  'payment.contradiction': Change<string>;
  'payment.settled': OrderDetail & Money & Reason & { readonly problem: string };
}

interface Change<Value> {
  readonly from: Value;
  readonly to: Value;
}

type PartTerm = 'value' | 'release_at' | 'is_presale' | 'presale_end_at' | 'presale_discount';

interface UserDetail {
  /** Id of the account that it concerns. */
  readonly user: string;
}

interface PartDetail {
  readonly part: string;
}

interface PaymentDetail {
  readonly payment: string;
}

interface OrderDetail {
  /** Null for a payment that bought nothing. */
  readonly order: string | null;
}

interface Money {
  /** Pesos, but of a payment in another currency. */
  readonly amount: number;
}

interface Reason {
  /** A reason in the shop's words or a person's own; deleted when the person is erased. */
  readonly reason?: string;
}

/** The subject of a refund; order and part are set if a person asked for it. */
export interface RefundAbout extends PaymentDetail, Partial<OrderDetail> {
  readonly partId?: string | null;
}

interface TaxDocument extends OrderDetail {
  readonly kind: 'boleta' | 'credit_note';
  readonly number: number | null;
  readonly folio: string | null;
  readonly total: number;
}

/** An action with the details of its line. */
export type AuditedAct =
  | { readonly action: PlainAction; readonly detail?: never }
  | {
      [Action in keyof AuditDetails]: { readonly action: Action; readonly detail: AuditDetails[Action] };
    }[keyof AuditDetails];

export type AuditAction = AuditedAct['action'];
