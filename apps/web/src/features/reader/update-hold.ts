import { appUpdates } from '../../offline/app-updates.ts';

/** Without a turn for this long the reader counts as idle, and a new version of the app may come in. */
const IDLE_MS = 10 * 60_000;

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
