import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'child-'));
  vi.stubEnv('TMPDIR', folder);
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Folder in which a child keeps its compiled code; Node adds a subfolder for its version. */
async function cacheOfChild(): Promise<string> {
  const { runChild } = await import('./run-child.ts');
  const script = join(folder, 'say.mjs');
  writeFileSync(
    script,
    "import { getCompileCacheDir } from 'node:module';\nprocess.stdout.write(getCompileCacheDir());\n",
  );
  return dirname((await runChild([script], { timeoutMs: 20_000, heapMb: 64 })).stdout);
}

const cacheFolder = `cuentos-compile-${String(process.getuid?.())}`;

it('keeps compiled code for the next child, where other users cannot write', async () => {
  const cache = await cacheOfChild();
  expect(statSync(cache).mode & 0o777).toBe(0o700);
  expect(basename(cache)).toBe(cacheFolder);
  expect(readdirSync(cache)).not.toEqual([]);
  vi.resetModules();
  expect(await cacheOfChild()).toBe(cache);
});

it.each([
  [
    'one that others may write to',
    () => {
      mkdirSync(join(folder, cacheFolder));
      chmodSync(join(folder, cacheFolder), 0o777);
    },
  ],
  [
    'a link to elsewhere',
    () => {
      mkdirSync(join(folder, 'elsewhere'), { mode: 0o700 });
      symlinkSync(join(folder, 'elsewhere'), join(folder, cacheFolder));
    },
  ],
  ['a link to nowhere', () => symlinkSync(join(folder, 'nowhere'), join(folder, cacheFolder))],
  ['a file', () => writeFileSync(join(folder, cacheFolder), '')],
  ['the one that everybody knows', () => mkdirSync(join(folder, 'cuentos-compile-cache'), { mode: 0o777 })],
])('refuses a folder that another user made before: %s', async (_, make) => {
  make();
  const prepared = readdirSync(folder);
  const cache = await cacheOfChild();
  expect(statSync(cache).mode & 0o777).toBe(0o700);
  expect(prepared).not.toContain(basename(cache));
});

it("passes none of the server's settings to a child", async () => {
  vi.stubEnv('AUTH_SECRET', 'nobody else’s');
  const { runChild } = await import('./run-child.ts');
  const script = join(folder, 'tell.mjs');
  writeFileSync(script, 'process.stdout.write(Object.keys(process.env).sort().join());');
  const { stdout } = await runChild([script], { timeoutMs: 20_000, heapMb: 64 });
  // Variables that shells set by themselves are not settings of the server.
  const settings = stdout.split(',').filter((name) => !['OLDPWD', 'PWD', 'SHLVL', '_'].includes(name));
  expect(settings).toEqual(['MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE', 'TMPDIR']);
});

it('runs a child even when its compiled code cannot be stored', async () => {
  const { runChild } = await import('./run-child.ts');
  const script = join(folder, 'say.mjs');
  writeFileSync(script, "process.stdout.write('said');");
  vi.stubEnv('TMPDIR', join(folder, 'nowhere'));
  expect(await runChild([script], { timeoutMs: 20_000, heapMb: 64 })).toMatchObject({ code: 0, stdout: 'said' });
});

describe.skipIf(process.platform === 'win32')('the time limit', () => {
  /** Uses this much processor time, independently of the wall clock. */
  const spin = (ms: number): string =>
    `const spent = () => process.cpuUsage().user / 1000; while (spent() < ${ms}); process.stdout.write('done');`;

  async function run(script: string, timeoutMs: number, clockMs = 60_000) {
    const { runChild } = await import('./run-child.ts');
    const file = join(folder, 'work.mjs');
    writeFileSync(file, script);
    return runChild([file], { timeoutMs, clockMs, heapMb: 64 });
  }

  it('counts processor time, as the system reports it: endless work is stopped', async () => {
    expect(await run('for (;;);', 1000)).toMatchObject({ code: null, signal: 'SIGXCPU', endedBy: 'processor' });
  });

  it('is enough for work below the limit', async () => {
    expect(await run(spin(500), 4000)).toMatchObject({ code: 0, stdout: 'done', endedBy: null });
  });

  it('blames no input when the child succeeds without work', async () => {
    expect(await run('setTimeout(() => undefined, 60_000);', 5000, 500)).toMatchObject({
      signal: 'SIGKILL',
      endedBy: 'clock',
    });
  });
});
