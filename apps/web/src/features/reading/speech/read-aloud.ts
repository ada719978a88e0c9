import type { Reader } from '@cuentos/epub/render/reader';
import type { Sentence } from '@cuentos/epub/render/tools/speech';
import { Store } from '../../../lib/react-store.ts';
import type { SpeechFailure } from './speaker.ts';
import { VoiceSpeaker } from './voice-speaker.ts';
import { loadSpeechSettings, saveSpeechSettings, type SpeechSettings } from './voices.ts';

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
  /** Why it failed. */
  readonly failure: SpeechFailure | null;
  readonly voices: readonly SpeechSynthesisVoice[];
  /** The voice that speaks in place of the chosen one, which cannot be reached. */
  readonly substitute: SpeechSynthesisVoice | null;
  /** A note came by, so that the reader may choose whether notes are read. */
  readonly hasNotes: boolean;
}

/** Sentences kept to step back to. */
const KEPT = 200;

/**
 * Reads from the page shown on, sentence by sentence; the page follows. A pause ends the sentence and play begins it
 * again: browsers that cannot pause a voice fall silent for ever otherwise.
 */
export class ReadAloud extends Store<ReadAloudState> {
  readonly #reader: Pick<Reader, 'speech' | 'markSpoken'>;
  readonly #voice: VoiceSpeaker;
  readonly #coming: AsyncGenerator<Sentence, void, undefined>;
  readonly #sentences: Sentence[] = [];
  #at = 0;
  /** What is being said; aborted, it is silent at once. */
  #turn: AbortController | null = null;
  /** The reader began inside notes: they are read to their end. */
  #isInNotes = true;
  #isEnded = false;

  constructor(
    reader: Pick<Reader, 'speech' | 'markSpoken'>,
    synthesis: SpeechSynthesis | undefined = globalThis.speechSynthesis,
  ) {
    const nothing = { failure: null, voices: [], substitute: null, hasNotes: false };
    super({ ...loadSpeechSettings(), ...nothing, status: 'starting' });
    this.#reader = reader;
    this.#voice = new VoiceSpeaker(synthesis, (substitute) => this.set({ substitute }));
    this.#coming = reader.speech();
  }

  /** Finds a voice and begins. */
  async start(): Promise<void> {
    const voices = await this.#voice.prepare();
    if (this.#isEnded) return;
    if (!voices) this.set({ status: 'no-speech' });
    else if (voices.length === 0) this.set({ status: 'no-voice' });
    else {
      this.set({ voices });
      await this.#play();
    }
  }

  readonly toggle = (): void => {
    if (this.snapshot().status === 'speaking') this.pause();
    else this.play();
  };

  readonly play = (): void => {
    if (!this.#isHelpless && this.snapshot().status !== 'speaking') void this.#play();
  };

  readonly pause = (): void => {
    if (this.snapshot().status !== 'speaking') return;
    this.#hush();
    this.set({ status: 'paused' });
  };

  /** A sentence on or back; a paused voice goes on with it. */
  readonly step = (sentences: 1 | -1): void => {
    if (this.#isHelpless) return;
    this.#at = this.#readable(Math.max(0, this.#at + sentences), sentences);
    void this.#play();
  };

  /** Another speed or voice holds at once and the next time. */
  readonly choose = (change: Partial<SpeechSettings>): void => {
    const { rate, voice, notes } = { ...this.snapshot(), ...change };
    saveSpeechSettings({ rate, voice, notes });
    this.set({ rate, voice, notes, ...(change.voice !== undefined && { substitute: null }) });
    if (this.snapshot().status === 'speaking' && change.notes === undefined) void this.#play();
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
    this.#turn?.abort();
    this.#turn = null;
  }

  /** Says the sentence one is at, then those after it. */
  async #play(): Promise<void> {
    this.#hush();
    const turn = new AbortController();
    const { signal } = turn;
    this.#turn = turn;
    this.set({ status: 'speaking', failure: null });
    for (;;) {
      const sentence = await this.#nextReadable(signal);
      if (signal.aborted) return;
      if (!sentence) break;
      await this.#reader.markSpoken(sentence.cfi);
      const failure = signal.aborted ? null : await this.#voice.say(sentence, this.snapshot(), signal);
      if (signal.aborted) return;
      if (failure) {
        this.#turn = null;
        this.set({ status: 'failed', failure });
        return;
      }
      this.#at += 1;
    }
    this.#turn = null;
    this.set({ status: 'finished' });
    await this.#reader.markSpoken(null);
  }

  /** The sentence one is at, or the next one that is read; null after the last. */
  async #nextReadable(signal: AbortSignal): Promise<Sentence | null> {
    for (;;) {
      const sentence = await this.#sentence();
      if (!sentence || signal.aborted) return sentence;
      this.#isInNotes &&= sentence.isNote;
      if (sentence.isNote && !this.snapshot().hasNotes) this.set({ hasNotes: true });
      if (!this.#isSkipped(sentence)) return sentence;
      this.#at += 1;
    }
  }

  /** Steps over notes among the sentences that were read already. */
  #readable(from: number, by: 1 | -1): number {
    let at = from;
    for (let sentence = this.#sentences[at]; sentence && this.#isSkipped(sentence); sentence = this.#sentences[at]) {
      at += by;
    }
    return Math.max(0, at);
  }

  #isSkipped({ isNote }: Sentence): boolean {
    return isNote && !this.#isInNotes && !this.snapshot().notes;
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
