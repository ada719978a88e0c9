/** Local storage key of ours. */
const KEY = 'readAloud';

/** Offered speeds; 1 is the voice's own. */
export const rates = [0.75, 1, 1.25, 1.5, 2] as const;

export interface SpeechSettings {
  readonly rate: number;
  /** `voiceURI` of the voice chosen; null is the nearest. */
  readonly voice: string | null;
}

/** What was chosen on this device; unknown values are the default's. */
export function loadSpeechSettings(): SpeechSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<
      Record<keyof SpeechSettings, unknown>
    > | null;
    const rate = rates.find((each) => each === kept?.rate) ?? 1;
    return { rate, voice: typeof kept?.voice === 'string' ? kept.voice : null };
  } catch {
    return { rate: 1, voice: null };
  }
}

export function saveSpeechSettings(settings: SpeechSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // They hold for this book.
  }
}
