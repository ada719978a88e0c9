import { useSyncExternalStore } from 'react';

/** Something that happens, and who wants to be told of it. */
export interface Signal<T> {
  /** @returns ends it. */
  readonly subscribe: (listener: (value: T) => void) => () => void;
  readonly tell: (value: T) => void;
}

export function createSignal<T = void>(): Signal<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(value) {
      for (const listener of listeners) listener(value);
    },
  };
}

/** State that can be read and followed: the same value until it changes. */
export interface ReadableStore<State> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => State;
}

/** State outside of React. */
export function createStore<State>(initial: State): ReadableStore<State> & { readonly set: (next: State) => void } {
  const changed = createSignal();
  let state = initial;
  return {
    subscribe: changed.subscribe,
    snapshot: () => state,
    set(next) {
      state = next;
      changed.tell();
    },
  };
}

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

/** The state of a store, followed. */
export function useStore<State>({ subscribe, snapshot }: ReadableStore<State>): State {
  return useSyncExternalStore(subscribe, snapshot);
}

const never = () => () => {};
const nothing = () => null;

/** The same for a store that may not be here yet; null until it is. */
export function useStoreOnceHere<State>(store: ReadableStore<State> | undefined): State | null {
  return useSyncExternalStore<State | null>(store?.subscribe ?? never, store?.snapshot ?? nothing);
}
