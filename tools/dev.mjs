// `npm run dev`: runs the API and the web app, both with reload. The browser renders the screens here.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { projectNode } from './launch/run.mjs';
import { root } from './launch/stamps.mjs';

const port = Number(process.env.PORT ?? 3000);
const apiPort = Number(process.env.API_PORT ?? port + 1);
const address = `http://localhost:${port}`;

const parent = process.ppid;
await install();
// Builds the pages, which the API also serves (book sharing, mails' links in production), and without which it does not
// start.
await build();

/** Runs the API or the web app; when one ends, so does the other. */
function start(args, env) {
  const child = spawn(projectNode, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  child.on('close', (code) => {
    for (const other of children) other.kill('SIGTERM');
    process.exitCode ??= code ?? 0;
  });
  return child;
}

const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
const watched = ['apps/api/src', 'packages'].map((path) => `--watch-path=${path}`);
const children = [];
children.push(
  start([...settings, ...watched, '--watch-preserve-output', join('apps', 'api', 'src', 'main.ts')], {
    PORT: String(apiPort),
    PUBLIC_URL: process.env.PUBLIC_URL ?? address,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  }),
);
children.push(
  start([join('apps', 'web', 'dev.ts')], { PORT: String(port), API_ORIGIN: `http://127.0.0.1:${apiPort}` }),
);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
// Checks whether the parent has ended, because npm ends its shell without a signal to this process.
setInterval(() => {
  if (process.ppid !== parent) for (const child of children) child.kill('SIGTERM');
}, 500).unref();
