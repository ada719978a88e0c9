type Farewell = () => Promise<void>;

let farewell: Farewell | null = null;

/** Tells the reader that the session is over before the screen changes. */
export const sessionEnded = {
  /** @returns takes it back. */
  register(next: Farewell): () => void {
    farewell = next;
    return () => {
      if (farewell === next) farewell = null;
    };
  },
  /** Resolves when the reader has confirmed the message; at once when no book is open. */
  say: async (): Promise<void> => farewell?.(),
};
