/** Something that lies over the page. */
interface Layer {
  /** Puts it away. */
  readonly close: () => void;
  /** It takes keys and taps for itself; a panel beside which one reads on does not. */
  readonly modal: boolean;
}

/**
 * What is open over the page, the topmost last. The browser's back button puts the topmost away before it leaves the
 * book, and no page turns under a modal one.
 */
export class Layers {
  #open: readonly Layer[] = [];

  /** Lays something on top. @returns takes it off the list, for when it is gone. */
  add(layer: Layer): () => void {
    this.#open = [...this.#open, layer];
    return () => {
      this.#open = this.#open.filter((each) => each !== layer);
    };
  }

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  get hasModal(): boolean {
    return this.#open.some(({ modal }) => modal);
  }

  /** Puts the topmost away; false when there is none. */
  closeTop(): boolean {
    const top = this.#open.at(-1);
    top?.close();
    return top !== undefined;
  }
}
