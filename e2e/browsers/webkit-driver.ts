import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BrowserDriver } from './browser-driver.ts';

export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly display: string;
}

/** Key codes of the WebDriver protocol. */
const KEYS = { ArrowRight: '\uE014', ArrowLeft: '\uE012', Escape: '\uE00C' };

/**
 * Opens WebKitGTK over plain WebDriver, on a display of its own. It shares Safari's engine, not Safari's user
 * interface.
 */
export async function openWebKit({ driver, browser, display }: WebKitPrograms): Promise<BrowserDriver> {
  const home = await mkdtemp(join(tmpdir(), 'cuentos-webkit-'));
  const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const port = await freePort();
  const env = { ...process.env, HOME: home, DISPLAY: `:${await firstLine(screen)}`, LIBGL_ALWAYS_SOFTWARE: '1' };
  const server = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    for (const child of [server, screen]) child.kill('SIGTERM');
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const session = new Session(`http://127.0.0.1:${port}`);
    const name = await session.start(browser);
    return driverOf(session, name, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

function driverOf(session: Session, name: string, stop: () => Promise<void>): BrowserDriver {
  const pointer = (actions: readonly object[]): Promise<unknown> =>
    session.send('POST', 'actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  const move = (x: number, y: number): object => ({
    type: 'pointerMove',
    duration: 50,
    x: Math.round(x),
    y: Math.round(y),
  });
  const keys = (text: string): Promise<unknown> => {
    const actions = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    return session.send('POST', 'actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  };
  return {
    name,
    async open(url) {
      await session.send('POST', 'url', { url });
    },
    async reload() {
      await session.send('POST', 'refresh', {});
    },
    async run<Result>(body: string, ...args: readonly unknown[]) {
      const script = `const done=arguments[arguments.length-1],args=arguments[0];(async()=>{${body}})()
        .then(value=>done({value}),error=>done({error:String(error)}))`;
      const answer = (await session.send('POST', 'execute/async', { script, args: [args] })) as {
        value?: Result;
        error?: string;
      };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value as Result;
    },
    async press(key) {
      await keys(KEYS[key]);
    },
    async type(text) {
      await keys(text);
    },
    async click(x, y) {
      await pointer([move(x, y), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
    },
    async drag([x1, y1], [x2, y2]) {
      const down = { type: 'pointerDown', button: 0 };
      await pointer([
        move(x1, y1),
        down,
        move((x1 + x2) / 2, (y1 + y2) / 2),
        move(x2, y2),
        { type: 'pointerUp', button: 0 },
      ]);
    },
    async close() {
      await session.send('DELETE', '', undefined).catch(() => undefined);
      await stop();
    },
  };
}

/** The part of the WebDriver protocol that the journey needs. */
class Session {
  readonly #origin: string;
  #path = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  async start(binary: string): Promise<string> {
    const options = { binary, args: ['--automation'] };
    const body = { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } };
    for (let attempt = 0; ; attempt += 1) {
      try {
        const session = (await this.#call('POST', '/session', body)) as {
          sessionId: string;
          capabilities: { browserName: string; browserVersion: string };
        };
        this.#path = `/session/${session.sessionId}`;
        await this.send('POST', 'timeouts', { script: 60_000, pageLoad: 60_000 });
        return `${session.capabilities.browserName} ${session.capabilities.browserVersion}`;
      } catch (error) {
        // Tries again, because the driver needs a moment before it listens.
        if (attempt === 100 || !(error instanceof TypeError)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  send(method: string, command: string, body: unknown): Promise<unknown> {
    return this.#call(method, command === '' ? this.#path : `${this.#path}/${command}`, body);
  }

  async #call(method: string, path: string, body: unknown): Promise<unknown> {
    const answer = await fetch(this.#origin + path, { method, body: body === undefined ? null : JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`${path}: ${value?.error} ${value?.message}`);
    return value;
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    (child.stdio[3] as Readable).once('data', (line: Buffer) => resolve(String(line).trim()));
    child.once('exit', (code) => reject(new Error(`the display ended with ${code}`)));
    child.once('error', reject);
  });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
