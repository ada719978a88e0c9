import type { Sentence } from '@cuentos/epub/render/tools/sentence';
import type { SpeechSettings } from './voices.ts';

/**
 * Why nothing more is said. `silent`: the voice does not begin or come to an end. `network`: it needs a connection, and no other
 * voice is here. `refused`: the browser wants the reader's press. `sound`: what the book has of its narration
 * cannot be heard. `sound-network`: it is not on the device, and needs a connection. `failed`: the voice, or the
 * text that it is to say, did not come.
 */
export type SpeechFailure = 'silent' | 'network' | 'refused' | 'sound' | 'sound-network' | 'failed';

/** A voice for the sentences of a book. */
export interface Speaker {
  /** Speaks a sentence to its end, or until the signal aborts it. @returns the reason of a failure */
  say(sentence: Sentence, settings: SpeechSettings, signal: AbortSignal): Promise<SpeechFailure | null>;
}
