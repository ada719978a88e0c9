import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

interface Browser {
  /** A new version has been downloaded. */
  update(): void;
  /** The browser lets the new version take over. */
  takeOver(): void;
  readonly messages: unknown[];
  readonly worker: EventTarget;
  readonly reload: ReturnType<typeof vi.fn>;
}

/** One tab's service worker container, and locks that this tab alone holds. */
function fakeBrowser({ controlled }: { readonly controlled: boolean }): Browser {
  const container = Object.assign(new EventTarget(), {
    controller: controlled ? {} : null,
    ready: new Promise<unknown>(() => {}),
  });
  const messages: unknown[] = [];
  const worker = Object.assign(new EventTarget(), { postMessage: (message: unknown) => messages.push(message) });
  const none: { waiting: unknown; installing: unknown } = { waiting: null, installing: null };
  const registration = Object.assign(new EventTarget(), none);
  let shared = 0;
  const request = async (_name: string, options: { mode?: string }, work: (lock: unknown) => unknown) => {
    if (options.mode !== 'shared') return work(shared === 0 ? {} : null);
    shared += 1;
    await work({});
    shared -= 1;
    return undefined;
  };
  vi.stubGlobal('navigator', {
    serviceWorker: Object.assign(container, { register: async () => registration }),
    locks: { request },
  });
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  return {
    messages,
    worker,
    reload,
    update() {
      registration.installing = worker;
      registration.dispatchEvent(new Event('updatefound'));
      Object.assign(registration, { installing: null, waiting: worker });
      worker.dispatchEvent(new Event('statechange'));
    },
    takeOver() {
      registration.waiting = null;
      container.dispatchEvent(new Event('controllerchange'));
    },
  };
}

const settle = () => vi.advanceTimersByTimeAsync(1500);

async function freshUpdates() {
  vi.resetModules();
  const { appUpdates } = await import('./app-updates.ts');
  await appUpdates.register();
  return appUpdates;
}

beforeEach(() => {
  vi.stubEnv('PROD', true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('a new version of the app', () => {
  it('takes over at once outside the reader', async () => {
    const browser = fakeBrowser({ controlled: true });
    await freshUpdates();
    browser.update();
    await settle();
    expect(browser.messages).toContainEqual({ type: 'SKIP_WAITING' });
    browser.takeOver();
    expect(browser.reload).toHaveBeenCalledTimes(1);
  });

  it('does not reload the page for the very first worker', async () => {
    const browser = fakeBrowser({ controlled: false });
    await freshUpdates();
    browser.takeOver();
    expect(browser.reload).not.toHaveBeenCalled();
    browser.takeOver();
    expect(browser.reload).toHaveBeenCalledTimes(1);
  });

  it('waits while a reader reads, and is loaded when the reading stops', async () => {
    const browser = fakeBrowser({ controlled: true });
    const updates = await freshUpdates();
    const release = updates.hold();
    browser.update();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(browser.messages).toEqual([]);
    release();
    await settle();
    expect(browser.messages).toContainEqual({ type: 'SKIP_WAITING' });
  });

  it('waits while another tab reads', async () => {
    const browser = fakeBrowser({ controlled: true });
    let stop = () => {};
    void navigator.locks.request('reading', { mode: 'shared' }, () => new Promise<void>((end) => (stop = end)));
    await freshUpdates();
    browser.update();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(browser.messages).toEqual([]);
    stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(browser.messages).toContainEqual({ type: 'SKIP_WAITING' });
  });

  it('waits for this tab also where the browser has no locks', async () => {
    const browser = fakeBrowser({ controlled: true });
    vi.stubGlobal('navigator', { serviceWorker: navigator.serviceWorker });
    const updates = await freshUpdates();
    const release = updates.hold();
    browser.update();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(browser.messages).toEqual([]);
    release();
    await settle();
    expect(browser.messages).toContainEqual({ type: 'SKIP_WAITING' });
  });

  it('reloads the page after the next book if it takes over during it', async () => {
    const browser = fakeBrowser({ controlled: true });
    const updates = await freshUpdates();
    browser.update();
    await settle();
    const release = updates.hold();
    browser.takeOver();
    expect(browser.reload).not.toHaveBeenCalled();
    release();
    expect(browser.reload).toHaveBeenCalledTimes(1);
  });
});

describe('loading without a connection', () => {
  const requestUpdate = async (controlled: boolean) => {
    const browser = fakeBrowser({ controlled });
    const active = Promise.withResolvers<{ readonly active: unknown }>();
    Object.assign(navigator.serviceWorker, { ready: active.promise });
    const updates = await freshUpdates();
    let isReady = false;
    void updates.offlineReady().then(() => {
      isReady = true;
    });
    const ready = async () => {
      await settle();
      return isReady;
    };
    return { browser, active, ready };
  };

  it('needs an active worker, and tells it to fetch the missing files', async () => {
    const { browser, active, ready } = await requestUpdate(true);
    expect(await ready()).toBe(false);
    expect(browser.messages).toEqual([]);
    active.resolve({ active: browser.worker });
    expect(await ready()).toBe(true);
    expect(browser.messages).toEqual([{ type: 'COMPLETE' }]);
  });

  it('needs a page that the worker controls', async () => {
    const { browser, active, ready } = await requestUpdate(false);
    active.resolve({ active: browser.worker });
    expect(await ready()).toBe(false);
    browser.takeOver();
    expect(await ready()).toBe(true);
    expect(browser.reload).not.toHaveBeenCalled();
  });
});
