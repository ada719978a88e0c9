import { isNarrationPath } from '@cuentos/epub/container/narration';
import type { Reader } from '@cuentos/epub/render/reader';
import type { Sentence } from '@cuentos/epub/render/tools/sentence';
import { Store } from '../../../lib/react-store.ts';
import type { OpenedBook } from '../opening/open-book.ts';
import { SoundSpeaker } from './sound-speaker.ts';
import type { Speaker, SpeechFailure } from './speaker.ts';
import { VoiceSpeaker } from './voice-speaker.ts';
import { loadSpeechSettings, saveSpeechSettings, type SpeechSettings } from './voices.ts';

type Status =
  | 'starting'
  | 'speaking'
  | 'paused'
  | 'finished'
  | 'failed'
  /** Whether there is no Spanish voice, or no voice at all. */
  | 'no-voice'
  | 'no-speech';

interface ReadAloudState extends SpeechSettings {
  readonly status: Status;
  /** Reason of the failure. */
  readonly failure: SpeechFailure | null;
  readonly voices: readonly SpeechSynthesisVoice[];
  /** The voice that replaces the chosen one, which cannot be reached. */
  readonly substitute: SpeechSynthesisVoice | null;
  /** Whether a note occurred, so that the reader may choose whether notes are read. */
  readonly hasNotes: boolean;
  /** Whether the book has a narration; {@link SpeechSettings.narration} says whether it is used. */
  readonly hasNarration: boolean;
}

/** Number of sentences kept for stepping back. */
const KEPT = 200;
/** Longest wait for a page turn, ms: a hidden page may not be rendered. */
const PAGE_MS = 1500;

const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Reads from the page shown on, sentence by sentence; the page follows. A pause ends the sentence and play repeats it:
 * in some browsers a paused voice never speaks again.
 */
export class ReadAloud extends Store<ReadAloudState> {
  readonly #reader: Pick<Reader, 'speech' | 'markSpoken'>;
  readonly #voice: VoiceSpeaker;
  /** Null for a book without a narration. */
  readonly #narrator: SoundSpeaker | null;
  #coming: AsyncGenerator<Sentence, void, undefined>;
  #sentences: Sentence[] = [];
  #at = 0;
  /** Controls the current sentence; aborting it silences the voice at once. */
  #turn: AbortController | null = null;
  /** The reader started inside notes: they are read to their end. */
  #isInNotes = true;
  #isEnded = false;

  constructor(
    reader: Pick<Reader, 'speech' | 'markSpoken'>,
    { publication, loader }: Pick<OpenedBook, 'publication' | 'loader'>,
    synthesis: SpeechSynthesis | undefined = globalThis.speechSynthesis,
  ) {
    const hasNarration = publication.resources.some(({ path }) => isNarrationPath(path));
    const nothing = { failure: null, voices: [], substitute: null, hasNotes: false };
    super({ ...loadSpeechSettings(), ...nothing, hasNarration, status: 'starting' });
    this.#reader = reader;
    this.#voice = new VoiceSpeaker(synthesis, (substitute) => this.set({ substitute }));
    this.#narrator = hasNarration ? new SoundSpeaker(loader, () => this.pause()) : null;
    this.#coming = reader.speech(undefined, this.isNarrated);
  }

  /** Whether the book's own narration is used. */
  get isNarrated(): boolean {
    const { hasNarration, narration } = this.snapshot();
    return hasNarration && narration;
  }

  /** Finds a voice and starts. */
  async start(): Promise<void> {
    if (this.isNarrated) void this.#play();
    const voices = await this.#voice.prepare();
    if (this.#isEnded) return;
    this.set({ voices: voices ?? [] });
    if (this.snapshot().status !== 'starting') return;
    if (voices && voices.length > 0) await this.#play();
    else if (this.#narrator) {
      this.set({ narration: true });
      this.#beginAnew();
      await this.#play();
    } else this.set({ status: voices ? 'no-voice' : 'no-speech' });
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

  /** Steps a sentence on or back; a paused voice continues there. */
  readonly step = (sentences: 1 | -1): void => {
    if (this.#isHelpless) return;
    this.#at = this.#readable(Math.max(0, this.#at + sentences), sentences);
    void this.#play();
  };

  /** Changes speed or voice at once, and for the next time. */
  readonly choose = (change: Partial<SpeechSettings>): void => {
    const wasNarrated = this.isNarrated;
    const { rate, voice, narration, notes } = { ...this.snapshot(), ...change };
    saveSpeechSettings({ rate, voice, narration, notes });
    this.set({ rate, voice, narration, notes, ...(change.voice !== undefined && { substitute: null }) });
    if (this.isNarrated !== wasNarrated) this.#beginAnew();
    if (this.snapshot().status === 'speaking' && change.notes === undefined) void this.#play();
  };

  /** Stops and removes the mark from the page. */
  end(): void {
    this.#isEnded = true;
    this.#hush();
    this.#narrator?.end();
    void this.#coming.return();
    void this.#reader.markSpoken(null);
  }

  /** The other speaker continues with the current sentence. */
  #beginAnew(): void {
    const here = (this.#sentences[this.#at] ?? this.#sentences.at(-1))?.cfi;
    void this.#coming.return();
    this.#coming = this.#reader.speech(here, this.isNarrated);
    this.#sentences = [];
    this.#at = 0;
    this.#isInNotes = true;
  }

  get #speaker(): Speaker {
    return (this.isNarrated ? this.#narrator : null) ?? this.#voice;
  }

  get #isHelpless(): boolean {
    const { status } = this.snapshot();
    return status === 'no-voice' || status === 'no-speech' || status === 'starting';
  }

  #hush(): void {
    this.#turn?.abort();
    this.#turn = null;
  }

  /** Speaks the current sentence, then those after it. */
  async #play(): Promise<void> {
    this.#hush();
    const turn = new AbortController();
    const { signal } = turn;
    this.#turn = turn;
    this.set({ status: 'speaking', failure: null });
    for (;;) {
      const sentence = await this.#nextReadable(signal).catch(() => 'lost' as const);
      if (signal.aborted) return;
      if (sentence === 'lost') {
        // A generator that threw is finished: the next press requests the same text again.
        this.#beginAnew();
        this.#fail('failed');
        return;
      }
      if (!sentence) break;
      await Promise.race([this.#reader.markSpoken(sentence.cfi), passed(PAGE_MS)]);
      const failure = signal.aborted ? null : await this.#speaker.say(sentence, this.snapshot(), signal);
      if (signal.aborted) return;
      if (failure) {
        this.#fail(failure);
        return;
      }
      this.#at += 1;
    }
    this.#turn = null;
    this.set({ status: 'finished' });
    await this.#reader.markSpoken(null);
  }

  #fail(failure: SpeechFailure): void {
    this.#turn = null;
    this.set({ status: 'failed', failure });
  }

  /** The current sentence, or the next one to be read; null after the last. */
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

  /** Steps over notes among the sentences that were already read. */
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

  /** The current sentence; null after the last. */
  async #sentence(): Promise<Sentence | null> {
    while (this.#at >= this.#sentences.length) {
      const coming = this.#coming;
      const { value, done } = await coming.next();
      // The other speaker was chosen meanwhile and has sentences of its own.
      if (coming !== this.#coming) return null;
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
