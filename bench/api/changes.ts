import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Measures the time until a note reaches another device, with two processes on SQLite, and on PostgreSQL where it is
 * installed.
 */
export async function benchChanges(): Promise<void> {
  const script = fileURLToPath(new URL('../../apps/api/src/testing/measure-changes.ts', import.meta.url));
  const [status] = (await once(spawn(process.execPath, [script], { stdio: 'inherit' }), 'close')) as [number | null];
  if (status !== 0) console.log('PostgreSQL             not measured');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchChanges();
