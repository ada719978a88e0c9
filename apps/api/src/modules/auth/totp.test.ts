import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { newTotpSecret, openSecret, sealSecret, stepOf } from './totp.ts';

const key = (name: string): Uint8Array => createHash('sha256').update(name).digest();
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it('codes are the last six digits of the examples of RFC 6238', () => {
  const examples: [seconds: number, code: string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ];
  for (const [seconds, code] of examples) {
    expect(stepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  }
});

it('secrets have 160 bits and differ', () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(secrets).size).toBe(50);
});

it('a sealed secret opens with its key or a replaced one, for its account alone, and not after a changed bit', () => {
  const sealed = sealSecret(SECRET, 'ana', key('old'));
  expect(sealed).not.toBe(sealSecret(SECRET, 'ana', key('old')));
  expect(openSecret(sealed, 'ana', [key('new'), key('old')])).toBe(SECRET);
  expect(openSecret(sealed, 'ana', [key('new')])).toBeNull();
  expect(openSecret(sealed, 'eva', [key('old')])).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openSecret(changed.toString('base64url'), 'ana', [key('old')]), String(at)).toBeNull();
  }
  expect(openSecret('', 'ana', [key('old')])).toBeNull();
});
