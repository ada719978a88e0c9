import { afterAll, expect } from 'vitest';
import { takeOutside } from './common-sql.ts';

// Each test file: what the application asked its database in it is known to every engine.
afterAll(() => expect(takeOutside(), 'SQL outside of what three engines know (testing/common-sql.ts)').toEqual([]));
