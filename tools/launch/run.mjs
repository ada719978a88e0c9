import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './stamps.mjs';

/** Path of the Node that the project installs for itself; the machine's own is never used. */
export const projectNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Folder of modules compiled by the engine, shared by the hundreds of processes of a run, which load the same ones. */
export const compiledModules = join(root, '.cache', 'compiled');

/**
 * Runs a program to its end with the terminal's own output.
 * @returns {Promise<void>} rejects when it ends with another status than 0.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${[command, ...args].join(' ')} ended with ${signal ?? code}`));
    });
  });
}
