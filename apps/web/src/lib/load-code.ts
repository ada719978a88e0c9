import { tellPageFailure } from './page-failure.ts';

/** A line that broke for a moment, or a server that starts again, has come back by then, ms. */
const PAUSE_MS = 800;
/** Within this a page is loaded anew once, ms: what does not come then either is said. */
const RELOAD_MS = 60_000;
/** Key of session storage: when a page was last loaded anew for its code. */
const RELOADED = 'code-reload';

/** @returns whether this page may be loaded anew, which is noted; not where the browser notes nothing. */
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
 * Loads the code of a page, and once more when it does not come: a short break of the line, a page that goes away under
 * its requests, or a server that starts anew must not end in an error. Some browsers keep a failure for as long as the
 * document stands: then the page itself is loaded anew, once. Why is in the browser's log, and where nothing helped in the
 * shop's.
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
