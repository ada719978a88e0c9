/** An event with its listeners. */
export interface Emitter<T> {
  /** @returns a function that removes the listener */
  readonly subscribe: (listener: (value: T) => void) => () => void;
  readonly emit: (value: T) => void;
}

/** Makes an event without listeners. */
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

/** State with change notification; `snapshot` returns the same value until a change. */
export interface ReadableStore<State> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => State;
}

/** Makes state that lives outside of React. */
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
