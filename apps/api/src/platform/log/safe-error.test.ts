import { expect, it } from 'vitest';
import { failureCode } from './safe-error.ts';

const coded = (code: unknown) => Object.assign(new TypeError('connect 10.0.0.1:25 for ana@ejemplo.cl'), { code });

it.each([
  [coded('ECONNREFUSED'), 'ECONNREFUSED'],
  [coded('EAUTH'), 'EAUTH'],
  [coded('ana@ejemplo.cl'), 'TypeError'],
  [coded(550), 'TypeError'],
  [new RangeError('ana@ejemplo.cl'), 'RangeError'],
  ['ana@ejemplo.cl', 'Error'],
])('names a failure and tells nothing of its message', (error, code) => expect(failureCode(error)).toBe(code));
