import { createHash, randomBytes } from 'node:crypto';
import { API_PREFIX } from '@cuentos/contract/call';
import { DAY_MS } from '@cuentos/domain/time/durations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import { clientOf } from '../../platform/http/access.ts';
import { createSigner } from '../../platform/signer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Client } from './session-service.ts';

const LIFETIME_MS = 365 * DAY_MS;
const COOKIE_PREFIX = 'device-';
/** Browsers accept a cookie of this name over HTTPS only (RFC 6265bis). */
export const SECURE_PREFIX = '__Secure-';
/** Secrets of one browser that are read; no family shares a browser among more accounts. */
const MOST_SECRETS = 20;

/** A secret for a browser; several people may share the browser, so each account has a cookie of its own. */
export interface DeviceSecret {
  readonly cookie: string;
  readonly value: string;
}

/**
 * Devices that an account was opened on. A network address says nothing of the kind: a household, a school or a whole
 * mobile network shares one. The secret is signed and not stored; a new password makes all earlier ones worthless.
 */
export interface KnownDevices {
  /** A new secret for the browser in which the user just proved who they are. */
  issue(user: Pick<UserRow, 'id' | 'password_hash'>): DeviceSecret;
  /** Returns the cookie name of the device secret that is valid for this account; null when none is. */
  find(user: Pick<UserRow, 'id' | 'password_hash'>, secrets: readonly string[]): string | null;
}

export function createKnownDevices(key: Uint8Array, clock: Clock): KnownDevices {
  const signer = createSigner(key);
  const text = ({ id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>, name: string, end: string) =>
    JSON.stringify([id, password_hash, name, end]);
  return {
    issue(user) {
      const name = randomBytes(16).toString('base64url');
      const end = String(clock.now() + LIFETIME_MS);
      const value = `${name}.${end}.${signer.sign(text(user, name, end))}`;
      return { cookie: COOKIE_PREFIX + createHash('sha256').update(user.id).digest('hex').slice(0, 16), value };
    },
    find(user, secrets) {
      for (const secret of secrets) {
        const [name = '', end = '', signature = ''] = secret.split('.');
        if (signer.verify(text(user, name, end), signature) && Number(end) > clock.now()) return name;
      }
      return null;
    },
  };
}

/** Where a request comes from, and for which accounts its browser is a known device. */
export function browserOf(request: FastifyRequest): Client {
  return { ...clientOf(request), devices: deviceSecretsOf(request), callerId: request.caller?.userId ?? null };
}

/** The secrets that a browser sends. */
function deviceSecretsOf({ cookies }: FastifyRequest): string[] {
  return Object.entries(cookies)
    .filter(([name]) => name.replace(SECURE_PREFIX, '').startsWith(COOKIE_PREFIX))
    .slice(0, MOST_SECRETS)
    .map(([, value]) => value ?? '');
}

/** Leaves a secret in the browser: no script reads it, and only the calls of accounts get it. */
export function leaveDeviceSecret(reply: FastifyReply, { cookie, value }: DeviceSecret, secure: boolean): void {
  reply.setCookie(secure ? SECURE_PREFIX + cookie : cookie, value, {
    path: `${API_PREFIX}/auth`,
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: LIFETIME_MS / 1000,
  });
}
