// `npm start`: installs, builds and serves; needs only Node 20 or newer and npm.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { projectNode } from './launch/run.mjs';
import { serverFlags } from './launch/server-flags.mjs';
import { root } from './launch/stamps.mjs';

const parent = process.ppid;
await install();
await build();

const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
const server = spawn(projectNode, [...settings, ...serverFlags, join('apps', 'api', 'src', 'main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: {
    MALLOC_ARENA_MAX: '2',
    // Keeps compiled code, so that it starts faster.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
    ...process.env,
  },
});
server.on('close', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
// Checks whether the parent has ended, because npm ends its shell without a signal to this process.
setInterval(() => {
  if (process.ppid !== parent) server.kill('SIGTERM');
}, 500).unref();
