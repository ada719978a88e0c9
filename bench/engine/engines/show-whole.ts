import type { Reader } from '@cuentos/epub/render/reader';

/** Shows a section in our engine and waits until all of it is laid out. */
export async function showWhole(reader: Reader, path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = reader.on('prepared', () => resolve());
  await reader.goTo(path, { remember: false });
  await promise;
  stop();
}
