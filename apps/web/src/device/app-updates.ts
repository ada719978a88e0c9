import { trustedScript } from '../lib/trusted-script.ts';

const SERVICE_WORKER = '/service-worker.js';
/** Lock that each tab with an open book holds in shared mode; a new version waits until no tab holds it. */
const LOCK = 'reading';
/** Interval at which a waiting new version tries again, ms. */
const ASK_EVERY_MS = 30_000;
/** Time in which the browser grants a released lock to the next tab, ms. */
const AFTER_RELEASE_MS = [0, 200, 1000];

let registered: Promise<void> | null = null;
let waiting: ServiceWorker | null = null;
let holders = 0;
/** A new version took over while a book is open: the page is reloaded when the book is closed. */
let reloadDue = false;

/** The service worker and its new versions. */
export const appUpdates = {
  /** Registers the worker once, in production builds. Without it the app cannot start without a connection. */
  register(): Promise<void> {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return Promise.resolve();
    registered ??= register().catch(() => {
      registered = null;
    });
    return registered;
  },

  /**
   * Resolves when reader and library can be loaded here without a connection: a worker has cached their documents and
   * scripts, and controls this page. Never resolves in a browser without workers, or while the worker's files cannot be
   * loaded.
   */
  async offlineReady(): Promise<void> {
    await appUpdates.register();
    if (!registered) return new Promise(() => {});
    const container = navigator.serviceWorker;
    // A worker activates only after it has cached these.
    await container.ready;
    if (container.controller) return;
    await new Promise((resolve) => {
      container.addEventListener('controllerchange', resolve, { once: true });
    });
  },

  /** Keeps new versions waiting, in all tabs. @returns lets them continue */
  hold(): () => void {
    holders += 1;
    const unlock = shareLock();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      holders -= 1;
      unlock();
      if (reloadDue) reloadWhenFree();
      for (const pause of AFTER_RELEASE_MS) setTimeout(activateWhenFree, pause);
    };
  },
};

async function register(): Promise<void> {
  const container = navigator.serviceWorker;
  // The very first worker controls a page of the same version.
  let hadController = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    reloadDue = hadController;
    hadController = true;
    if (reloadDue) reloadWhenFree();
  });
  const registration = await container.register(trustedScript(SERVICE_WORKER));
  // Asks the worker for the files that it left out at its installation (service-worker/service-worker.ts).
  void container.ready.then(({ active }) => active?.postMessage({ type: 'COMPLETE' }));
  const consider = () => {
    waiting = registration.waiting;
    activateWhenFree();
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', consider);
  });
  document.addEventListener('visibilitychange', consider);
  setInterval(consider, ASK_EVERY_MS);
  consider();
}

/**
 * Reloads the page, or later if a book is open by then: browsers activate a new worker only when the old one is idle, up
 * to half a minute late.
 */
function reloadWhenFree(): void {
  if (holders === 0) location.reload();
}

function activateWhenFree(): void {
  if (!waiting || holders > 0) return;
  const worker = waiting;
  whenUnlocked(() => worker.postMessage({ type: 'SKIP_WAITING' }));
}

/** Absent on plain http, except on localhost. */
const webLocks = (): LockManager | undefined => navigator.locks;

/** Shares the lock with other tabs until the returned function is called. Without Web Locks it keeps no tab waiting. */
function shareLock(): () => void {
  let release: () => void = () => {};
  const lockHold = new Promise<void>((resolve) => {
    release = resolve;
  });
  webLocks()
    ?.request(LOCK, { mode: 'shared' }, () => lockHold)
    .catch(() => {});
  return release;
}

/** Runs work if no tab holds the lock at this moment; without Web Locks always. */
function whenUnlocked(work: () => void): void {
  const locks = webLocks();
  if (!locks) work();
  else locks.request(LOCK, { ifAvailable: true }, (lock) => lock && work()).catch(() => {});
}
