/** Number of jumps that can be taken back; older ones are dropped. */
const LONGEST = 50;

/** Keeps the places from which jumps began, for 'Volver a donde estaba'. */
export class JumpHistory {
  readonly #places: string[] = [];
  readonly #onChange: (canGoBack: boolean) => void;
  /** Place where the current jump began, until it is known where the jump ended. */
  #placeBefore: string | null = null;

  constructor(onChange: (canGoBack: boolean) => void) {
    this.#onChange = onChange;
  }

  get canGoBack(): boolean {
    return this.#places.length > 0;
  }

  /** Remembers where a jump begins. */
  leave(cfi: string): void {
    this.settle(null);
    this.#placeBefore = cfi;
  }

  /** Ends a jump at a place; a jump that ends where it began is not kept. */
  settle(cfi: string | null): void {
    const leftPlace = this.#placeBefore;
    this.#placeBefore = null;
    if (leftPlace === null || leftPlace === cfi || leftPlace === this.#places.at(-1)) return;
    this.#places.push(leftPlace);
    if (this.#places.length > LONGEST) this.#places.shift();
    this.#onChange(true);
  }

  /** Removes and returns the place to go back to; null when the list is empty. */
  take(): string | null {
    this.settle(null);
    const place = this.#places.pop() ?? null;
    if (place !== null) this.#onChange(this.canGoBack);
    return place;
  }
}
