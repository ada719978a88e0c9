import { ApiError } from '../../lib/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/error-texts.ts';
import { showToast } from '../../ui/toast-store.ts';

/**
 * One toast for a failed call: the sentence for its code, else the fallback. What `adminCall` has told already
 * (a lost role) stays untold here.
 */
export function tellFailure(error: unknown, texts: Readonly<Record<string, string>>, fallback: string): void {
  if (!(error instanceof ApiError)) {
    showToast('error', fallback);
    return;
  }
  if (error.code === 'forbidden') return;
  showToast('error', textOf(error, texts, fallback));
}

function textOf(error: ApiError, texts: Readonly<Record<string, string>>, fallback: string): string {
  const known = error.code === null ? undefined : texts[error.code];
  return known ?? (error.status === 0 ? NO_ANSWER_TEXT : fallback);
}
