import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Passkey, passkeyCreation } from '@cuentos/contract/passkeys';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { TestApp } from '../../../testing/build-test-app.ts';
import { get } from '../../../testing/calls.ts';
import type { SignedIn } from '../../../testing/fixtures.ts';

export const PASSKEYS_URL = '/api/users/me/passkeys';
const ENTER_URL = '/api/auth/passkey';

export type Creation = z.infer<typeof passkeyCreation>;

/** A key pair as a device stores it. */
export interface DeviceKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  /** The user handle of the key's account. */
  readonly userHandle: string;
  count: number;
}

/** Deviations of a device, or of a program that imitates one, from the standard. */
export interface Oddity {
  readonly origin?: string;
  readonly rpId?: string;
  /** Bits: user present 1, user verified 4, backup eligible 8, backed up 16. */
  readonly flags?: number;
  readonly type?: string;
  readonly userHandle?: string;
  readonly privateKey?: KeyObject;
  readonly challenge?: string;
  readonly count?: number;
  readonly fmt?: string;
  readonly credentialId?: string;
}

const VERIFIED = 0b0000_0101;
const WITH_KEY = 0b0100_0000;
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const clientDataOf = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** Encodes an ES256 key as COSE. */
function coseOf(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const entries: [number, number | Uint8Array][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ];
  return isoCBOR.encode(new Map(entries));
}

/** Makes a key as a phone does. @returns the browser's answer, and the key that the phone stores */
export function makeKey({ challenge, rp, user }: Creation, odd: Oddity = {}, origin = 'http://shop.test') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = odd.credentialId ?? randomBytes(32).toString('base64url');
  const idBytes = Buffer.from(id, 'base64url');
  const authData = Buffer.concat([
    sha256(odd.rpId ?? rp.id),
    Buffer.from([(odd.flags ?? VERIFIED) | WITH_KEY]),
    uint32(odd.count ?? 0),
    Buffer.alloc(16),
    Buffer.from([idBytes.length >> 8, idBytes.length & 0xff]),
    idBytes,
    coseOf(publicKey),
  ]);
  const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', odd.fmt ?? 'none'],
    ['attStmt', odd.fmt === undefined ? new Map<string, string>() : new Map([['x5c', 'nobody reads this']])],
    ['authData', new Uint8Array(authData)],
  ]);
  const clientData = clientDataOf(odd.type ?? 'webauthn.create', odd.challenge ?? challenge, odd.origin ?? origin);
  const response = {
    id,
    rawId: id,
    type: 'public-key',
    response: {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal', 'hybrid'],
    },
  };
  const key: DeviceKey = { id, privateKey, userHandle: user.id, count: odd.count ?? 0 };
  return { key, response };
}

/** Signs a challenge as a phone does. */
export function sign(key: DeviceKey, challenge: string, odd: Oddity = {}) {
  const count = odd.count ?? key.count;
  const authData = Buffer.concat([
    sha256(odd.rpId ?? 'shop.test'),
    Buffer.from([odd.flags ?? VERIFIED]),
    uint32(count),
  ]);
  const clientData = clientDataOf(
    odd.type ?? 'webauthn.get',
    odd.challenge ?? challenge,
    odd.origin ?? 'http://shop.test',
  );
  const signature = createSign('sha256')
    .update(Buffer.concat([authData, sha256(clientData)]))
    .sign(odd.privateKey ?? key.privateKey);
  return {
    id: key.id,
    rawId: key.id,
    type: 'public-key',
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: odd.userHandle ?? key.userHandle,
    },
  };
}

const send = async (test: TestApp, url: string, payload: object, as?: SignedIn, remoteAddress = '203.0.113.7') =>
  test.app.inject({ method: 'POST', url, payload, remoteAddress, headers: { ...as?.headers } });

export const begin = async (test: TestApp, as: SignedIn, body: object = {}): Promise<LightMyRequestResponse> =>
  send(test, `${PASSKEYS_URL}/options`, body, as);

export const keep = async (test: TestApp, as: SignedIn, response: object, name = 'Mi teléfono') =>
  send(test, PASSKEYS_URL, { name, response }, as);

/** Adds a passkey by the calls that the profile screen makes. */
export async function addPasskey(test: TestApp, as: SignedIn, odd: Oddity = {}): Promise<DeviceKey> {
  const begun = await begin(test, as);
  expect(begun.statusCode, begun.body).toBe(200);
  const { key, response } = makeKey(begun.json<Creation>(), odd);
  const kept = await keep(test, as, response);
  expect([kept.statusCode, kept.body]).toEqual([204, '']);
  return key;
}

export const challengeOf = async (test: TestApp): Promise<string> =>
  (await get(test, ENTER_URL)).json<{ challenge: string }>().challenge;

/** Signs in by the calls that the login screen makes. */
export async function enterWith(test: TestApp, key: DeviceKey, odd: Oddity = {}): Promise<LightMyRequestResponse> {
  return answer(test, sign(key, await challengeOf(test), odd));
}

export const answer = async (test: TestApp, response: object, from?: string) =>
  send(test, ENTER_URL, { response }, undefined, from);

export const passkeysOf = async (test: TestApp, as: SignedIn): Promise<Passkey[]> =>
  (await get(test, PASSKEYS_URL, as.headers)).json<Passkey[]>();
