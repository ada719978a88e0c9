import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeTokens } from '../../testing/tokens.ts';

/** Channels by name, as tabs of one browser share them. */
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
