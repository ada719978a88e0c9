import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import * as repository from './repository.ts';

/** What somebody of the team did, or the shop itself. Ids only: `detail` holds no name, address or text of a person. */
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
  | `part.${'created' | 'activated' | 'deactivated' | 'archived' | 'restored' | 'price_changed'}`
  | `edition.${'uploaded' | 'published' | 'discarded'}`
  | `early_access.${'given' | 'taken'}`
  | 'part.granted'
  | 'part.grant_revoked'
  | `session.${'revoked' | 'token_reused'}`
  | `second_factor.${'added' | 'removed' | 'reset' | 'codes_replaced' | 'code_used'}`
  | `shop.${'draft_begun' | 'draft_discarded' | 'published' | 'portrait_uploaded'}`
  | 'legal.published'
  | `announcement.${'created' | 'changed' | 'deleted' | 'sent' | 'scheduled' | 'paused' | 'resumed' | 'stopped' | 'cancelled' | 'tested'}`
  | `mailing_list.${'exported' | 'erased'}`
  | 'setup.checked'
  | `mail.${'retried' | 'resent'}`
  | `message_thread.${'answered' | 'closed' | 'reopened'}`
  | 'notice.retried'
  | `order.${'granted' | 'withdrawn'}`
  | 'entitlement.revoked'
  | `refund.${'requested' | 'noticed' | 'done' | 'failed' | 'retried'}`
  | `payment.${'problem' | 'contradiction' | 'settled'}`;

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
