import { type CaptchaAction, getCaptchaChallenge } from '@cuentos/contract/captcha';
import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge, Payload } from 'altcha-lib/types';
import workerAddress from 'altcha/workers/pbkdf2?worker&url';
import { request } from '../../../lib/api/api-client.ts';
import { trustedScript } from '../../../lib/trusted-script.ts';

const WORKERS_MAX = 4;

/** Requests a challenge and solves it in workers. @returns ALTCHA's payload, base64 of its JSON */
export async function solveAltcha(action: CaptchaAction): Promise<string> {
  const settings = { query: { action }, quiet: true, handles: 'all' } as const;
  const challenge = (await request(getCaptchaChallenge, settings)) as Challenge;
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(WORKERS_MAX, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1)),
    createWorker: () => new Worker(trustedScript(workerAddress)),
  });
  if (!solution) throw new Error('the captcha challenge found no solution');
  const payload: Payload = {
    challenge: { parameters: challenge.parameters, ...(challenge.signature ? { signature: challenge.signature } : {}) },
    solution,
  };
  return btoa(JSON.stringify(payload));
}
