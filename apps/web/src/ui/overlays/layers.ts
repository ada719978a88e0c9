import { useEffect, useRef } from 'react';
import { useNavigation } from '../navigation.tsx';

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

/** Lists something as open over the page for as long as it is. */
export function useLayer(layers: Layers, open: boolean, close: () => void, { modal = true } = {}): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (open ? layers.add({ modal, close: () => latest.current() }) : undefined), [layers, open, modal]);
}

/** The browser's back button puts the topmost thing away first, and leaves the book last. */
export function useBackClosesLayers(layers: Layers): void {
  const { holdBack } = useNavigation();
  useEffect(
    () => holdBack({ isHeld: () => !layers.isEmpty, onHeld: () => void layers.closeTop() }),
    [layers, holdBack],
  );
}
