import { expect, it } from 'vitest';
import { StorageUnavailable } from '../../ports/storage.ts';
import { failureCode, safeError } from './safe-error.ts';

const coded = (code: unknown) => Object.assign(new TypeError('connect 10.0.0.1:25 for ana@ejemplo.cl'), { code });

it.each([
  [coded('ECONNREFUSED'), 'ECONNREFUSED'],
  [coded('EAUTH'), 'EAUTH'],
  [coded('ana@ejemplo.cl'), 'TypeError'],
  [coded(550), 'TypeError'],
  [new RangeError('ana@ejemplo.cl'), 'RangeError'],
  ['ana@ejemplo.cl', 'Error'],
])('names a failure and tells nothing of its message', (error, code) => expect(failureCode(error)).toBe(code));

const madeIn = (library: string, code: string) =>
  Object.assign(new Error('x'), { code, stack: `Error: x\n    at f (/shop/node_modules/${library}/lib/a.js:1:1)` });

it.each<[unknown, object]>([
  [new StorageUnavailable('x', { cause: coded('ECONNREFUSED') }), { dependency: 'files', reason: 'refused' }],
  [madeIn('pg-pool', 'ETIMEDOUT'), { dependency: 'database', reason: 'timedOut' }],
  [Object.assign(new Error('x'), { code: '57P01' }), { dependency: 'database' }],
  [Object.assign(new Error('x'), { code: 'SQLITE_FULL' }), { dependency: 'database', reason: 'full' }],
  [madeIn('nodemailer', 'CERT_HAS_EXPIRED'), { dependency: 'mail server', reason: 'expired' }],
  [coded('ENOSPC'), { reason: 'full' }],
])('names which thing outside failed and why', (error, facts) => expect(safeError(error)).toMatchObject(facts));

it('a fault of the program is not attributed to an outside service', () => {
  for (const error of [new RangeError('x'), madeIn('pg', ''), Object.assign(new Error('x'), { code: 'EPIPE1' })])
    expect(safeError(error)).not.toHaveProperty('dependency');
});
