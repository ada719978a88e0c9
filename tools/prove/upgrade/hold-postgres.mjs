import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../launch/stamps.mjs';
import { nodeOf } from './versions.mjs';

/**
 * Starts a PostgreSQL server of this proof.
 * @returns {Promise<{ readonly url: string, stop(): Promise<void> }>}
 */
export async function holdPostgres() {
  const child = spawn(nodeOf(root), [join(root, 'tools', 'postgres.mjs'), 'hold'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    url: JSON.parse(line).url,
    async stop() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
