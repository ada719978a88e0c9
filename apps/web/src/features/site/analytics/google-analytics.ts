import { loadScript } from '../../../lib/load-script.ts';

/** The visitor's consent to Google Analytics. */
export type ConsentChoice = 'given' | 'refused';

// A cookie, not local storage: a logout clears that, and a refusal must outlast it.
const NAME = 'analytics_consent';
const HALF_A_YEAR_S = 15_552_000;

/** The earlier choice; null without one. */
export function readConsent(): ConsentChoice | null {
  const value = new RegExp(`(?:^|;\\s*)${NAME}=(given|refused)`).exec(document.cookie)?.[1];
  return value === 'given' || value === 'refused' ? value : null;
}

export function saveConsent(choice: ConsentChoice): void {
  document.cookie = `${NAME}=${choice}; path=/; max-age=${HALF_A_YEAR_S}; samesite=lax`;
}

const SCRIPT = 'https://www.googletagmanager.com/gtag/js';

declare global {
  // oxlint-disable-next-line no-var -- the script's own global
  var dataLayer: unknown[] | undefined;
}

let started: string | null = null;

/** Google's script reads the `arguments` object itself and ignores an array. */
function gtag(..._command: readonly unknown[]): void {
  globalThis.dataLayer ??= [];
  // oxlint-disable-next-line prefer-rest-params
  globalThis.dataLayer.push(arguments);
}

/** Loads Google Analytics; only after the visitor's yes. */
export function startGoogleAnalytics(id: string): void {
  Reflect.set(globalThis, `ga-disable-${id}`, false);
  if (started === id) return;
  started = id;
  gtag('js', new Date());
  // No event may carry the raw address, which may contain tokens of mails and ids of books.
  gtag('set', { page_location: location.origin, page_referrer: '', page_title: document.title });
  gtag('config', id, { send_page_view: false, allow_google_signals: false, cookie_flags: 'SameSite=Lax' });
  loadScript(`${SCRIPT}?id=${id}`).catch(() => {
    started = null; // blocked or unreachable: the next visit tries again
  });
}

/** Counts a screen by the pattern of its route. */
export function countScreen(pattern: string): void {
  if (!started) return;
  gtag('set', { page_location: `${location.origin}${pattern}` });
  gtag('event', 'page_view', { page_location: `${location.origin}${pattern}`, page_title: pattern });
}

/** Withdraws the consent: nothing more is sent, and the cookies are deleted. */
export function stopGoogleAnalytics(id: string): void {
  Reflect.set(globalThis, `ga-disable-${id}`, true);
  for (const [name] of document.cookie.split(/;\s*/).map((cookie) => cookie.split('='))) {
    if (!name?.startsWith('_ga')) continue;
    for (const domain of ['', `; domain=${location.hostname}`]) {
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}
