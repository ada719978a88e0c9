import type { Tokens } from '@cuentos/contract/auth';
import { isUnexpired, readClaims } from './jwt.ts';

/** Key of local storage and name of the channel. */
const REFRESH_KEY = 'refresh_token';
const CHANNEL = 'auth';

type ChannelMessage = Partial<Tokens> & { readonly ended?: true };

let accessToken: string | null = null;
let channel: BroadcastChannel | null = null;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // storage refused by the browser's settings: the session lives in memory only
  }
}

/** Opens the channel that shares tokens among this browser's tabs; called once, in the browser. */
export function listenToOtherTabs(): void {
  if (channel || typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.ended) accessToken = null;
    else if (data.access_token) accessToken = data.access_token;
    changed();
  });
}

function tellTabs(message: ChannelMessage): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a channel reaches this origin only
  channel?.postMessage(message);
}

export const session = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  accessToken: () => accessToken,
  refreshToken: () => storage()?.getItem(REFRESH_KEY) ?? null,
  /** The refresh token's term is also the offline term. */
  isRefreshTokenValid: () => isUnexpired(session.refreshToken()),
  claims: () => readClaims(accessToken) ?? readClaims(session.refreshToken()),

  /** Takes a pair of tokens and hands it to the other tabs. */
  store(tokens: Tokens): void {
    accessToken = tokens.access_token;
    storage()?.setItem(REFRESH_KEY, tokens.refresh_token);
    tellTabs({ ...tokens });
    changed();
  },

  /** Forgets the tokens here and in the other tabs. */
  forget(): void {
    accessToken = null;
    storage()?.removeItem(REFRESH_KEY);
    tellTabs({ ended: true });
    changed();
  },
};
