import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { CaptchaPort } from '../../ports/captcha.ts';
import type { Clock } from '../../ports/clock.ts';

const ALGORITHM = 'PBKDF2/SHA-256';
/** 1,000 rounds with a counter up to 1,000 takes a desktop browser about 0.14 s and a cheap phone one or two. */
const COST = 1000;
const COUNTER_MAX = 1000;
const LIFETIME_MS = 600_000;

interface AltchaOptions {
  readonly secret: string;
  readonly clock: Clock;
  /** Marks a signature as used; false when it already was. The library does not detect replays. */
  readonly useOnce: (signature: string, expiresAt: number) => Promise<boolean>;
  /** Lower in tests. */
  readonly counterMax?: number;
}

/** Invisible, self-hosted proof of work. */
export function createAltchaCaptcha({ secret, clock, useOnce, counterMax = COUNTER_MAX }: AltchaOptions): CaptchaPort {
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}.key` };
  return {
    info: { provider: 'altcha', site_key: null },
    challenge: async (action) =>
      createChallenge({
        algorithm: ALGORITHM,
        cost: COST,
        counter: randomInt(counterMax),
        deriveKey,
        ...secrets,
        expiresAt: Math.floor((clock.now() + LIFETIME_MS) / 1000),
        data: { action },
      }),
    async verify(answer, action) {
      const payload = readPayload(answer);
      if (!payload || payload.challenge.parameters.data?.['action'] !== action) return false;
      const result = await verifySolution({
        challenge: payload.challenge,
        solution: payload.solution,
        deriveKey,
        ...secrets,
        // The library throws on malformed parameters.
      }).catch(() => null);
      const { expiresAt } = payload.challenge.parameters;
      if (!result?.verified || expiresAt === undefined || expiresAt * 1000 <= clock.now()) return false;
      return useOnce(payload.challenge.signature ?? '', expiresAt * 1000);
    },
  };
}

function readPayload(answer: string | undefined): Payload | null {
  if (!answer) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(answer, 'base64').toString('utf8'));
    return isPayload(value) ? value : null;
  } catch {
    return null;
  }
}

function isPayload(value: unknown): value is Payload {
  if (typeof value !== 'object' || value === null || !('challenge' in value) || !('solution' in value)) return false;
  const { challenge, solution } = value;
  return (
    typeof challenge === 'object' &&
    challenge !== null &&
    'parameters' in challenge &&
    typeof challenge.parameters === 'object' &&
    challenge.parameters !== null &&
    'signature' in challenge &&
    typeof challenge.signature === 'string' &&
    typeof solution === 'object' &&
    solution !== null &&
    'counter' in solution
  );
}
