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
  /** The book has a narration of its own; {@link SpeechSettings.narration} says whether it is heard. */
  readonly hasNarration: boolean;
}

/** Sentences kept to step back to. */
const KEPT = 200;
/** A page that does not come holds up no word: one that is hidden may show nothing, ms. */
const PAGE_MS = 1500;

const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Reads from the page shown on, sentence by sentence; the page follows. A pause ends the sentence and play begins it
 * again: browsers that cannot pause a voice fall silent for ever otherwise.
 */
export class ReadAloud extends Store<ReadAloudState> {
  readonly #reader: Pick<Reader, 'speech' | 'markSpoken'>;
  readonly #voice: VoiceSpeaker;
  /** Null for a book without a narration. */
  readonly #narrator: SoundSpeaker | null;
  #coming: AsyncGenerator<Sentence, void, undefined>;
  #sentences: Sentence[] = [];
  #at = 0;
  /** Control of the sentence being said; when aborted, it is silent at once. */
  #turn: AbortController | null = null;
  /** The reader began inside notes: they are read to their end. */
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

  /** Whether the book's own narration is heard. */
  get isNarrated(): boolean {
    const { hasNarration, narration } = this.snapshot();
    return hasNarration && narration;
  }

  /** Finds a voice and begins. */
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

  /** A sentence on or back; a paused voice goes on with it. */
  readonly step = (sentences: 1 | -1): void => {
    if (this.#isHelpless) return;
    this.#at = this.#readable(Math.max(0, this.#at + sentences), sentences);
    void this.#play();
  };

  /** Another speed or voice holds at once and the next time. */
  readonly choose = (change: Partial<SpeechSettings>): void => {
    const wasNarrated = this.isNarrated;
    const { rate, voice, narration, notes } = { ...this.snapshot(), ...change };
    saveSpeechSettings({ rate, voice, narration, notes });
    this.set({ rate, voice, narration, notes, ...(change.voice !== undefined && { substitute: null }) });
    if (this.isNarrated !== wasNarrated) this.#beginAnew();
    if (this.snapshot().status === 'speaking' && change.notes === undefined) void this.#play();
  };

  /** Falls silent and takes the mark off the page. */
  end(): void {
    this.#isEnded = true;
    this.#hush();
    this.#narrator?.end();
    void this.#coming.return();
    void this.#reader.markSpoken(null);
  }

  /** The other speaker goes on with the sentence one is at. */
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

  /** Says the sentence one is at, then those after it. */
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
        // A generator that threw is at its end: the next press asks for the same text anew.
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
