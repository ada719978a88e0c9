import type { ContactBody } from '@cuentos/contract/site';
import * as endpoints from '@cuentos/contract/endpoints';
import { call } from '../../lib/api-client.ts';
import { showToastHere } from '../../ui/toast-store.ts';
import { emailListProblem } from './email-list.ts';
import { signUpTexts as t } from './sign-up-texts.ts';

/** Adds an address to the mailing list and says how it went; true when it is on it. */
export async function signUp(email: string): Promise<boolean> {
  const problem = emailListProblem(email);
  if (problem) {
    showToastHere('error', problem);
    return false;
  }
  try {
    const json: ContactBody = { email };
    await call(endpoints.joinList, { json, handles: 'all' });
    showToastHere('success', t.emailAdded);
    return true;
  } catch {
    showToastHere('error', t.emailFailed);
    return false;
  }
}
