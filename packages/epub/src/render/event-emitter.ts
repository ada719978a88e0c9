/** Typed events; a listener that throws does not stop the others. */
export class EventEmitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<(detail: never) => void>>();

  /** Adds a listener and returns the function that removes it. */
  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, detail: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        (listener as (detail: Events[Name]) => void)(detail);
      } catch (error) {
        reportError(error);
      }
    }
  }

  /** Whether there is a listener. */
  has(name: keyof Events): boolean {
    return (this.#listeners.get(name)?.size ?? 0) > 0;
  }

  clear(): void {
    this.#listeners.clear();
  }
}
