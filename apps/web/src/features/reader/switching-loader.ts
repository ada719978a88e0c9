import type { Loader } from '@cuentos/epub/container/loader';

/** A loader that begins with single files from the server and goes over to the whole file once it is on the device. */
export interface SwitchingLoader extends Loader {
  /** Later requests go to `next`; those under way end where they began. */
  switchTo(next: Loader): void;
}

export function createSwitchingLoader(first: Loader): SwitchingLoader {
  const used = [first];
  let current = first;
  return {
    text: (path) => current.text(path),
    head: async (path) => (await current.head?.(path)) ?? null,
    blob: (path, mediaType) => current.blob(path, mediaType),
    switchTo(next) {
      used.push(next);
      current = next;
    },
    close() {
      for (const loader of used) loader.close();
    },
  };
}
