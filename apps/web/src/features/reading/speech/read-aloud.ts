import type { Reader } from '@cuentos/epub/render/reader';
import type { Sentence } from '@cuentos/epub/render/tools/speech';
import { Store } from '../../../lib/react-store.ts';
import { loadSpeechSettings, loadVoices, saveSpeechSettings, type SpeechSettings } from './voices.ts';

type Status =
  | 'starting'
  | 'speaking'
  | 'paused'
  | 'finished'
  | 'failed'
  /** No Spanish voice here, or no voices at all. */
  | 'no-voice'
  | 'no-speech';

interface ReadAloudState extends SpeechSettings {
  readonly status: Status;
  readonly voices: readonly SpeechSynthesisVoice[];
}

/** Sentences kept to step back to. */
const KEPT = 200;

/**
 * Reads from the page shown on, sentence by sentence; the page follows. A pause ends the sentence and play begins it
 * again: browsers that cannot pause a voice fall silent for ever otherwise.
 */
export class ReadAloud extends Store<ReadAloudState> {
  readonly #reader: Pick<Reader, 'speech' | 'markSpoken'>;
  readonly #synthesis: SpeechSynthesis | undefined;
  readonly #coming: AsyncGenerator<Sentence, void, undefined>;
  readonly #sentences: Sentence[] = [];
  #at = 0;
  /** The current utterance; events of earlier ones are ignored. */
  #utterance: SpeechSynthesisUtterance | null = null;
  #isEnded = false;

  constructor(
    reader: Pick<Reader, 'speech' | 'markSpoken'>,
    synthesis: SpeechSynthesis | undefined = globalThis.speechSynthesis,
  ) {
    super({ ...loadSpeechSettings(), status: 'starting', voices: [] });
    this.#reader = reader;
    this.#synthesis = synthesis;
    this.#coming = reader.speech();
  }

  /** Finds a voice and begins. */
  async start(): Promise<void> {
    if (!this.#synthesis || typeof SpeechSynthesisUtterance === 'undefined') {
      this.set({ status: 'no-speech' });
      return;
    }
    const voices = await loadVoices(this.#synthesis);
    if (this.#isEnded) return;
    this.set({ voices });
    if (voices.length === 0) this.set({ status: 'no-voice' });
    else await this.#say();
  }

  readonly toggle = (): void => {
    if (this.snapshot().status === 'speaking') {
      this.#hush();
      this.set({ status: 'paused' });
    } else if (!this.#isHelpless) void this.#say();
  };

  /** A sentence on or back; a paused voice goes on with it. */
  readonly step = (sentences: 1 | -1): void => {
    if (this.#isHelpless) return;
    this.#at = Math.max(0, this.#at + sentences);
    void this.#say();
  };

  /** Another speed or voice holds at once and the next time. */
  readonly choose = (change: Partial<SpeechSettings>): void => {
    const { rate, voice } = { ...this.snapshot(), ...change };
    saveSpeechSettings({ rate, voice });
    this.set({ rate, voice });
    if (this.snapshot().status === 'speaking') void this.#say();
  };

  /** Falls silent and takes the mark off the page. */
  end(): void {
    this.#isEnded = true;
    this.#hush();
    void this.#coming.return();
    void this.#reader.markSpoken(null);
  }

  get #isHelpless(): boolean {
    const { status } = this.snapshot();
    return status === 'no-voice' || status === 'no-speech' || status === 'starting';
  }

  #hush(): void {
    this.#utterance = null;
    this.#synthesis?.cancel();
  }

  /** Says the sentence one is at, then those after it. */
  async #say(): Promise<void> {
    this.#hush();
    const utterance = new SpeechSynthesisUtterance();
    this.#utterance = utterance;
    this.set({ status: 'speaking' });
    const sentence = await this.#sentence();
    if (this.#utterance !== utterance) return;
    if (!sentence) {
      this.#utterance = null;
      this.set({ status: 'finished' });
      await this.#reader.markSpoken(null);
      return;
    }
    await this.#reader.markSpoken(sentence.cfi);
    if (this.#utterance !== utterance) return;
    this.#speak(utterance, sentence);
  }

  #speak(utterance: SpeechSynthesisUtterance, sentence: Sentence): void {
    const { voices, voice: chosenVoice, rate } = this.snapshot();
    const voice = voices.find(({ voiceURI }) => voiceURI === chosenVoice) ?? voices[0] ?? null;
    utterance.text = sentence.text;
    utterance.voice = voice;
    utterance.lang = voice?.lang ?? 'es';
    utterance.rate = rate;
    utterance.addEventListener('end', () => {
      if (this.#utterance !== utterance) return;
      this.#at += 1;
      void this.#say();
    });
    utterance.addEventListener('error', () => {
      if (this.#utterance !== utterance) return;
      this.#utterance = null;
      this.set({ status: 'failed' });
    });
    this.#synthesis?.speak(utterance);
  }

  /** The sentence one is at; null after the last. */
  async #sentence(): Promise<Sentence | null> {
    while (this.#at >= this.#sentences.length) {
      const { value, done } = await this.#coming.next();
      if (done || !value) {
        this.#at = this.#sentences.length;
        return null;
      }
      this.#sentences.push(value);
      if (this.#sentences.length <= KEPT) continue;
      this.#sentences.shift();
      this.#at -= 1;
    }
    return this.#sentences[this.#at] ?? null;
  }
}
