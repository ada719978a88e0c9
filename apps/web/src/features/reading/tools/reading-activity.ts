import { appUpdates } from '../../../device/app-updates.ts';
import { IDLE_MS } from '../position/held-question.ts';

/** A resource held while the reader is active. */
export interface ReadingHold {
  /** Called for a turned page. */
  readonly turned: () => void;
  readonly end: () => void;
}

/**
 * Holds a resource while the reader looks at the book: neither for a hidden page nor for an idle reader.
 * @param acquire takes the resource and returns its release; calls `onLost` when the browser took it away, so that the
 * next turn requests it again
 */
function holdWhileReading(acquire: (onLost: () => void) => () => void): ReadingHold {
  let readingLock: { readonly release: () => void } | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  const release = () => {
    clearTimeout(idle);
    readingLock?.release();
    readingLock = null;
  };
  const take = () => {
    const own = {
      release: acquire(() => {
        if (readingLock === own) readingLock = null;
      }),
    };
    return own;
  };
  const turned = () => {
    if (isEnded || document.visibilityState !== 'visible') return;
    readingLock ??= take();
    clearTimeout(idle);
    idle = setTimeout(release, IDLE_MS);
  };
  const onVisibility = () => (document.visibilityState === 'visible' ? turned() : release());
  document.addEventListener('visibilitychange', onVisibility);
  turned();
  return {
    turned,
    end() {
      isEnded = true;
      document.removeEventListener('visibilitychange', onVisibility);
      release();
    },
  };
}

/** Keeps the screen on during reading. A browser that cannot do so, or refuses (a low battery), has no effect. */
export function holdScreen(): ReadingHold {
  return holdWhileReading((onLost) => {
    const lock = (navigator as Partial<Navigator>).wakeLock;
    const lockRequest = Promise.resolve(lock?.request('screen') ?? null).catch(() => null);
    void lockRequest.then((sentinel) => sentinel?.addEventListener('release', onLost));
    return () => void lockRequest.then((sentinel) => sentinel?.release()).catch(() => {});
  });
}

/** Keeps new versions of the app waiting while the reader looks at the book. */
export function holdUpdates(): ReadingHold {
  return holdWhileReading(() => appUpdates.hold());
}
