import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tokensOf } from '../../testing/sign-in-as.ts';
import { fakeTokens } from '../../testing/tokens.ts';

/** Broadcast channels by name; the tabs of a browser share them. */
const channels = new Map<string, Set<FakeChannel>>();
class FakeChannel {
  readonly #name: string;
  #listener: ((event: { data: unknown }) => void) | undefined;
  constructor(name: string) {
    this.#name = name;
    channels.set(name, (channels.get(name) ?? new Set()).add(this));
  }
  addEventListener(_type: string, listener: (event: { data: unknown }) => void): void {
    this.#listener = listener;
  }
  postMessage(data: unknown): void {
    for (const other of channels.get(this.#name) ?? []) if (other !== this) other.#listener?.({ data });
  }
}

async function openTab() {
  vi.resetModules();
  const { listenToOtherTabs, session } = await import('./session.ts');
  listenToOtherTabs();
  return session;
}

beforeEach(() => {
  channels.clear();
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('BroadcastChannel', FakeChannel);
});
afterEach(() => vi.unstubAllGlobals());

it('keeps the access token in memory and the refresh token in local storage alone', async () => {
  const tab = await openTab();
  const tokens = fakeTokens('a');
  tab.store(tokens);
  expect(Object.entries(localStorage)).toEqual([['refresh_token', tokens.refresh_token]]);
  expect(tab.accessToken()).toBe(tokens.access_token);
  expect((await openTab()).accessToken(), 'a page that was just opened has none').toBeNull();
});

it('shares both tokens, and the end of a session, across tabs by the channel auth', async () => {
  const [one, other] = [await openTab(), await openTab()];
  const changed = vi.fn();
  other.subscribe(changed);
  const tokens = fakeTokens('a');
  one.store(tokens);
  expect(other.accessToken()).toBe(tokens.access_token);
  expect([...channels.keys()]).toEqual(['auth']);
  one.forget();
  expect([other.accessToken(), other.refreshToken()]).toEqual([null, null]);
  expect(changed).toHaveBeenCalledTimes(2);
});

describe('a browser that', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const storages = {
    'keeps nothing in local storage': () => vi.stubGlobal('localStorage', { ...memoryStorage(), setItem: full }),
    'lets no page touch local storage': () =>
      vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse }),
    'keeps nothing anywhere': () => {
      for (const place of ['localStorage', 'sessionStorage'])
        vi.stubGlobal(place, { getItem: refuse, setItem: refuse, removeItem: refuse });
    },
  };

  it.each(Object.entries(storages))(
    '%s lets its visitor sign in: the next page has the session',
    async (_name, deny) => {
      deny();
      const page = await openTab();
      const tokens = fakeTokens('a');
      page.store(tokens);
      expect(page.refreshToken()).toBe(tokens.refresh_token);
      expect(page.isKept()).toBe(false);
      const next = await openTab();
      expect(next.refreshToken()).toBe(tokens.refresh_token);
      next.forget();
      expect([next.refreshToken(), window.name]).toEqual([null, '']);
    },
  );

  it('is full gives up the old token, not the new one', async () => {
    const page = await openTab();
    page.store(fakeTokens('a'));
    const storage = memoryStorage();
    storage.setItem('refresh_token', 'old');
    vi.stubGlobal('localStorage', { ...storage, setItem: full });
    const tokens = fakeTokens('b');
    page.store(tokens);
    expect(page.refreshToken()).toBe(tokens.refresh_token);
  });
});

function memoryStorage() {
  const rows = new Map<string, string>();
  return {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
    clear: () => rows.clear(),
  };
}

/** Opens a tab in a browser with this user's session. */
async function openTabOf(uid: string) {
  localStorage.setItem('refresh_token', tokensOf(uid).refresh_token);
  const tab = await openTab();
  const heard = vi.fn();
  tab.onOtherTab(heard);
  return { tab, heard };
}

it('ignores the tokens of another account that signed in in another tab', async () => {
  const { tab: one, heard } = await openTabOf('ana');
  one.store(tokensOf('ana'));
  const other = await openTab();
  other.store(tokensOf('berta'));
  expect(heard).toHaveBeenCalledExactlyOnceWith({ kind: 'switched' });
  expect([one.shownUser(), one.claims()?.uid]).toEqual(['ana', 'ana']);
  expect(other.shownUser()).toBe('berta');
});

