import type { Entitlement } from '@cuentos/contract/entitlements';
import { ask } from '../../../ui/overlays/confirm.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { explainedFailures, reportFailure } from '../../admin/admin-mutation.ts';
import { revokeEarlyAccess, revokeGrant } from './api.ts';
import { entitlementTexts as t } from './texts.ts';

interface RevocationAction {
  readonly title: string;
  readonly text: string;
  readonly done: string;
  readonly confirm: string;
  readonly call: (userId: string, partId: string) => Promise<unknown>;
}

async function askToTake(row: Entitlement, { title, text, done, confirm, call }: RevocationAction): Promise<boolean> {
  const detail = t.revokeDetail(row.book_part_name, row.book_name, row.user_name);
  if (!(await ask({ title, message: `${detail} ${text}`, confirm, cancel: t.cancel }))) return false;
  try {
    await call(row.user_id, row.book_part_id);
    showToast('success', done);
  } catch (error) {
    reportFailure(error, explainedFailures);
  }
  return true;
}

/** Asks, then ends early access. @returns whether the list may have changed. */
export function confirmRevokeEarlyAccess(row: Entitlement): Promise<boolean> {
  const words = { title: t.earlyTakeTitle, text: t.earlyTakeText, done: t.earlyTaken, confirm: t.earlyTake };
  return askToTake(row, { ...words, call: revokeEarlyAccess });
}

/** Asks, then takes a granted part back. @returns whether the list may have changed. */
export function confirmRevokeGrant(row: Entitlement): Promise<boolean> {
  const words = { title: t.revokeTitle, text: t.revokeText, done: t.revoked, confirm: t.revoke };
  return askToTake(row, { ...words, call: revokeGrant });
}
