/** Jumps that can be taken back; older ones are forgotten. */
const LONGEST = 50;

/** The places that jumps left behind, for 'Volver a donde estaba'. */
export class JumpHistory {
  readonly #places: string[] = [];
  readonly #onChange: (canGoBack: boolean) => void;
  /** Place left by a jump that is not known to lead elsewhere yet. */
  #left: string | null = null;

  constructor(onChange: (canGoBack: boolean) => void) {
    this.#onChange = onChange;
  }

  get canGoBack(): boolean {
    return this.#places.length > 0;
  }

  /** A jump leaves a place. */
  leave(cfi: string): void {
    this.settle(null);
    this.#left = cfi;
  }

  /** The reader is somewhere now: a jump that led to where it began is none. */
  settle(cfi: string | null): void {
    const leftPlace = this.#left;
    this.#left = null;
    if (leftPlace === null || leftPlace === cfi || leftPlace === this.#places.at(-1)) return;
    this.#places.push(leftPlace);
    if (this.#places.length > LONGEST) this.#places.shift();
    this.#onChange(true);
  }

  /** The place to go back to, taken off the list; null when there is none. */
  take(): string | null {
    this.settle(null);
    const place = this.#places.pop() ?? null;
    if (place !== null) this.#onChange(this.canGoBack);
    return place;
  }
}
