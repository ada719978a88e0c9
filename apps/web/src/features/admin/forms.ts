import { SESSION_OVER_TEXT } from '../../lib/api/texts.ts';
import { useHasSession } from '../../lib/api/session.ts';

/** Returns the notice of a form whose session ended: other tabs share theirs, so that nothing written is lost. */
export function useSessionNotice(): string | undefined {
  return useHasSession() ? undefined : SESSION_OVER_TEXT;
}
