import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import * as repository from './repository.ts';

/** What somebody did, or the shop itself. By ids only; of texts `detail` holds the reason of what was done about money. */
export interface AuditEntry {
  /** Null for the shop itself. */
  readonly actorId: string | null;
  readonly action: AuditAction;
  /** Id of the row it was done to. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export type AuditAction =
  | `user.${'created' | 'invited' | 'changed' | 'role_changed' | 'password_set' | 'deleted' | 'restored'}`
  | `book.${'created' | 'activated' | 'deactivated' | 'archived' | 'restored' | 'writers_changed' | 'completion_changed' | 'parts_ordered'}`
  | 'shelf.ordered'
  | `part.${'created' | 'activated' | 'deactivated' | 'archived' | 'restored' | 'price_changed' | 'sample_changed'}`
  | `edition.${'uploaded' | 'published' | 'discarded'}`
  | `early_access.${'given' | 'taken'}`
  | 'part.granted'
  | 'part.grant_revoked'
  | `session.${'revoked' | 'token_reused'}`
  | `second_factor.${'added' | 'removed' | 'reset' | 'codes_replaced' | 'code_used'}`
  | `passkey.${'added' | 'removed'}`
  | `shop.${'draft_begun' | 'draft_discarded' | 'published' | 'portrait_uploaded'}`
  | 'legal.published'
  | `discount_code.${'created' | 'changed' | 'switched_on' | 'switched_off' | 'deleted'}`
  | `announcement.${'created' | 'changed' | 'deleted' | 'sent' | 'scheduled' | 'paused' | 'resumed' | 'stopped' | 'cancelled' | 'tested'}`
  | `mailing_list.${'exported' | 'erased'}`
  | 'setup.checked'
  | `mail.${'retried' | 'resent' | 'held_back'}`
  | `message_thread.${'answered' | 'closed' | 'reopened'}`
  | 'notice.retried'
  | `order.${'granted' | 'withdrawn'}`
  | `gift.${'claimed' | 'sent_again' | 'changed'}`
  | `account.${'erasure_asked' | 'kept' | 'erased' | 'blocked' | 'unblocked' | 'email_changed' | 'email_returned' | 'claimed'}`
  | `data_request.${'entered' | 'carried_out' | 'closed'}`
  | 'entitlement.revoked'
  | `refund.${'ordered' | 'rejected' | 'cancelled' | 'unnoticed' | 'requested' | 'noticed' | 'done' | 'failed' | 'retried'}`
  | `tax_document.${'prepared' | 'issued' | 'refused' | 'retried'}`
  | `accounting.${'exported' | 'compared'}`
  | `payment.${'problem' | 'contradiction' | 'settled'}`;

/** Whether an admin made an account. Any other account was made by registering. */
export async function wasMadeByShop(
  tx: Tx,
  { id, created_at }: { readonly id: string; readonly created_at: number },
): Promise<boolean> {
  const actions: AuditAction[] = ['user.created', 'user.invited'];
  return repository.hasLine(tx, { at: created_at, subject: id, actions });
}

/** Forgets what somebody wrote as the reason of what was done to some rows. */
export async function dropReasons(tx: Tx, subjects: readonly string[]): Promise<void> {
  for (const { id, detail } of await repository.auditWithReasons(tx, subjects)) {
    const { reason: _reason, ...rest } = JSON.parse(detail) as Readonly<Record<string, unknown>>;
    await repository.updateDetail(tx, id, JSON.stringify(rest));
  }
}

/** Writes one line of the audit log in the transaction of what it tells. */
export async function recordAudit(tx: Tx, entry: AuditEntry, now: number): Promise<void> {
  const { actorId, action, subject, detail = {} } = entry;
  await repository.insertAudit(tx, {
    id: newId(now),
    at: now,
    actor_id: actorId,
    action,
    subject,
    detail: JSON.stringify(detail),
  });
}
