import type { Tokens } from '@cuentos/contract/auth';

const part = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Makes a token that expires after this time, s; its signature is invalid. */
export function fakeToken(name: string, expiresInS = 900): string {
  return `${part({ alg: 'none' })}.${part({ jti: name, role: 'reader', exp: Math.floor(Date.now() / 1000) + expiresInS })}.x`;
}

export function fakeTokens(name: string): Tokens {
  return { access_token: fakeToken(`${name}-access`), refresh_token: fakeToken(`${name}-refresh`, 7_776_000) };
}
