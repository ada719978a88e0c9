import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longProof } from '@cuentos/domain/testing/long-proof';
import { afterAll, describe, expect, it } from 'vitest';
import { type RemovedRule, withoutRule } from './prove/removed-rule.mjs';
import { removedRules } from './prove/removed-rules.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cuentos-removed-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  readonly failed: number;
  /** Whether the rule really was out. */
  readonly removed: boolean;
}

type List = keyof typeof removedRules;

/** Runs the tests of a rule in a process of their own, in which the rule is not there. */
async function runWithout(rule: RemovedRule, list: List, index: number): Promise<Outcome> {
  const report = join(folder, `${list}-${index}.json`);
  const receipt = join(folder, `${list}-${index}.removed`);
  const { PROVE: _slice, PROVE_RECEIPT: _receipt, ...outer } = process.env;
  const env = { ...outer, REMOVED_RULE: `${list}:${index}`, REMOVED_RULE_RECEIPT: receipt };
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--bail', '1', '--reporter', 'json', '--outputFile', report];
  await new Promise<void>((resolve) => {
    execFile(process.execPath, [...args, ...rule.tests], { cwd: root, env }, () => resolve());
  });
  const { numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as { numFailedTests: number };
  const removed = existsSync(receipt) && readFileSync(receipt, 'utf8') === rule.rule;
  return { failed: numFailedTests, removed };
}

/** Runs the tests of a slice of a list's rules without each. @returns the rules that no test missed. */
async function unseenRules(list: List, indices: Iterable<number>): Promise<string[]> {
  const unseen: string[] = [];
  for (const index of indices) {
    const rule = removedRules[list][index];
    if (!rule) throw new Error(`There is no rule ${index}.`);
    const { failed, removed } = await runWithout(rule, list, index);
    if (!removed || failed === 0) unseen.push(`${index}: ${rule.rule}${removed ? '' : ' (was not loaded)'}`);
  }
  return unseen;
}

describe.each(['money', 'product'] as const)('the list of rules: %s', (list) => {
  it('has fifty at least, each of which stands where it says, once', () => {
    const rules: readonly RemovedRule[] = removedRules[list];
    expect(rules.length).toBeGreaterThanOrEqual(50);
    for (const rule of rules) {
      expect(() => withoutRule(rule, readFileSync(join(root, rule.file), 'utf8')), rule.rule).not.toThrow();
      expect(rule.tests.filter((test) => !existsSync(join(root, test)))).toEqual([]);
    }
    expect(new Set(rules.map(({ rule }) => rule)).size).toBe(rules.length);
  });
});

const money = longProof('removed-money-rules', 1);
it('a rule about money that is taken out makes a test fail', { timeout: money.timeout(300_000) }, async () => {
  expect(await unseenRules('money', money.runs())).toEqual([]);
});

const product = longProof('removed-product-rules', 1);
it('a rule of the product that is taken out makes a test fail', { timeout: product.timeout(300_000) }, async () => {
  expect(await unseenRules('product', product.runs())).toEqual([]);
});
