import { listWords } from '@cuentos/contract/list-words';
import {
  confirmList,
  type ContactBody,
  joinList,
  leaveList,
  type NewsletterBody,
} from '@cuentos/contract/mailing-list';
import { request } from '../../../lib/api/api-client.ts';
import { isEmail } from '../../../lib/is-email.ts';
import { showToastHere } from '../../../ui/overlays/toast-store.ts';

/** Returns the fault of an address for the list; null when there is none. */
export function emailListProblem(email: string): string | null {
  if (email === '') return listWords.emailEmpty;
  return isEmail(email) ? null : listWords.emailInvalid;
}

const calls = { confirm: confirmList, unsubscribe: leaveList } as const;

export type ListLink = keyof typeof calls;

/** Carries out the action of a link in the mailing list's mails. */
export async function followListLink(link: ListLink, token: string): Promise<void> {
  const json: NewsletterBody = { token };
  await request(calls[link], { json, handles: 'all' });
}

/** Adds an address to the mailing list and shows the result; true on success. */
export async function signUp(email: string): Promise<boolean> {
  const problem = emailListProblem(email);
  if (problem) {
    showToastHere('error', problem);
    return false;
  }
  try {
    const json: ContactBody = { email };
    await request(joinList, { json, handles: 'all' });
    showToastHere('success', listWords.emailAdded);
    return true;
  } catch {
    showToastHere('error', listWords.emailFailed);
    return false;
  }
}
