import { createStore } from '../../lib/store.ts';

/** A question with two answers that code outside any screen asks. */
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

/** The open question; null while there is none. */
export const confirmStore = { subscribe: openQuestion.subscribe, current: openQuestion.snapshot };

/**
 * Shows a question in a modal dialog and resolves with the answer. Answers a question that is still open with no.
 * @param signal answers no when the reason for the question ends
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
