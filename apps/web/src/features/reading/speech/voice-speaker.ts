import type { Sentence } from '@cuentos/epub/render/tools/sentence';
import type { Speaker, SpeechFailure } from './speaker.ts';
import { loadVoices, type SpeechSettings, type Voice } from './voices.ts';

/** End of one utterance; `overdue`: it went on far longer than its text, so that its end must have been lost. */
type Outcome = 'ended' | 'overdue' | 'cut' | 'silent' | 'network' | 'refused' | 'failed' | 'stopped';

/** The engine is looked at so often, ms; while the page is hidden browsers make it a minute. */
const LOOK_MS = 500;
/** A voice that has not begun by then will not, ms. One that comes from a server waits for the line. */
const BEGIN_MS = { local: 5000, remote: 12_000 };
/** Speaks as fast, and as slowly, as no voice does at its own speed, characters a second. */
const FASTEST = 40;
const SLOWEST = 5;
/** Added to the longest time that a text may take, ms. */
const GRACE_MS = 5000;
/** Looks in a row at which an engine that began says nothing. */
const IDLE_LOOKS = 2;
/** After a cancel some engines swallow what is said at once, ms. */
const AFTER_CANCEL_MS = 60;
/** Utterances in a row without an end after which the voice is not trusted any more. */
const MOST_OVERDUE = 3;

/** Voices that come from a server are cut off after some 15 s, without an event: a part stays well below, characters. */
const REMOTE_PART = 130;

const PAUSES = [';', ':', ',', '—', '…'];

const isSupported = (): boolean => typeof SpeechSynthesisUtterance !== 'undefined';

/**
 * The browser's voice, with what is known of how it fails: it may never begin, lose its end, fall silent in the middle of a long
 * text without an event, be cut while the page is hidden, and fail without a connection.
 */
export class VoiceSpeaker implements Speaker {
  readonly #synthesis: SpeechSynthesis | undefined;
  readonly #onSubstitute: (voice: SpeechSynthesisVoice | null) => void;
  #voices: readonly SpeechSynthesisVoice[] = [];
  /** Voices whose server did not answer, by URI. */
  readonly #unreachable = new Set<string>();
  /** Browsers collect an utterance that nothing holds, and its end event with it. */
  readonly #held = new Set<SpeechSynthesisUtterance>();
  #lastCancel = -Infinity;
  #overdue = 0;

  /** @param onSubstitute told which voice takes the place of the chosen one, which needs a connection; null when it is back */
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

  /** Says a part, once more when it did not come to its end, and with a voice of the device when there is no line. */
  async #sayPart(text: string, settings: SpeechSettings, signal: AbortSignal): Promise<SpeechFailure | null> {
    let isRetried = false;
    for (;;) {
      const voice = this.#voiceFor(settings);
      if (!voice) return 'network';
      const outcome = await this.#utter(text, voice, settings.rate, signal);
      if (this.#isOver(outcome)) return null;
      if (outcome === 'refused') return 'refused';
      if (document.hidden && (outcome === 'cut' || outcome === 'silent')) {
        // Browsers silence hidden pages: the part is said again when the reader comes back.
        if (!(await isSeenAgain(signal))) return null;
        continue;
      }
      const isUnreachable: boolean = !voice.localService && (isRetried || outcome === 'network');
      if (isUnreachable && !this.#replace(voice, settings)) return 'network';
      if (isRetried && !isUnreachable) return outcome === 'failed' ? 'failed' : 'silent';
      isRetried = !isUnreachable;
    }
  }

  /** Whether the next part follows: a lost end counts as one, until it is lost again and again. */
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

  /** Lets a voice of the device speak until the connection is back; false where there is none. */
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
    // The voice falls silent in the moment in which it is asked to.
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

/** Tells what became of an utterance whose events are missing. */
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

  /** Null while there is nothing to be worried about. */
  look(): Outcome | null {
    const { length, rate, isLocal } = this.#said;
    const now = performance.now();
    // A phone that showed another page may have left the engine in a pause.
    if (this.#synthesis.paused && !document.hidden) this.#synthesis.resume();
    if (this.#begun === null) return now - this.#since > BEGIN_MS[isLocal ? 'local' : 'remote'] ? 'silent' : null;
    const spent = now - this.#begun;
    if (spent > (1000 * length) / (SLOWEST * rate) + GRACE_MS) return 'overdue';
    const isBusy = this.#synthesis.speaking || this.#synthesis.pending;
    this.#idle = isBusy ? 0 : this.#idle + 1;
    if (this.#idle < IDLE_LOOKS) return null;
    // Said in less time than any voice needs, it was cut off; else its end was lost.
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

/** Waits until the page is on the screen; false when the voice is stopped before. */
async function isSeenAgain(signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onChange = () => !document.hidden && resolve();
  document.addEventListener('visibilitychange', onChange);
  signal.addEventListener('abort', () => resolve());
  await promise;
  document.removeEventListener('visibilitychange', onChange);
  return !signal.aborted;
}

/** A sentence in parts that a voice says to their ends: whole for a voice of the device. */
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
