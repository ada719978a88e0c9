import { useSyncExternalStore } from 'react';

/** State that React shows and does not own. */
export abstract class Store<State extends object> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(initial: State) {
    this.#state = initial;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): State => this.#state;

  protected readonly set = (change: Partial<State>): void => {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  };
}

/** The state of a store, followed. */
export function useStore<State extends object>(store: Pick<Store<State>, 'subscribe' | 'snapshot'>): State {
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

const never = () => () => {};
const nothing = () => null;

/** The same for a store that may not be here yet; null until it is. */
export function useStoreOnceHere<State extends object>(
  store: Pick<Store<State>, 'subscribe' | 'snapshot'> | undefined,
): State | null {
  return useSyncExternalStore<State | null>(store?.subscribe ?? never, store?.snapshot ?? nothing);
}
