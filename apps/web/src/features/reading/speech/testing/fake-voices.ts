import { vi } from 'vitest';

const voice = (lang: string, name: string, localService = true): SpeechSynthesisVoice => ({
  lang,
  name,
  localService,
  voiceURI: lang.toLowerCase(),
  default: false,
});

/** Voices of a browser with many voices, unsorted. */
export const fakeVoices: readonly SpeechSynthesisVoice[] = [
  voice('es-ES', 'Mónica'),
  voice('en-US', 'Samantha'),
  voice('es_MX', 'Paulina'),
  voice('es-419', 'Google español', false),
  voice('es-CL', 'Catalina'),
];

class FakeUtterance extends EventTarget {
  readonly text: string;
  lang = '';
  rate = 1;
  voice: SpeechSynthesisVoice | null = null;

  constructor(text = '') {
    super();
    this.text = text;
  }
}

/** Faults of the speech engine; each was reported of a browser. */
interface Faults {
  /** The engine begins no sentence, and claims to be speaking. */
  isStuck?: boolean;
}

/**
 * Stands in for the browser's speech synthesis, which a headless browser lacks: silent; the test ends each sentence.
 */
export function installVoices(first: readonly SpeechSynthesisVoice[], faults: Faults = {}) {
  let voices = first;
  let current: FakeUtterance | null = null;
  const spoken: FakeUtterance[] = [];
  const synthesis = Object.assign(new EventTarget(), {
    pending: false,
    paused: false,
    speaking: false,
    resume: vi.fn(() => {
      synthesis.paused = false;
    }),
    getVoices: () => [...voices],
    speak(said: FakeUtterance) {
      current = said;
      spoken.push(said);
      synthesis.speaking = true;
      if (!faults.isStuck) said.dispatchEvent(new Event('start'));
    },
    cancel() {
      const cut = current;
      current = null;
      synthesis.speaking = false;
      // Browsers report the cut utterance as an error, a moment later.
      if (cut) setTimeout(() => cut.dispatchEvent(Object.assign(new Event('error'), { error: 'canceled' })), 1);
    },
  });
  const take = () => {
    const said = current;
    current = null;
    synthesis.speaking = false;
    return said;
  };
  vi.stubGlobal('speechSynthesis', synthesis);
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  return {
    faults,
    synthesis,
    now: () => current,
    /** Texts of all utterances that the engine was given. */
    texts: () => spoken.map(({ text }) => text),
    finish: () => void take()?.dispatchEvent(new Event('end')),
    /** Ends the utterance without an event. */
    loseEnd: () => void take(),
    fail: (error: string) => void take()?.dispatchEvent(Object.assign(new Event('error'), { error })),
    arrive(late: readonly SpeechSynthesisVoice[]) {
      voices = late;
      synthesis.dispatchEvent(new Event('voiceschanged'));
    },
  };
}
