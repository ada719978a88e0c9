import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A PostgreSQL server of its own that a test may stop, kill and start again. */
export interface HeldPostgres {
  readonly url: string;
  /** Ends it as a crash would; what was acknowledged is there after {@link restart}. */
  crash(): void;
  /** Lets it stand still, with every connection open. */
  freeze(): void;
  thaw(): void;
  restart(): Promise<void>;
  /** Starts it again if it ended by itself. */
  restartIfEnded(): Promise<void>;
  close(): Promise<void>;
}

/** @param folder where its data goes, such as a disk that is nearly full. */
export async function holdPostgres(folder?: string): Promise<HeldPostgres> {
  const tool = fileURLToPath(new URL('../../../../tools/postgres.mjs', import.meta.url));
  const env = folder === undefined ? process.env : { ...process.env, TMPDIR: folder };
  const server = spawn(process.execPath, [tool, 'hold'], { stdio: ['pipe', 'pipe', 'inherit'], env });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const announced = async () => JSON.parse((await lines.next()).value as string) as { url: string; pid: number };
  const closed = once(server, 'close');
  let { url, pid } = await announced();
  let frozen = false;
  // Its processes for connections are groups of their own.
  const signal = (name: NodeJS.Signals): void => {
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    for (const each of [pid, ...children.trim().split(/\s+/).map(Number)]) process.kill(each, name);
  };
  const restart = async (): Promise<void> => {
    server.stdin.write('restart\n');
    ({ url, pid } = await announced());
  };
  return {
    url,
    restart,
    async restartIfEnded() {
      if (!isAlive(pid)) await restart();
    },
    crash: () => process.kill(pid, 'SIGQUIT'),
    freeze() {
      signal('SIGSTOP');
      frozen = true;
    },
    thaw() {
      if (frozen) signal('SIGCONT');
      frozen = false;
    },
    async close() {
      server.stdin.end();
      await closed;
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
