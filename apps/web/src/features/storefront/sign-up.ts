import { callApi } from '../../lib/api-client.ts';
import { showToast } from '../../ui/toast-store.ts';
import { emailListProblem } from './email-list.ts';
import { signUpTexts as t } from './sign-up-texts.ts';

/** POST /api/contact (decisions: "`GET /api/contact/{email}` mutates"). */
const CONTACT_PATH = '/api/contact';

/** Adds an address to the mailing list and says how it went (spec §5, §8); true when it is on it. */
export async function signUp(email: string): Promise<boolean> {
  const problem = emailListProblem(email);
  if (problem) {
    showToast('error', problem);
    return false;
  }
  try {
    await callApi(CONTACT_PATH, { method: 'POST', json: { email }, handles: 'all' });
    showToast('success', t.emailAdded);
    return true;
  } catch {
    showToast('error', t.emailFailed);
    return false;
  }
}
