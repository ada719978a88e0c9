/** Something that lies over the page. */
interface Layer {
  /** It takes keys and taps for itself; a panel beside which one reads on does not. */
  readonly modal: boolean;
}

/** What is open over the page: no page turns under what is modal. */
export class Layers {
  #open: readonly Layer[] = [];

  /** Lays something on top. @returns takes it off the list, for when it is gone. */
  add(layer: Layer): () => void {
    this.#open = [...this.#open, layer];
    return () => {
      this.#open = this.#open.filter((each) => each !== layer);
    };
  }

  get hasModal(): boolean {
    return this.#open.some(({ modal }) => modal);
  }
}
