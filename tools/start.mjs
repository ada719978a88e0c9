// `npm start`: installs, builds and serves with nothing but Node 20 or newer and npm on the machine.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { projectNode } from './launch/run.mjs';
import { root } from './launch/stamps.mjs';

const parent = process.ppid;
await install();
await build();

const flags = ['--env-file-if-exists=.env', '--disable-warning=ExperimentalWarning'];
const server = spawn(projectNode, [...flags, join('apps', 'api', 'src', 'main.ts')], {
  cwd: root,
  stdio: 'inherit',
  // React's production build is chosen by this variable too; the shop's own mode comes from the settings.
  env: { ...process.env },
});
server.on('close', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
// Ending npm ends its shell but tells us nothing: notice that our parent is gone.
setInterval(() => {
  if (process.ppid !== parent) server.kill('SIGTERM');
}, 500).unref();
