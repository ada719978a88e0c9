import { vi } from 'vitest';

const voice = (lang: string, name: string, localService = true): SpeechSynthesisVoice => ({
  lang,
  name,
  localService,
  voiceURI: lang.toLowerCase(),
  default: false,
});

/** Voices of a well-equipped browser, in no order. */
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

/** How the engine behaves; each fault was reported of a browser. */
interface Faults {
  /** Begins nothing, and says that it speaks. */
  isStuck?: boolean;
}

/** Stands in for the browser's voices, which a headless one lacks: it says nothing and ends when told. */
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
      // As browsers do it: what was cut off fails, a moment later.
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
    /** All that was given to the engine. */
    texts: () => spoken.map(({ text }) => text),
    finish: () => void take()?.dispatchEvent(new Event('end')),
    /** Falls silent without an event. */
    loseEnd: () => void take(),
    fail: (error: string) => void take()?.dispatchEvent(Object.assign(new Event('error'), { error })),
    arrive(late: readonly SpeechSynthesisVoice[]) {
      voices = late;
      synthesis.dispatchEvent(new Event('voiceschanged'));
    },
  };
}
