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

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function set(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

export const confirmStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => asked,
};

/** Asks; the screen below waits. A question that is still open is answered no. */
export function ask(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      set(null);
      resolve(yes);
    };
    set({ ...question, answer });
  });
}
