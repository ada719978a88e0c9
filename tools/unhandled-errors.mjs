// A reporter of Vitest: writes what was thrown outside of any test, which the report in JSON leaves out although it fails
// the run, where tools/failures.mjs reads it.
import { writeFileSync } from 'node:fs';

export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const told = errors.map(({ message, stack, VITEST_TEST_PATH: file }) => ({ file, error: stack ?? message }));
    writeFileSync(process.env.UNHANDLED_ERRORS, JSON.stringify(told));
  }
}
