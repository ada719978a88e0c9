import { createStore } from '../../lib/store.ts';

/** A question with two answers, asked from outside of any screen. */
export interface Question {
  readonly title: string;
  readonly message: string;
  readonly confirm: string;
  readonly cancel: string;
}

interface OpenQuestion extends Question {
  readonly answer: (yes: boolean) => void;
}

const openQuestion = createStore<OpenQuestion | null>(null);

/** The question that is open; null while there is none. */
export const confirmStore = { subscribe: openQuestion.subscribe, current: openQuestion.snapshot };

/**
 * Asks; the screen below waits. A question that is still open is answered no.
 * @param signal answers no, because the reason for the question is gone
 */
export function ask(question: Question, signal?: AbortSignal): Promise<boolean> {
  openQuestion.snapshot()?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      signal?.removeEventListener('abort', refuse);
      openQuestion.set(null);
      resolve(yes);
    };
    const refuse = () => answer(false);
    signal?.addEventListener('abort', refuse);
    openQuestion.set({ ...question, answer });
  });
}
