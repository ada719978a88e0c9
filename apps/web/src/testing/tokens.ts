import type { Tokens } from '@cuentos/contract/auth';

const part = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** A token that expires in some seconds; its signature is not valid. */
export function fakeToken(name: string, expiresInS = 900): string {
  return `${part({ alg: 'none' })}.${part({ jti: name, role: 'reader', exp: Math.floor(Date.now() / 1000) + expiresInS })}.x`;
}

export function fakeTokens(name: string): Tokens {
  return { access_token: fakeToken(`${name}-access`), refresh_token: fakeToken(`${name}-refresh`, 7_776_000) };
}
