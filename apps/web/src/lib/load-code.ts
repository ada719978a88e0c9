import { tellPageFailure } from './page-failure.ts';

/** Pause before the second try, ms: a short break of the connection, or a restart of the server, is over by then. */
const PAUSE_MS = 800;
/** Time in which a page is reloaded only once, ms; a second failure is reported. */
const RELOAD_MS = 60_000;
/** Session storage key: when a page was last reloaded for its code. */
const RELOADED = 'code-reload';

/** @returns whether this page may be reloaded, which is recorded; false where the browser stores nothing */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED));
    if (!navigator.onLine || Math.abs(Date.now() - last) < RELOAD_MS) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads the code of a page, and once more after a failure: a short break of the connection, a page that is closed
 * during its requests, or a restart of the server must not end in an error. Some browsers cache a failure for the
 * lifetime of the document: then the page is reloaded, once. The cause is logged in the browser, and if nothing helped
 * in the shop's log.
 * @throws the error of the second try
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    // oxlint-disable-next-line no-console -- what is wrong with a page is told where its support looks
    console.warn(cause);
  }
  await new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
  try {
    return await load();
  } catch (cause) {
    // oxlint-disable-next-line no-console -- the page says that it cannot be shown, and not why
    console.error(cause);
    if (!mayReload()) {
      tellPageFailure('code', cause);
      throw cause;
    }
    location.reload();
    // Never resolves, so that nothing changes on the page before it is left.
    return new Promise<never>(() => {});
  }
}
