import type { Sentence } from '@cuentos/epub/render/tools/sentence';
import type { Speaker, SpeechFailure } from './speaker.ts';
import { loadVoices, type SpeechSettings, type Voice } from './voices.ts';

/** End of an utterance; `overdue`: it lasted far longer than its text, so its end event must have been lost. */
type Outcome = 'ended' | 'overdue' | 'cut' | 'silent' | 'network' | 'refused' | 'failed' | 'stopped';

/** Interval of checking the engine, ms; browsers extend it to a minute while the page is hidden. */
const LOOK_MS = 500;
/** Time after which a voice that has not begun counts as failed, ms. A server's voice waits for the connection. */
const BEGIN_MS = { local: 5000, remote: 12_000 };
/** Limits of a voice's own speed, characters per second. */
const FASTEST = 40;
const SLOWEST = 5;
/** Added to the longest time of a text, ms. */
const GRACE_MS = 5000;
/** Number of consecutive checks at which a started engine is silent. */
const IDLE_LOOKS = 2;
/** Pause after a cancellation, ms: some engines drop an utterance that follows at once. */
const AFTER_CANCEL_MS = 60;
/** Number of consecutive utterances without an end after which a voice counts as broken. */
const MOST_OVERDUE = 3;

/** Longest part of a sentence, characters: voices of a server are cut off after some 15 s, without an event. */
const REMOTE_PART = 130;

const PAUSES = [';', ':', ',', '—', '…'];

const isSupported = (): boolean => typeof SpeechSynthesisUtterance !== 'undefined';

/**
 * The browser's voice, with handling of its known failures: it may never begin, lose its end event, stop inside a long
 * text without an event, be cut off while the page is hidden, and fail without a connection.
 */
export class VoiceSpeaker implements Speaker {
  readonly #synthesis: SpeechSynthesis | undefined;
  readonly #onSubstitute: (voice: SpeechSynthesisVoice | null) => void;
  #voices: readonly SpeechSynthesisVoice[] = [];
  /** Voices whose server did not answer, by URI. */
  readonly #unreachable = new Set<string>();
  /** Keeps a reference: browsers garbage-collect an utterance without one, and its end event with it. */
  readonly #held = new Set<SpeechSynthesisUtterance>();
  #lastCancel = -Infinity;
  #overdue = 0;

  /**
   * @param onSubstitute called with the voice that replaces the chosen one, which needs a connection; null when it is
   * back
   */
  constructor(synthesis: SpeechSynthesis | undefined, onSubstitute: (voice: SpeechSynthesisVoice | null) => void) {
    this.#synthesis = synthesis;
    this.#onSubstitute = onSubstitute;
  }

  /** The Spanish voices; null where the browser cannot speak. */
  async prepare(): Promise<readonly SpeechSynthesisVoice[] | null> {
    if (!this.#synthesis || !isSupported()) return null;
    this.#voices = await loadVoices(this.#synthesis);
    return this.#voices;
  }

  async say({ text }: Sentence, settings: SpeechSettings, signal: AbortSignal): Promise<SpeechFailure | null> {
    const voice = this.#voiceFor(settings);
    if (!voice) return 'network';
    for (const part of partsForVoice(text, voice, settings.rate)) {
      const failure = await this.#sayPart(part, settings, signal);
      if (failure || signal.aborted) return failure;
    }
    return null;
  }

  /**
   * Speaks a part, once more when it did not reach its end, and with a voice of the device when there is no connection.
   */
  async #sayPart(text: string, settings: SpeechSettings, signal: AbortSignal): Promise<SpeechFailure | null> {
    let isRetried = false;
    for (;;) {
      const voice = this.#voiceFor(settings);
      if (!voice) return 'network';
      const outcome = await this.#utter(text, voice, settings.rate, signal);
      if (this.#isOver(outcome)) return null;
      if (outcome === 'refused') return 'refused';
      if (document.hidden && (outcome === 'cut' || outcome === 'silent')) {
        // Browsers silence hidden pages: the part is repeated when the reader comes back.
        if (!(await isSeenAgain(signal))) return null;
        continue;
      }
      const isUnreachable: boolean = !voice.localService && (isRetried || outcome === 'network');
      if (isUnreachable && !this.#replace(voice, settings)) return 'network';
      if (isRetried && !isUnreachable) return outcome === 'failed' ? 'failed' : 'silent';
      isRetried = !isUnreachable;
    }
  }

  /** Whether the next part follows: a lost end counts as an end, until ends are lost repeatedly. */
  #isOver(outcome: Outcome): boolean {
    this.#overdue = outcome === 'overdue' ? this.#overdue + 1 : 0;
    return outcome === 'ended' || outcome === 'stopped' || (outcome === 'overdue' && this.#overdue < MOST_OVERDUE);
  }

  #voiceFor({ voice: chosenVoice }: SpeechSettings): SpeechSynthesisVoice | undefined {
    const reachable = this.#voices.filter(({ voiceURI }) => !this.#unreachable.has(voiceURI));
    const chosen = reachable.find(({ voiceURI }) => voiceURI === chosenVoice);
    if (chosen) return chosen;
    return this.#unreachable.size > 0 ? reachable.find(({ localService }) => localService) : reachable[0];
  }

  /** Uses a voice of the device until the connection is back; false where there is none. */
  #replace(voice: SpeechSynthesisVoice, settings: SpeechSettings): boolean {
    this.#unreachable.add(voice.voiceURI);
    const substitute = this.#voiceFor(settings);
    if (!substitute) {
      this.#unreachable.clear();
      return false;
    }
    this.#onSubstitute(substitute);
    const onReturn = () => {
      this.#unreachable.clear();
      this.#onSubstitute(null);
    };
    addEventListener('online', onReturn, { once: true });
    return true;
  }

