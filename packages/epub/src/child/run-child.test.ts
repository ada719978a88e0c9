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

/** Where a child keeps its compiled code; Node makes a folder of its own for its version there. */
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

it('keeps compiled code from one child to the next, where other users cannot write', async () => {
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

it('gives a child none of the settings that the server has', async () => {
  vi.stubEnv('AUTH_SECRET', 'nobody else’s');
  const { runChild } = await import('./run-child.ts');
  const script = join(folder, 'tell.mjs');
  writeFileSync(script, 'process.stdout.write(Object.keys(process.env).sort().join());');
  const { stdout } = await runChild([script], { timeoutMs: 20_000, heapMb: 64 });
  // Variables that shells set by themselves are no settings.
  const settings = stdout.split(',').filter((name) => !['OLDPWD', 'PWD', 'SHLVL', '_'].includes(name));
  expect(settings).toEqual(['MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE', 'TMPDIR']);
});

it('runs a child also where there is no room for its compiled code', async () => {
  const { runChild } = await import('./run-child.ts');
  const script = join(folder, 'say.mjs');
  writeFileSync(script, "process.stdout.write('said');");
  vi.stubEnv('TMPDIR', join(folder, 'nowhere'));
  expect(await runChild([script], { timeoutMs: 20_000, heapMb: 64 })).toMatchObject({ code: 0, stdout: 'said' });
});

describe.skipIf(process.platform === 'win32')('time', () => {
  /** Ends after this much of the processor's time, whatever the clock says. */
  const spin = (ms: number): string =>
    `const spent = () => process.cpuUsage().user / 1000; while (spent() < ${ms}); process.stdout.write('done');`;

  async function run(script: string, timeoutMs: number, clockMs = 60_000) {
    const { runChild } = await import('./run-child.ts');
    const file = join(folder, 'work.mjs');
    writeFileSync(file, script);
    return runChild([file], { timeoutMs, clockMs, heapMb: 64 });
  }

  it('is the processor’s, which the system counts: work without an end is ended by it', async () => {
    expect(await run('for (;;);', 1000)).toMatchObject({ code: null, signal: 'SIGXCPU', endedBy: 'processor' });
  });

  it('is enough for what needs less of it', async () => {
    expect(await run(spin(500), 4000)).toMatchObject({ code: 0, stdout: 'done', endedBy: null });
  });

  it('says nothing of the input when it succeeds without work', async () => {
    expect(await run('setTimeout(() => undefined, 60_000);', 5000, 500)).toMatchObject({
      signal: 'SIGKILL',
      endedBy: 'clock',
    });
  });
});
