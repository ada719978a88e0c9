import { useSyncExternalStore } from 'react';
import { createStore, type ReadableStore } from './store.ts';

/** State that React shows and does not own, with what changes it. */
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

/** The state of a store, followed; a page that the server draws shows what every store begins with. */
export function useStore<State>({ subscribe, snapshot }: ReadableStore<State>): State {
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}

const never = () => () => {};
const nothing = () => null;

/** The same for a store that may not be here yet; null until it is. */
export function useStoreOnceHere<State>(store: ReadableStore<State> | undefined): State | null {
  return useSyncExternalStore<State | null>(store?.subscribe ?? never, store?.snapshot ?? nothing, nothing);
}
