import type { AccessClaims, Tokens } from '@cuentos/contract/auth';
import { useSyncExternalStore } from 'react';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { onServerTime, serverNow } from '../clock.ts';
import { createEmitter } from '../store.ts';
import { createTabChannel } from '../tab-channel.ts';

/** Key of local storage and name of the channel. */
const REFRESH_KEY = 'refresh_token';
const CHANNEL = 'auth';
/** Prefix of the name of a window that carries a token. */
const NAME = 'session:';

type ChannelMessage = Partial<Tokens> & {
  readonly ended?: true;
  /** Whether the user logged out. */
  readonly voluntary?: boolean;
};

let accessToken: string | null = null;
const otherTabs = createTabChannel<ChannelMessage>(CHANNEL);
let isListening = false;
const changed = createEmitter();
// The validity of a session depends on the time.
onServerTime(changed.emit);

/**
 * User of this page: the user of its first token, until a login or logout on the page. The page acts for no other user,
 * also when another one signs in elsewhere in this browser.
 */
let shownToken: string | null = null;

/** Change of the session in another tab: another user signed in, or the session ended. */
export type OtherTab = { readonly kind: 'switched' } | { readonly kind: 'ended'; readonly voluntary: boolean };
const otherTab = createEmitter<OtherTab>();

const PLACES = ['localStorage', 'sessionStorage'] as const;
/**
 * The refresh token where the browser stores nothing: it is kept in the window's name, which is passed from page to
 * page of one shop and to no other site, because our pages' policy isolates their windows.
 */
function carried(): string | null {
  // The server renders pages without a window.
  const name = globalThis.window?.name ?? '';
  return name.startsWith(NAME) ? name.slice(NAME.length) : null;
}

/** Runs work with the first storage that allows it. @returns undefined when none does */
function inStorage<T>(work: (storage: Storage) => T | null): T | undefined {
  for (const place of PLACES) {
    try {
      const done = work(globalThis[place]);
      if (done !== null) return done;
    } catch {
      // Refused by the browser's settings, or full.
    }
  }
  return undefined;
}

/** Stores the refresh token in one place only; null deletes it. */
function keep(token: string | null): void {
  // Deletes the old one first, so that it is never found where a new one had no space.
  inStorage((storage) => {
    storage.removeItem(REFRESH_KEY);
    return null;
  });
  const isStored =
    token !== null &&
    inStorage((storage) => {
      storage.setItem(REFRESH_KEY, token);
      return true;
    });
  if (token !== null && !isStored) window.name = NAME + token;
  else if (carried() !== null) window.name = '';
}

/**
 * Opens the channel that shares tokens among this browser's tabs; called once, in the browser. A suspended page, or a
 * browser without channels, learns of another user from the shared storage.
 */
export function listenToOtherTabs(): void {
  if (isListening) return;
  isListening = true;
  shownToken ??= uidOf(session.refreshToken());
  otherTabs.subscribe(({ ended, voluntary = false, access_token: token, refresh_token: next = null }) => {
    if (ended) {
      keep(null);
      const wasShown = shownToken !== null;
      shownToken = null;
      accessToken = null;
      changed.emit();
      if (wasShown) otherTab.emit({ kind: 'ended', voluntary });
    } else if (token && isOthers(token)) otherTab.emit({ kind: 'switched' });
    else if (token) {
      accessToken = token;
      if (next !== null && session.refreshToken() !== next) keep(next);
      shownToken ??= uidOf(token);
      changed.emit();
    }
  });
  const look = () => void session.isSwitched();
  addEventListener('storage', look);
  addEventListener('pageshow', look);
  document.addEventListener('visibilitychange', look);
}

const uidOf = (token: string | null): string | null => readClaims(token)?.uid ?? null;

/** Whether a token belongs to another user than the page's. */
function isOthers(token: string | null): boolean {
  const uid = uidOf(token);
  return shownToken !== null && uid !== null && uid !== shownToken;
}

export const session = {
  subscribe: changed.subscribe,
  accessToken: () => accessToken,
  refreshToken: () => inStorage((storage) => storage.getItem(REFRESH_KEY)) ?? carried(),
  /** Whether the session still exists after this tab is closed; false where the browser stores nothing permanently. */
  isKept: () => inStorage((storage) => storage.getItem(REFRESH_KEY) && storage === globalThis.localStorage) === true,
  /** Expiry of the refresh token, until which the app works offline. */
  isRefreshTokenValid: () => isUnexpired(session.refreshToken()),
  claims: () => readClaims(accessToken) ?? readClaims(session.refreshToken()),

  /** Called when another tab of this browser ended the session, or started another user's. */
  onOtherTab: otherTab.subscribe,
  /** User of this page, for its lifetime; null without a session. */
  shownUser: () => shownToken ?? session.claims()?.uid ?? null,
  /**
   * Whether this browser's session now belongs to another user than this page's; listeners to other tabs are called.
   */
  isSwitched(): boolean {
    const switched = isOthers(session.refreshToken());
    if (switched) otherTab.emit({ kind: 'switched' });
    return switched;
  },

  /** Stores a pair of tokens and sends it to the other tabs. */
  store(tokens: Tokens): void {
    accessToken = tokens.access_token;
    shownToken = uidOf(tokens.access_token);
    keep(tokens.refresh_token);
    otherTabs.post({ ...tokens });
    changed.emit();
  },

  /** Deletes the tokens here and in the other tabs. @param voluntary whether the user logged out */
  forget(voluntary = false): void {
    accessToken = null;
    shownToken = null;
    keep(null);
    otherTabs.post({ ended: true, voluntary });
    changed.emit();
  },
};

/** Claims of a token, without checking its signature (the server does); null when it cannot be read. */
function readClaims(token: string | null): Partial<AccessClaims> | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' ? claims : null;
  } catch {
    return null;
  }
}

/** Whether the token's `exp` is in the future, by the server's time as far as it is known. */
export function isUnexpired(token: string | null): boolean {
  const { exp, iat = 0 } = readClaims(token) ?? {};
  const now = serverNow();
  // A token issued after this moment means that the device's clock was wrong and has been corrected since, so the
  // current clock counts.
  return typeof exp === 'number' && exp * 1000 > (now < iat * 1000 - DAY_MS ? Date.now() : now);
}

/** Whether this browser has a valid session; false while React takes over the server's page. */
export function useHasSession(): boolean {
  return useSyncExternalStore(session.subscribe, session.isRefreshTokenValid, () => false);
}
