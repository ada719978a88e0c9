import { AsyncLocalStorage } from 'node:async_hooks';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';

const YEAR_MS = 365.25 * 24 * 3600 * 1000;

/** How much of a device's traffic arrives. */
interface Line {
  /** Number of further requests that reach the server. */
  left: number;
  /** Whether the answer to the last of these requests gets lost. */
  readonly losesLast: boolean;
}

/** Globals of one browser: its storage, its clock, its connection. */
class DeviceGlobals {
  readonly factory = new IDBFactory();
  readonly items = new Map<string, string>();
  readonly locks = new Map<string, Promise<unknown>>();
  readonly clock: number;
  line: Line | null = null;

  constructor(yearsOff: number) {
    this.clock = yearsOff * YEAR_MS;
  }
}

type Answer = (url: string, init: RequestInit) => Response;

const context = new AsyncLocalStorage<DeviceGlobals>();

function here(): DeviceGlobals {
  const device = context.getStore();
  if (!device) throw new Error('this ran on no device');
  return device;
}

/** Replaces the browser's globals with those of the device whose code is running. */
export function installDevices(answer: Answer): void {
  const RealDate = Date;
  const now = (): number => RealDate.now() + (context.getStore()?.clock ?? 0);
  class DeviceDate extends RealDate {
    constructor(...args: [] | [number | string | Date]) {
      super(args.length === 0 ? now() : args[0]);
    }
    static override now = now;
  }
  vi.stubGlobal('Date', DeviceDate);
  vi.stubGlobal('indexedDB', { open: (...args: Parameters<IDBFactory['open']>) => here().factory.open(...args) });
  const methods = new Map<PropertyKey, unknown>([
    ['getItem', (key: string) => here().items.get(key) ?? null],
    ['setItem', (key: string, value: string) => void here().items.set(key, value)],
    ['removeItem', (key: string) => void here().items.delete(key)],
  ]);
  const storage = {
    get: (_target: object, name: PropertyKey) => methods.get(name),
    ownKeys: () => [...here().items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  };
  vi.stubGlobal('localStorage', new Proxy({}, storage));
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('navigator', {
    get onLine() {
      return here().line !== null;
    },
    locks: {
      async request(name: string, _options: LockOptions, work: () => Promise<unknown>): Promise<unknown> {
        const { locks } = here();
        const turn = (locks.get(name) ?? Promise.resolve()).then(work, work);
        locks.set(name, turn);
        return turn;
      },
    },
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { line } = here();
    if (!line || line.left <= 0) throw new TypeError('Failed to fetch');
    line.left -= 1;
    const response = answer(url, init);
    if (line.left === 0 && line.losesLast) throw new TypeError('Failed to fetch');
    return response;
  });
  // The test starts retries itself, so timers do not fire by themselves.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

/** A browser with its own copy of the app's code. */
export class FakeDevice<Code> {
  readonly #globals: DeviceGlobals;
  readonly #code: Code;

  private constructor(globals: DeviceGlobals, code: Code) {
    this.#globals = globals;
    this.#code = code;
  }

  /** @param load imports the app's modules anew */
  static async start<Code>(yearsOff: number, load: () => Promise<Code>): Promise<FakeDevice<Code>> {
    vi.resetModules();
    const globals = new DeviceGlobals(yearsOff);
    return new FakeDevice(globals, await context.run(globals, load));
  }

  /** Runs work in this browser, with this much of a connection. */
  run<T>(work: (code: Code) => Promise<T>, line: Line | null = null): Promise<T> {
    this.#globals.line = line;
    return context.run(this.#globals, async () => {
      try {
        return await work(this.#code);
      } finally {
        this.#globals.line = null;
      }
    });
  }
}
