/** An overlay over the page. */
interface Layer {
  /** Whether it receives all keys and taps; a side panel does not. */
  readonly modal: boolean;
}

/** Overlays that are open; the reader turns no page under a modal one. */
export class Layers {
  #openLayers: readonly Layer[] = [];

  /** Adds an overlay. @returns a function that removes it */
  add(layer: Layer): () => void {
    this.#openLayers = [...this.#openLayers, layer];
    return () => {
      this.#openLayers = this.#openLayers.filter((each) => each !== layer);
    };
  }

  get isEmpty(): boolean {
    return this.#openLayers.length === 0;
  }

  get hasModal(): boolean {
    return this.#openLayers.some(({ modal }) => modal);
  }
}
