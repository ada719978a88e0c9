import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A separate PostgreSQL server that a test can stop, kill and restart. */
export interface HeldPostgres {
  readonly url: string;
  /** Process of the server, which starts one for each connection. */
  pid(): number;
  /** Kills the server like a crash; acknowledged writes exist after {@link restart}. */
  crash(): void;
  /** Suspends the server, with every connection open. */
  freeze(): void;
  thaw(): void;
  restart(): Promise<void>;
  /** Restarts the server if it has exited. */
  restartIfEnded(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server. @param folder for its data, such as a disk that is nearly full */
export async function holdPostgres(folder?: string): Promise<HeldPostgres> {
  const tool = fileURLToPath(new URL('../../../../tools/postgres.mjs', import.meta.url));
  const env = folder === undefined ? process.env : { ...process.env, TMPDIR: folder };
  const server = spawn(process.execPath, [tool, 'hold'], { stdio: ['pipe', 'pipe', 'inherit'], env });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const announced = async () => JSON.parse((await lines.next()).value as string) as { url: string; pid: number };
  const closed = once(server, 'close');
  let { url, pid } = await announced();
  let frozen = false;
  // The server's connection processes have process groups of their own, so each is signalled.
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
    pid: () => pid,
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
