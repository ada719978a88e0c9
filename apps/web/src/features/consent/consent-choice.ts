/** What the visitor said about being counted by somebody else. */
export type ConsentChoice = 'given' | 'refused';

// A cookie, not local storage: a logout empties that, and a refusal must outlive it.
const NAME = 'analytics_consent';
const HALF_A_YEAR_S = 15_552_000;

/** The choice made before; null when none was made. */
export function readConsent(): ConsentChoice | null {
  const value = new RegExp(`(?:^|;\\s*)${NAME}=(given|refused)`).exec(document.cookie)?.[1];
  return value === 'given' || value === 'refused' ? value : null;
}

export function keepConsent(choice: ConsentChoice): void {
  document.cookie = `${NAME}=${choice}; path=/; max-age=${HALF_A_YEAR_S}; samesite=lax`;
}
