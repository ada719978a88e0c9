import { SESSION_OVER_TEXT } from './error-texts.ts';
import { useHasSession } from './use-session.ts';

/** What a form says whose session ended: other tabs share theirs, so that nothing written is lost. */
export function useSessionNotice(): string | undefined {
  return useHasSession() ? undefined : SESSION_OVER_TEXT;
}
