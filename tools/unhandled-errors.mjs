// Reporter of Vitest that writes errors thrown outside any test for tools/failures.mjs: the JSON report leaves them
// out, although they fail the run.
import { writeFileSync } from 'node:fs';

export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const told = errors.map(({ message, stack, VITEST_TEST_PATH: file }) => ({ file, error: stack ?? message }));
    writeFileSync(process.env.UNHANDLED_ERRORS, JSON.stringify(told));
  }
}