  async #utter(text: string, voice: SpeechSynthesisVoice, rate: number, signal: AbortSignal): Promise<Outcome> {
    const synthesis = this.#synthesis as SpeechSynthesis;
    await wait(this.#lastCancel + AFTER_CANCEL_MS - performance.now());
    if (signal.aborted) return 'stopped';
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const utterance = Object.assign(new SpeechSynthesisUtterance(text), { voice, lang: voice.lang, rate });
    this.#held.add(utterance);
    const watch = new EngineWatch(synthesis, { length: text.length, rate, isLocal: voice.localService });
    const look = () => {
      const outcome = watch.look();
      if (outcome) resolve(outcome);
    };
    const timer = setInterval(look, LOOK_MS);
    // The voice stops at the moment of the abort.
    const stop = () => {
      resolve('stopped');
      this.#hush();
    };
    signal.addEventListener('abort', stop);
    for (const sign of ['start', 'boundary'] as const) utterance.addEventListener(sign, watch.noteBeginning);
    utterance.addEventListener('end', () => resolve('ended'));
    utterance.addEventListener('error', ({ error }) => resolve(outcomeOf(error)));
    synthesis.speak(utterance);
    const outcome = await promise;
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
    this.#held.delete(utterance);
    if (outcome !== 'ended' && outcome !== 'stopped') this.#hush();
    return outcome;
  }

  #hush(): void {
    this.#held.clear();
    this.#lastCancel = performance.now();
    this.#synthesis?.cancel();
  }
}

interface Said {
  readonly length: number;
  readonly rate: number;
  readonly isLocal: boolean;
}

/** Decides what happened to an utterance whose events are missing. */
class EngineWatch {
  readonly #synthesis: SpeechSynthesis;
  readonly #said: Said;
  readonly #since = performance.now();
  #begun: number | null = null;
  #idle = 0;

  constructor(synthesis: SpeechSynthesis, said: Said) {
    this.#synthesis = synthesis;
    this.#said = said;
  }

  readonly noteBeginning = (): void => {
    this.#begun ??= performance.now();
  };

  /** Null while all is in order. */
  look(): Outcome | null {
    const { length, rate, isLocal } = this.#said;
    const now = performance.now();
    // A phone that showed another page may have left the engine paused.
    if (this.#synthesis.paused && !document.hidden) this.#synthesis.resume();
    if (this.#begun === null) return now - this.#since > BEGIN_MS[isLocal ? 'local' : 'remote'] ? 'silent' : null;
    const spent = now - this.#begun;
    if (spent > (1000 * length) / (SLOWEST * rate) + GRACE_MS) return 'overdue';
    const isBusy = this.#synthesis.speaking || this.#synthesis.pending;
    this.#idle = isBusy ? 0 : this.#idle + 1;
    if (this.#idle < IDLE_LOOKS) return null;
    // An utterance shorter than any voice needs was cut off; otherwise its end event was lost.
    return spent < (1000 * length) / (FASTEST * rate) ? 'cut' : 'ended';
  }
}

function outcomeOf(error: SpeechSynthesisErrorCode): Outcome {
  if (error === 'network') return 'network';
  if (error === 'not-allowed') return 'refused';
  return error === 'interrupted' || error === 'canceled' ? 'cut' : 'failed';
}

async function wait(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until the page is visible; false when the voice is stopped before. */
async function isSeenAgain(signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onChange = () => !document.hidden && resolve();
  document.addEventListener('visibilitychange', onChange);
  signal.addEventListener('abort', () => resolve());
  await promise;
  document.removeEventListener('visibilitychange', onChange);
  return !signal.aborted;
}

/** A sentence in parts that a voice can speak completely: whole for a voice of the device. */
export function partsForVoice(text: string, { localService }: Pick<Voice, 'localService'>, rate: number): string[] {
  const longest = localService ? Infinity : Math.floor(REMOTE_PART * rate);
  const parts: string[] = [];
  let rest = text;
  while (rest.length > longest) {
    const window = rest.slice(0, longest);
    const pause = Math.max(...PAUSES.map((sign) => window.lastIndexOf(`${sign} `)));
    const space = window.lastIndexOf(' ');
    const cut = pause > longest / 3 ? pause + 1 : space > 0 ? space : longest;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return [...parts, rest].filter((part) => part !== '');
}
