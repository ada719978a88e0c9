// Prints the names of failed tests after all else, because a long log is often cut at its head.
//   node tools/failures.mjs
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './launch/stamps.mjs';

const reports = {
  'failed-steps.json': ofSteps,
  'vitest.json': ofVitest,
  'unhandled-errors.json': ofUnhandled,
  'playwright.json': ofPlaywright,
  'failed-steps-rest.json': ofSteps,
  'vitest-rest.json': ofVitest,
  'unhandled-errors-rest.json': ofUnhandled,
  'playwright-rest.json': ofPlaywright,
  'vitest-postgres.json': ofVitest,
  'unhandled-errors-postgres.json': ofUnhandled,
};
const failures = Object.entries(reports).flatMap(([name, read]) => {
  const file = join(root, '.cache', name);
  return existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : [`${name}: no report`];
});
console.log(failures.length === 0 ? '\nNo test failed.' : `\nFailed:\n${failures.join('\n')}`);

function ofSteps(names) {
  return names.map((name) => `  ${name}`);
}

function ofUnhandled(errors) {
  return errors.map(({ file = '', error }) => line(relative(root, file), 'outside of any test', error));
}

function ofVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const lines = failed.map((test) => line(relative(root, name), test.fullName, test.failureMessages[0]));
    return status === 'failed' && lines.length === 0 ? [line(relative(root, name), '', message)] : lines;
  });
}

function ofPlaywright({ suites, errors }) {
  const walk = (suite) => [
    ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => line(`e2e/${file}`, title, results[0]?.error?.message)),
    ),
    ...(suite.suites ?? []).flatMap(walk),
  ];
  return [...errors.map(({ message }) => line('playwright', '', message)), ...suites.flatMap(walk)];
}

/** Returns a line with the test and the beginning and end of its error, without the colours of a terminal. */
function line(file, title, message = '') {
  // oxlint-disable-next-line no-control-regex -- that is what a colour begins with
  const lines = message.replaceAll(/\u001B\[[\d;]*m/g, '').split('\n');
  const told = lines.length <= 20 ? lines : [...lines.slice(0, 8), '…', ...lines.slice(-12)];
  return `  ${file}: ${title}: ${told.join('\n      ')}`;
}
