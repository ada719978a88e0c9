import type { Page } from '@playwright/test';

/** Gives a page voices and a wake lock, which a headless browser lacks. The voices are silent and end at once. */
export async function fakeDevice(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const spoken: string[] = [];
    const locks = { held: 0, asked: 0 };
    class Utterance extends EventTarget {
      readonly text: string;
      lang = '';
      rate = 1;
      voice: unknown = null;

      constructor(text = '') {
        super();
        this.text = text;
      }
    }
    let current: Utterance | null = null;
    const voice = (lang: string, name: string) => ({ lang, name, voiceURI: lang, localService: true, default: false });
    const synthesis = Object.assign(new EventTarget(), {
      speaking: false,
      getVoices: () => [voice('es-ES', 'Mónica'), voice('es-CL', 'Catalina'), voice('en-US', 'Samantha')],
      speak(said: Utterance) {
        current = said;
        spoken.push(said.text);
        synthesis.speaking = true;
        said.dispatchEvent(new Event('start'));
      },
      cancel() {
        current = null;
      },
    });
    const finishSentence = () => {
      const said = current;
      current = null;
      said?.dispatchEvent(new Event('end'));
    };
    const request = async () => {
      locks.held += 1;
      locks.asked += 1;
      return Object.assign(new EventTarget(), {
        release: async () => {
          locks.held -= 1;
        },
      });
    };
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.assign(window, { fakeDevice: { spoken, locks, finishSentence } });
  });
}

interface FakeDevice {
  readonly spoken: string[];
  readonly locks: { readonly held: number; readonly asked: number };
  readonly finishSentence: () => void;
}

/** Returns the sentences spoken so far. */
export const spoken = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { fakeDevice: FakeDevice }).fakeDevice.spoken);

/** Ends the sentence that is being spoken. */
export const finishSentence = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as { fakeDevice: FakeDevice }).fakeDevice.finishSentence());

/** Returns the number of held wake locks. */
export const heldLocks = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { fakeDevice: FakeDevice }).fakeDevice.locks.held);
