import { appUpdates } from '../../../device/app-updates.ts';

/** Without a turn for this long nobody reads, and the screen may go dark. */
const IDLE_MS = 10 * 60_000;

interface ScreenHold {
  /** Someone turned a page. */
  awake(): void;
  end(): void;
}

/**
 * Keeps the screen lit while someone reads. The browser lets go whenever the page is out of sight, so that it is asked
 * again on every return; one without this ability, or that refuses (a low battery), changes nothing.
 */
export function holdScreen(): ScreenHold {
  const lock = (navigator as Partial<Navigator>).wakeLock;
  let held: Promise<WakeLockSentinel | null> | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const release = () => {
    clearTimeout(idle);
    void held?.then((sentinel) => sentinel?.release()).catch(() => {});
    held = null;
  };
  const ask = (): Promise<WakeLockSentinel | null> => {
    const asked = Promise.resolve(lock?.request('screen') ?? null).catch(() => null);
    // Taken away by the browser: the next turn or return asks anew.
    void asked.then((sentinel) =>
      sentinel?.addEventListener('release', () => {
        if (held === asked) held = null;
      }),
    );
    return asked;
  };
  const awake = () => {
    if (ended || !lock || document.visibilityState !== 'visible') return;
    held ??= ask();
    clearTimeout(idle);
    idle = setTimeout(release, IDLE_MS);
  };
  const onVisibility = () => (document.visibilityState === 'visible' ? awake() : release());
  document.addEventListener('visibilitychange', onVisibility);
  awake();
  return {
    awake,
    end() {
      ended = true;
      document.removeEventListener('visibilitychange', onVisibility);
      release();
    },
  };
}

/** Without a turn for this long the reader counts as idle, and a new version of the app may come in. */

interface UpdateHold {
  /** Someone turned a page. */
  awake(): void;
  end(): void;
}

/** Keeps new versions of the app waiting while someone looks at the book; a hidden or idle reader does not hold them up. */
export function holdUpdates(): UpdateHold {
  let release: (() => void) | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    clearTimeout(idle);
    release?.();
    release = null;
  };
  const awake = () => {
    if (document.visibilityState !== 'visible') return;
    release ??= appUpdates.hold();
    clearTimeout(idle);
    idle = setTimeout(rest, IDLE_MS);
  };
  const onVisibility = () => (document.visibilityState === 'visible' ? awake() : rest());
  document.addEventListener('visibilitychange', onVisibility);
  awake();
  return {
    awake,
    end() {
      document.removeEventListener('visibilitychange', onVisibility);
      rest();
    },
  };
}
