import { createStore } from '../../lib/store.ts';

/** A question with two answers, asked from outside of any screen. */
export interface Question {
  readonly title: string;
  readonly message: string;
  readonly confirm: string;
  readonly cancel: string;
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

const asked = createStore<Asked | null>(null);

/** The question that is open; null while there is none. */
export const confirmStore = { subscribe: asked.subscribe, current: asked.snapshot };

/** Asks; the screen below waits. A question that is still open is answered no. */
export function ask(question: Question): Promise<boolean> {
  asked.snapshot()?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      asked.set(null);
      resolve(yes);
    };
    asked.set({ ...question, answer });
  });
}
