import { afterAll, expect } from 'vitest';
import { takeOutside } from './common-sql.ts';

// Runs for each test file: every statement of the application in it must be supported by all three engines.
afterAll(() => expect(takeOutside(), 'SQL outside of what three engines know (testing/common-sql.ts)').toEqual([]));
