import { useSyncExternalStore } from 'react';
import { createStore, type ReadableStore } from './store.ts';

/** State outside of React; subclasses hold the methods that change it. */
export abstract class Store<State extends object> implements ReadableStore<State> {
  readonly subscribe: ReadableStore<State>['subscribe'];
  readonly snapshot: ReadableStore<State>['snapshot'];
  protected readonly set: (change: Partial<State>) => void;

  constructor(initial: State) {
    const { subscribe, snapshot, set } = createStore(initial);
    this.subscribe = subscribe;
    this.snapshot = snapshot;
    this.set = (change) => set({ ...snapshot(), ...change });
  }
}

/**
 * Current state of a store, kept up to date. A store must not change before hydration: the server rendered its initial
 * state.
 */
export function useStore<State>({ subscribe, snapshot }: ReadableStore<State>): State {
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}

const never = () => () => {};
const nothing = () => null;

/** Like {@link useStore} for a store that may not be loaded yet; null until it is. */
export function useStoreOnceHere<State>(store: ReadableStore<State> | undefined): State | null {
  return useSyncExternalStore<State | null>(store?.subscribe ?? never, store?.snapshot ?? nothing, nothing);
}
