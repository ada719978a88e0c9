import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Measures one process of the shop and two on a PostgreSQL server of their own, where it is installed. */
export async function benchProcesses(): Promise<void> {
  const script = fileURLToPath(new URL('../../apps/api/src/testing/measure-processes.ts', import.meta.url));
  const [status] = (await once(spawn(process.execPath, [script], { stdio: 'inherit' }), 'close')) as [number | null];
  if (status !== 0) console.log('PostgreSQL             not measured');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchProcesses();
