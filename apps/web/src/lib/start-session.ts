import { isUnexpired } from './jwt.ts';
import { refreshSession, type RefreshOutcome } from './refresh-session.ts';
import { session } from './session.ts';

let started: Promise<RefreshOutcome> | null = null;

/** The exchange of a stored refresh token that every page load begins with; runs once. */
export function startSession(): Promise<RefreshOutcome> {
  if (session.accessToken() && isUnexpired(session.accessToken())) return Promise.resolve('refreshed');
  started ??= refreshSession(session.accessToken()).finally(() => {
    started = null;
  });
  return started;
}
