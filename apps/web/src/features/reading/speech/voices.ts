/** Our key of local storage. */
const KEY = 'readAloud';

/** Offered speeds; 1 is the voice's own. */
export const rates = [0.75, 1, 1.25, 1.5, 2] as const;

export interface SpeechSettings {
  readonly rate: number;
  /** `voiceURI` of the chosen voice; null for the nearest. */
  readonly voice: string | null;
  /** Whether a narrated book is played with its own narration. */
  readonly narration: boolean;
  /** Whether the book's notes are read in their places. */
  readonly notes: boolean;
}

/** Reads the settings of speech chosen on this device; unknown values become the defaults. */
export function loadSpeechSettings(): SpeechSettings {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<
      Record<keyof SpeechSettings, unknown>
    > | null;
    const rate = rates.find((each) => each === saved?.rate) ?? 1;
    const voice = typeof saved?.voice === 'string' ? saved.voice : null;
    return { rate, voice, narration: saved?.narration !== false, notes: saved?.notes === true };
  } catch {
    return { rate: 1, voice: null, narration: true, notes: false };
  }
}

export function saveSpeechSettings(settings: SpeechSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the settings last for this book.
  }
}

/** The used properties of a browser's voice. */
export type Voice = Pick<SpeechSynthesisVoice, 'voiceURI' | 'name' | 'lang' | 'localService'>;

/** Longest wait for the list of voices, ms. */
const PATIENCE_MS = 1500;

/** Accents, from the nearest to the shop's readers on. */
const regions = ['cl', '419', 'us', 'mx', 'ar', 'co', 'pe'];

function distance({ lang, localService }: Voice): number {
  const region = lang.toLowerCase().split(/[-_]/)[1] ?? '';
  const at = regions.indexOf(region);
  // A voice that works without a connection precedes another one of the same region.
  return (at < 0 ? regions.length : at) * 2 + (localService ? 0 : 1);
}

/** The Spanish voices, best first. */
export function spanishVoices<Each extends Voice>(voices: readonly Each[]): Each[] {
  return voices.filter(({ lang }) => /^es([-_]|$)/i.test(lang)).toSorted((a, b) => distance(a) - distance(b));
}

/** `Paulina (es-MX)`, without the maker's additions. */
export function voiceName({ name, lang }: Voice): string {
  const short = name.replace(/^(Microsoft|Google|Apple)\s+/i, '').replace(/\s*[-(].*$/, '');
  return `${short} (${lang.replace('_', '-')})`;
}

/** The browser's Spanish voices, as soon as it knows them. */
export async function loadVoices(synthesis: SpeechSynthesis): Promise<SpeechSynthesisVoice[]> {
  const now = spanishVoices(synthesis.getVoices());
  if (now.length > 0) return now;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    const onChange = () => {
      if (spanishVoices(synthesis.getVoices()).length === 0) return;
      clearTimeout(timer);
      resolve();
    };
    synthesis.addEventListener?.('voiceschanged', onChange);
    setTimeout(() => synthesis.removeEventListener?.('voiceschanged', onChange), PATIENCE_MS);
  });
  return spanishVoices(synthesis.getVoices());
}
