// First setup file of the DOM tests. The files of a worker share its process and the libraries that it has loaded; each
// begins with a page, globals and modules of its own, and leaves none behind. The classes of the page are happy-dom's, which
// all of them share: what a test puts in a prototype it takes back.
import { GlobalWindow } from 'happy-dom';
import { afterAll, vi } from 'vitest';
import { populateGlobal } from 'vitest/runtime';

/** Globals that Node has too: the page's own count. */
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

// A channel that stays open would hear the next file's messages.
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
  // Code that was asked for during the last test still finds the page that it was written for.
  await vi.dynamicImportSettled();
  for (const channel of channels) channel.close();
  globalThis.BroadcastChannel = NodesChannel;
  await page.happyDOM.abort();
  for (const [name, descriptor] of originals) Object.defineProperty(globalThis, name, descriptor);
  for (const name of Reflect.ownKeys(globalThis)) {
    // A transaction that is still under way asks for these classes at its end; the next file brings its own.
    const isDatabaseClass = typeof name === 'string' && name.startsWith('IDB');
    if (!globalNames.has(name) && !isDatabaseClass) Reflect.deleteProperty(globalThis, name);
  }
});
