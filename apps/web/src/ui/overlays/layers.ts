/** Something that lies over the page. */
interface Layer {
  /** It takes keys and taps for itself; a panel beside which one reads on does not. */
  readonly modal: boolean;
}

/** What is open over the page: no page turns under what is modal. */
export class Layers {
  #openLayers: readonly Layer[] = [];

  /** Lays something on top. @returns takes it off the list, for when it is gone. */
  add(layer: Layer): () => void {
    this.#openLayers = [...this.#openLayers, layer];
    return () => {
      this.#openLayers = this.#openLayers.filter((each) => each !== layer);
    };
  }

  get hasModal(): boolean {
    return this.#openLayers.some(({ modal }) => modal);
  }
}
