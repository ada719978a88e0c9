import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

interface Lock {
  readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly link?: boolean }>>;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const readLock = (folder: string): Lock =>
  JSON.parse(readFileSync(`${root}${folder}package-lock.json`, 'utf8')) as Lock;
/** The mutation proof installs this folder itself. */
const MUTATION = 'tools/mutation';
const workspaces = Object.keys(readLock('').packages).filter((path) => !path.includes('node_modules'));

describe('installing', () => {
  it('is complete: npm ci finds every package of the lock file', async () => {
    // `npm ci` alone notices a release whose platform packages are missing.
    const npm = process.env['npm_execpath'];
    const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
    const run = promisify(execFile)(command, [...args, 'ci', '--dry-run', '--loglevel=error'], { cwd: root });
    await expect(run).resolves.toBeDefined();
  });

  it('names exact versions only', () => {
    for (const path of [...workspaces, MUTATION]) {
      const manifest = JSON.parse(readFileSync(`${root}${path ? `${path}/` : ''}package.json`, 'utf8')) as Manifest;
      for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
        expect(version, `${name} in ${path || 'the root'}`).toMatch(/^\d+\.\d+\.\d+$/);
      }
    }
  });

  it.each(['', `${MUTATION}/`])('binds the lock file in "%s" to no registry', (folder) => {
    const bound = Object.entries(readLock(folder).packages).filter(([, entry]) => entry.resolved && !entry.link);
    expect(bound.map(([path]) => path)).toEqual([]);
  });
});
