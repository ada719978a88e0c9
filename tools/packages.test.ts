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

const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as Lock;
const workspaces = Object.keys(lock.packages).filter((path) => !path.includes('node_modules'));

describe('installing', () => {
  it('is complete: npm ci finds every package of the lock file', async () => {
    // A release whose platform packages are missing leaves holes that only `npm ci` notices.
    const npm = process.env['npm_execpath'];
    const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
    const run = promisify(execFile)(command, [...args, 'ci', '--dry-run', '--loglevel=error'], { cwd: root });
    await expect(run).resolves.toBeDefined();
  });

  it('names exact versions only', () => {
    for (const path of workspaces) {
      const manifest = JSON.parse(readFileSync(`${root}${path ? `${path}/` : ''}package.json`, 'utf8')) as Manifest;
      for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
        expect(version, `${name} in ${path || 'the root'}`).toMatch(/^\d+\.\d+\.\d+$/);
      }
    }
  });

  it('binds the lock file to no registry', () => {
    const bound = Object.entries(lock.packages).filter(([, entry]) => entry.resolved && !entry.link);
    expect(bound.map(([path]) => path)).toEqual([]);
  });
});
