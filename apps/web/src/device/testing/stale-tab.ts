/**
 * Lets two tabs write at the same moment: the second tab still reads the local storage from before the first tab's
 * write, which browsers allow.
 */
export function writeInTwoTabs(first: () => void, second: () => void): void {
  const goStale = staleTab();
  first();
  const end = goStale();
  second();
  end();
}

/** The same for writes that take a moment. */
export async function writeInTwoTabsLater(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> {
  const goStale = staleTab();
  await first();
  const end = goStale();
  await second();
  end();
}

/** @returns begins to read the local storage as it is now, and returns what ends that */
function staleTab(): () => () => void {
  const real = globalThis.localStorage;
  const before = Object.fromEntries(Object.entries<string>(real));
  const methods = new Map<PropertyKey, unknown>([
    ['getItem', (key: string) => before[key] ?? null],
    ['setItem', (key: string, value: string) => real.setItem(key, value)],
    ['removeItem', (key: string) => real.removeItem(key)],
  ]);
  const stale = new Proxy(before, { get: (_entries, name) => methods.get(name) });
  const property = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;
  return () => {
    Object.defineProperty(globalThis, 'localStorage', { value: stale, configurable: true });
    return () => {
      Object.defineProperty(globalThis, 'localStorage', property);
    };
  };
}
