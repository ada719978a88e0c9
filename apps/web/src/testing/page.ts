// First setup file of the DOM tests. The test files of a worker share its process and its loaded libraries. Each file
// starts with a new page, new globals and new modules, and removes them at its end. All pages share happy-dom's
// classes, so a test that changes a prototype must restore it.
import { GlobalWindow } from 'happy-dom';
import { afterAll, vi } from 'vitest';
import { populateGlobal } from 'vitest/runtime';

/** Globals that Node has too; these tests use the page's. */
const pagesOwn = [
  'AbortController',
  'AbortSignal',
  'FormData',
  'Headers',
  'MessagePort',
  'Request',
  'Response',
  'URL',
  'URLSearchParams',
  'clearInterval',
  'clearTimeout',
  'fetch',
  'setInterval',
  'setTimeout',
];

vi.resetModules();
const globalNames = new Set(Reflect.ownKeys(globalThis));
const page = new GlobalWindow({ console, url: 'http://localhost:3000', settings: { disableErrorCapturing: true } });
const { originals } = populateGlobal(globalThis, page, { bindFunctions: true, additionalKeys: pagesOwn });

// Closes channels at the end of a file: an open one would hear the next file's messages.
const { BroadcastChannel: NodesChannel } = globalThis;
const channels = new Set<BroadcastChannel>();
globalThis.BroadcastChannel = class extends NodesChannel {
  constructor(name: string) {
    super(name);
    channels.add(this);
  }
};

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Code that the last test imported still needs this page, so it finishes first.
  await vi.dynamicImportSettled();
  for (const channel of channels) channel.close();
  globalThis.BroadcastChannel = NodesChannel;
  await page.happyDOM.abort();
  for (const [name, descriptor] of originals) Object.defineProperty(globalThis, name, descriptor);
  for (const name of Reflect.ownKeys(globalThis)) {
    // Keeps the classes of IndexedDB: a transaction that is under way needs them at its end. The next file replaces
    // them.
    const isDatabaseClass = typeof name === 'string' && name.startsWith('IDB');
    if (!globalNames.has(name) && !isDatabaseClass) Reflect.deleteProperty(globalThis, name);
  }
});
