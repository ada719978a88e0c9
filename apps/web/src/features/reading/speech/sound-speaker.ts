import { type Loader, ResourceMissing } from '@cuentos/epub/container/loader';
import type { Sentence, SoundClip } from '@cuentos/epub/render/tools/sentence';
import type { Speaker, SpeechFailure } from './speaker.ts';
import type { SpeechSettings } from './voices.ts';

/** Gap up to which the next clip is played without an interruption, s. */
const SEAMLESS_S = 0.25;
/** Overlap with which a stopped narration continues, so that no syllable is lost, s. */
const BACK_S = 0.3;
/** Time after which a sound that does not advance counts as stuck, ms. */
const STUCK_MS = 10_000;
/** Longest time between two checks for the end of a clip, ms: a change of speed moves it. */
const LOOK_MS = 250;
/** Number of consecutive unplayable clips after which the reader is told. */
const MOST_SKIPPED = 3;

/** The narrator of a book: plays clips of its sounds. An unplayable clip is skipped. */
export class SoundSpeaker implements Speaker {
  readonly #loader: Pick<Loader, 'blob'>;
  readonly #onInterrupted: () => void;
  readonly #sound = new Audio();
  /** Path of the loaded sound. */
  #path: string | null = null;
  #address: string | null = null;
  #stopped: { readonly sentence: Sentence; readonly at: number } | null = null;
  #skipped = 0;
  /** Stops the sound when no clip follows at once. */
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** @param onInterrupted called when the system stops the sound: a call arrives, or a headset is unplugged */
  constructor(loader: Pick<Loader, 'blob'>, onInterrupted: () => void) {
    this.#loader = loader;
    this.#onInterrupted = onInterrupted;
    this.#sound.preservesPitch = true;
  }

  async say(sentence: Sentence, { rate }: SpeechSettings, signal: AbortSignal): Promise<SpeechFailure | null> {
    const { clip } = sentence;
    if (!clip) return null;
    try {
      await this.#open(clip, signal);
    } catch (error) {
      return signal.aborted ? null : error instanceof ResourceMissing ? this.#skip() : 'sound-network';
    }
    if (signal.aborted) return null;
    const { duration } = this.#sound;
    if (this.#path === null || clip.from >= duration) return this.#skip();
    clearTimeout(this.#resting);
    this.#seek(sentence, clip);
    this.#sound.playbackRate = rate;
    const stop = () => {
      this.#stopped = { sentence, at: this.#sound.currentTime };
      this.#sound.pause();
    };
    signal.addEventListener('abort', stop);
    const failure = await this.#play(Math.min(clip.to ?? Infinity, duration), signal);
    signal.removeEventListener('abort', stop);
    if (failure) this.#sound.pause();
    else if (!signal.aborted) {
      this.#skipped = 0;
      this.#resting = setTimeout(() => this.#sound.pause(), SEAMLESS_S * 500);
    }
    return failure;
  }

  /** Releases the sound. */
  end(): void {
    clearTimeout(this.#resting);
    this.#sound.pause();
    this.#forget();
  }

  #skip(): SpeechFailure | null {
    this.#skipped += 1;
    if (this.#skipped < MOST_SKIPPED) return null;
    this.#skipped = 0;
    return 'sound';
  }

  /** Loads a sound; {@link #path} stays null when it cannot be played. */
  async #open({ path, mediaType }: SoundClip, signal: AbortSignal): Promise<void> {
    if (this.#path === path) return;
    this.#sound.pause();
    this.#forget();
    const blob = await this.#loader.blob(path, mediaType);
    if (signal.aborted) return;
    const address = URL.createObjectURL(blob);
    this.#address = address;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const [onReady, onError] = [() => resolve(true), () => resolve(false)];
    this.#sound.addEventListener('loadedmetadata', onReady);
    this.#sound.addEventListener('error', onError);
    this.#sound.src = address;
    const isPlayable = await promise;
    this.#sound.removeEventListener('loadedmetadata', onReady);
    this.#sound.removeEventListener('error', onError);
    if (isPlayable && this.#address === address) this.#path = path;
  }

  #forget(): void {
    this.#path = null;
    this.#sound.removeAttribute('src');
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = null;
  }

  #seek(sentence: Sentence, { from }: SoundClip): void {
    const stopped = this.#stopped?.sentence === sentence ? this.#stopped : null;
    this.#stopped = null;
    if (stopped) this.#sound.currentTime = Math.max(from, stopped.at - BACK_S);
    else if (Math.abs(this.#sound.currentTime - from) > SEAMLESS_S || this.#sound.paused)
      this.#sound.currentTime = from;
  }

  /** Plays until the sound has reached `to`, or is stopped. */
  async #play(to: number, signal: AbortSignal): Promise<SpeechFailure | null> {
    try {
      await this.#sound.play();
    } catch (error) {
      if (signal.aborted) return null;
      return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : this.#skip();
    }
    const { promise, resolve } = Promise.withResolvers<SpeechFailure | null>();
    const listening = new AbortController();
    const until = { signal: listening.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = { at: -1, since: performance.now() };
    const look = () => {
      clearTimeout(timer);
      const { currentTime, ended, playbackRate } = this.#sound;
      if (currentTime >= to || ended) return resolve(null);
      if (currentTime !== last.at) last = { at: currentTime, since: performance.now() };
      else if (performance.now() - last.since > STUCK_MS) return resolve('silent');
      timer = setTimeout(look, Math.min(LOOK_MS, (1000 * (to - currentTime)) / playbackRate));
    };
    signal.addEventListener('abort', () => resolve(null), until);
    this.#sound.addEventListener('ended', look, until);
    this.#sound.addEventListener('error', () => resolve(this.#skip()), until);
    this.#sound.addEventListener('pause', () => !this.#sound.ended && !signal.aborted && this.#onInterrupted(), until);
    look();
    const failure = await promise;
    clearTimeout(timer);
    listening.abort();
    return failure;
  }
}
