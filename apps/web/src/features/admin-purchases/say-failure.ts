import { ApiError } from '../../lib/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/error-texts.ts';
import { showToast } from '../../ui/toast-store.ts';
import { purchaseTexts as t } from './texts.ts';

/** 'Admin': a 409 or 404 says what the server says; a lost role has been told already. */
export function sayFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'forbidden') return;
  if (error.status === 0) showToast('error', NO_ANSWER_TEXT);
  else showToast('error', [404, 409].includes(error.status) && error.detail ? error.detail : t.failed);
}
