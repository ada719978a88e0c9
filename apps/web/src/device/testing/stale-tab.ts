/**
 * Lets two tabs write at the same moment: the second tab still reads the local storage from before the first tab's
 * write, which browsers allow.
 */
export function writeInTwoTabs(first: () => void, second: () => void): void {
  const real = globalThis.localStorage;
  const before = Object.fromEntries(Object.entries<string>(real));
  first();
  const methods = new Map<PropertyKey, unknown>([
    ['getItem', (key: string) => before[key] ?? null],
    ['setItem', (key: string, value: string) => real.setItem(key, value)],
    ['removeItem', (key: string) => real.removeItem(key)],
  ]);
  const stale = new Proxy(before, { get: (_entries, name) => methods.get(name) });
  const property = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;
  Object.defineProperty(globalThis, 'localStorage', { value: stale, configurable: true });
  second();
  Object.defineProperty(globalThis, 'localStorage', property);
}
