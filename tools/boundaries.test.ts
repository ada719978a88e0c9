import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const planted = fileURLToPath(new URL('planted/', import.meta.url));
const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: { name: string }[] };

interface Report {
  readonly summary: {
    readonly violations: { readonly rule: { readonly name: string } }[];
    readonly totalCruised: number;
  };
}

/**
 * Runs a tool of the project to its end, whatever its exit status: with the Node of the tests, because the first one
 * on the machine's PATH may be too old for it.
 */
async function run(tool: string, args: readonly string[], cwd: string): Promise<string> {
  const script = fileURLToPath(new URL(`../node_modules/.bin/${tool}`, import.meta.url));
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

describe('planted violations', () => {
  it('break every rule of the boundaries', async () => {
    const args = ['apps', 'packages', '--config', `${root}.dependency-cruiser.cjs`, '--output-type', 'json'];
    const report = JSON.parse(await run('depcruise', args, planted)) as Report;
    const broken = new Set(report.summary.violations.map(({ rule }) => rule.name));
    expect([...broken].toSorted()).toEqual(config.forbidden.map(({ name }) => name).toSorted());
  }, 30_000);

  it('break the rules of the linter that keep types, promises and the clock honest', async () => {
    const args = [
      '--type-aware',
      '--no-ignore',
      '--format=unix',
      '-c',
      `${root}.oxlintrc.json`,
      'packages/domain/src/loose.ts',
    ];
    const output = await run('oxlint', args, planted);
    expect(output).toContain('no-explicit-any');
    expect(output).toContain('no-floating-promises');
    expect(output).toContain('no-restricted-globals');
  }, 30_000);
});
