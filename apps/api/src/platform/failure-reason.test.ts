import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { failureReason } from './failure-reason.ts';

const coded = (code: string) => Object.assign(new Error('x'), { code });

it.each([
  [
    'a reason two causes below',
    new Error('store', { cause: new TypeError('fetch failed', { cause: coded('ENOSPC') }) }),
    'full',
  ],
  ['a certificate', new TypeError('fetch failed', { cause: coded('CERT_HAS_EXPIRED') }), 'expired'],
  ['a certificate of another name', coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'otherHost'],
  ['a host with several addresses', new AggregateError([coded('ECONNREFUSED'), coded('ETIMEDOUT')]), 'refused'],
  ['an aborted call', new DOMException('late', 'TimeoutError'), 'timedOut'],
])('reads %s', (_, error, reason) => expect(failureReason(error)?.reason).toBe(reason));

it('a fault of the program has no reason', () => {
  expect(failureReason(new TypeError('x is not a function'))).toBeNull();
  expect(failureReason('text')).toBeNull();
});

it('the error of a real connection has its reason', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const refusal = await fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error);
  expect(failureReason(refusal)).toEqual({ reason: 'refused', code: 'ECONNREFUSED' });
});