it('hears of another account through the storage where there are no channels, and after a suspension', async () => {
  const { tab, heard } = await openTabOf('ana');
  localStorage.setItem('refresh_token', tokensOf('ana').refresh_token);
  dispatchEvent(new Event('storage'));
  expect(heard).not.toHaveBeenCalled();
  localStorage.setItem('refresh_token', tokensOf('berta').refresh_token);
  dispatchEvent(new Event('pageshow'));
  expect(heard).toHaveBeenCalledExactlyOnceWith({ kind: 'switched' });
  expect(tab.isSwitched()).toBe(true);
});

it.each([true, false])('hears that the session ended, by a logout or not: %s', async (voluntary) => {
  const { tab: one, heard } = await openTabOf('ana');
  (await openTab()).forget(voluntary);
  expect(heard).toHaveBeenCalledExactlyOnceWith({ kind: 'ended', voluntary });
  expect([one.shownUser(), one.refreshToken()]).toEqual([null, null]);
});

describe('on a device whose clock is off', () => {
  const HOUR_MS = 3_600_000;
  const YEAR_MS = 8766 * HOUR_MS;
  /** Makes a token that the server issued at this time, valid for two days. */
  const tokenAt = (server: number) => {
    const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
    const iat = Math.floor(server / 1000);
    return `${part({ alg: 'none' })}.${part({ uid: 'ana', iat, exp: iat + 48 * 3600 })}.x`;
  };
  const answered = (server: number) => new Date(server).toUTCString();

  afterEach(() => vi.useRealTimers());

  it.each([
    ['hours ahead', 50 * HOUR_MS],
    ['three years ahead', 3 * YEAR_MS],
    ['hours behind', -50 * HOUR_MS],
    ['ten years behind', -10 * YEAR_MS],
  ])(
    '%s, a session lasts as long as the server says, on later pages and without a connection too',
    async (_name, off) => {
      const server = Date.UTC(2026, 10, 25);
      vi.useFakeTimers({ now: server + off });
      const tab = await openTab();
      const { learnServerTime } = await import('../clock.ts');
      learnServerTime(answered(server));
      const token = tokenAt(server);
      tab.store({ access_token: token, refresh_token: token });
      expect(tab.isRefreshTokenValid()).toBe(true);
      expect((await openTab()).isRefreshTokenValid()).toBe(true);
      vi.setSystemTime(server + off + 47 * HOUR_MS);
      expect((await openTab()).isRefreshTokenValid()).toBe(true);
      vi.setSystemTime(server + off + 49 * HOUR_MS);
      expect((await openTab()).isRefreshTokenValid(), 'the term ends by the same clock').toBe(false);
    },
  );

  it('follows a clock that was corrected without a connection', async () => {
    const server = Date.UTC(2026, 10, 25);
    vi.useFakeTimers({ now: server + 3 * YEAR_MS });
    const tab = await openTab();
    const { learnServerTime } = await import('../clock.ts');
    learnServerTime(answered(server));
    const token = tokenAt(server);
    tab.store({ access_token: token, refresh_token: token });
    vi.setSystemTime(server + 49 * HOUR_MS);
    expect((await openTab()).isRefreshTokenValid()).toBe(false);
    vi.setSystemTime(server + 40 * HOUR_MS);
    expect((await openTab()).isRefreshTokenValid()).toBe(true);
  });

  it('follows a clock that was years behind and was corrected without a connection, on this page and the next', async () => {
    const server = Date.UTC(2026, 10, 25);
    vi.useFakeTimers({ now: server - 10 * YEAR_MS });
    const tab = await openTab();
    const { learnServerTime } = await import('../clock.ts');
    learnServerTime(answered(server));
    const token = tokenAt(server);
    tab.store({ access_token: token, refresh_token: token });
    vi.setSystemTime(server - 10 * YEAR_MS + HOUR_MS);
    expect((await openTab()).isRefreshTokenValid()).toBe(true);
    vi.setSystemTime(server + 2 * HOUR_MS);
    expect(tab.isRefreshTokenValid()).toBe(true);
    expect((await openTab()).isRefreshTokenValid()).toBe(true);
    vi.setSystemTime(server + 49 * HOUR_MS);
    expect((await openTab()).isRefreshTokenValid()).toBe(false);
  });

  it('an expired session becomes valid once the server’s time is known', async () => {
    const server = Date.UTC(2026, 10, 25);
    vi.useFakeTimers({ now: server + 3 * YEAR_MS });
    const tab = await openTab();
    const token = tokenAt(server);
    tab.store({ access_token: token, refresh_token: token });
    expect(tab.isRefreshTokenValid()).toBe(false);
    const changed = vi.fn();
    tab.subscribe(changed);
    (await import('../clock.ts')).learnServerTime(answered(server));
    expect(tab.isRefreshTokenValid()).toBe(true);
    expect(changed).toHaveBeenCalledOnce();
  });
});
