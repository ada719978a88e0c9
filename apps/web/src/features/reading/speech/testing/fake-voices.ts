import { vi } from 'vitest';

const voice = (lang: string, name: string, localService = true): SpeechSynthesisVoice => ({
  lang,
  name,
  localService,
  voiceURI: lang.toLowerCase(),
  default: false,
});

/** What a well-equipped browser offers, in no order. */
export const fakeVoices: readonly SpeechSynthesisVoice[] = [
  voice('es-ES', 'Mónica'),
  voice('en-US', 'Samantha'),
  voice('es_MX', 'Paulina'),
  voice('es-419', 'Google español', false),
  voice('es-CL', 'Catalina'),
];

class FakeUtterance extends EventTarget {
  text = '';
  lang = '';
  rate = 1;
  voice: SpeechSynthesisVoice | null = null;
}

/** Stands in for the browser's voices, which a headless one lacks: it says nothing and ends when told. */
export function installVoices(first: readonly SpeechSynthesisVoice[]) {
  let voices = first;
  let current: FakeUtterance | null = null;
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => [...voices],
    speak(said: FakeUtterance) {
      current = said;
    },
    cancel() {
      const cut = current;
      current = null;
      // As browsers do it: what was cut off fails, a moment later.
      if (cut) setTimeout(() => cut.dispatchEvent(new Event('error')), 1);
    },
  });
  vi.stubGlobal('speechSynthesis', synthesis);
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  return {
    now: () => current,
    finish() {
      const said = current;
      current = null;
      said?.dispatchEvent(new Event('end'));
    },
    arrive(late: readonly SpeechSynthesisVoice[]) {
      voices = late;
      synthesis.dispatchEvent(new Event('voiceschanged'));
    },
  };
}
