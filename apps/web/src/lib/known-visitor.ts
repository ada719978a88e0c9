import { session } from './api/session.ts';

/**
 * Keeps `data-known` on the document while this browser has a session: by it the header of public pages, which the
 * server renders for everybody, shows the link to the library or to the login. An inline script of the document sets it
 * before the first paint (bundle/documents.ts).
 */
export function followSession(): void {
  const mark = () => document.documentElement.toggleAttribute('data-known', session.isRefreshTokenValid());
  mark();
  session.subscribe(mark);
}
