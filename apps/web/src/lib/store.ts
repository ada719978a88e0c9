/** Something that happens, and who wants to be told of it. */
export interface Emitter<T> {
  /** @returns ends it. */
  readonly subscribe: (listener: (value: T) => void) => () => void;
  readonly emit: (value: T) => void;
}

export function createEmitter<T = void>(): Emitter<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(value) {
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
  const { subscribe, emit } = createEmitter();
  let state = initial;
  return {
    subscribe,
    snapshot: () => state,
    set(next) {
      state = next;
      emit();
    },
  };
}
