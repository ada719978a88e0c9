import { session } from './api/session.ts';

/**
 * Keeps `data-known` on the document while this browser has a session: the header of public pages, which the server draws
 * for everybody, shows by it the way to one's own books or the way in. A line in the document sets it before the first
 * paint (bundle/documents.ts).
 */
export function followSession(): void {
  const mark = () => document.documentElement.toggleAttribute('data-known', session.isRefreshTokenValid());
  mark();
  session.subscribe(mark);
}
