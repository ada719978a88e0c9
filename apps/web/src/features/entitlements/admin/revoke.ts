import type { Entitlement } from '@cuentos/contract/entitlements';
import { ask } from '../../../ui/overlays/confirm.ts';
import { explainedFailures, reportFailure } from '../../admin/admin-mutation.ts';
import { offerUndo } from '../../admin/offer-undo.ts';
import { grantEarlyAccess, grantPart, revokeEarlyAccess, revokeGrant } from './api.ts';
import { entitlementTexts as t } from './texts.ts';

interface RevocationAction {
  readonly title: string;
  readonly text: string;
  readonly done: string;
  readonly confirm: string;
  readonly call: (userId: string, partId: string) => Promise<unknown>;
  /** Grants the part again, without a mail: the person was not told of the revocation. */
  readonly giveBack: (userId: string, partId: string) => Promise<unknown>;
}

/** @param onChanged called when the list may have changed: after the revocation, and after its undo */
async function askToTake(
  row: Entitlement,
  onChanged: () => unknown,
  { title, text, done, confirm, call, giveBack }: RevocationAction,
): Promise<void> {
  const detail = t.revokeDetail(row.book_part_name, row.book_name, row.user_name);
  if (!(await ask({ title, message: `${detail} ${text}`, confirm, cancel: t.cancel }))) return;
  try {
    await call(row.user_id, row.book_part_id);
    offerUndo(done, { undo: () => giveBack(row.user_id, row.book_part_id), onEnd: onChanged });
  } catch (error) {
    reportFailure(error, explainedFailures);
  }
  onChanged();
}

/** Asks, then ends early access. */
export function confirmRevokeEarlyAccess(row: Entitlement, onChanged: () => unknown): Promise<void> {
  const words = { title: t.earlyTakeTitle, text: t.earlyTakeText, done: t.earlyTaken, confirm: t.earlyTake };
  return askToTake(row, onChanged, {
    ...words,
    call: revokeEarlyAccess,
    giveBack: (userId, partId) => grantEarlyAccess(userId, partId, { expiresAt: row.expires_at, notify: false }),
  });
}

/** Asks, then revokes a granted part. */
export function confirmRevokeGrant(row: Entitlement, onChanged: () => unknown): Promise<void> {
  const words = { title: t.revokeTitle, text: t.revokeText, done: t.revoked, confirm: t.revoke };
  return askToTake(row, onChanged, {
    ...words,
    call: revokeGrant,
    giveBack: (userId, partId) => grantPart(userId, partId, false),
  });
}
