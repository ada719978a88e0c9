import type { AuditAction, AuditedAct } from '@cuentos/contract/audit';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import * as repository from './repository.ts';

/** An audit entry: actor, action and affected row. */
export type AuditEntry = AuditedAct & {
  /** Null for the shop itself. */
  readonly actorId: string | null;
  /** Id of the row it was done to. */
  readonly subject: string;
};

/** Whether an admin made an account. Any other account was made by registering. */
export async function wasMadeByShop(
  tx: Tx,
  { id, created_at }: { readonly id: string; readonly created_at: number },
): Promise<boolean> {
  const actions: AuditAction[] = ['user.created', 'user.invited'];
  return repository.hasLine(tx, { at: created_at, subject: id, actions });
}

/** Forgets the reasons that were written for changes of some rows. */
export async function dropReasons(tx: Tx, subjects: readonly string[]): Promise<void> {
  for (const { id, detail } of await repository.auditWithReasons(tx, subjects)) {
    const { reason: _reason, ...rest } = JSON.parse(detail) as Readonly<Record<string, unknown>>;
    await repository.updateDetail(tx, id, JSON.stringify(rest));
  }
}

/** Writes an audit entry in the transaction of the action. */
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
