import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from 'jose';

/** Claims of a test's ID token that replace or extend those of a valid token. */
export type TokenChange = Readonly<Record<string, unknown>>;

/** A local substitute for Google's token issuer, with real RS256 keys behind an HTTP address. */
export interface GoogleIssuer {
  readonly clientId: string;
  readonly jwksUrl: string;
  /** Returns how many times the keys were fetched. */
  fetches(): number;
  /** Sets how the address of the keys answers from now on. */
  answer(how: 'keys' | 'error' | 'nonsense' | 'hang'): void;
  /** Makes an ID token issued now; `header` and `key` make invalid ones. */
  token(
    claims: TokenChange,
    options?: {
      readonly header?: object;
      readonly foreignKey?: boolean;
      readonly algorithm?: 'RS256' | 'RS512' | 'PS256';
    },
  ): Promise<string>;
  close(): Promise<void>;
}

/** Starts an issuer whose tokens are issued at `now`. */
export async function startGoogleIssuer(now: () => number): Promise<GoogleIssuer> {
  const clientId = 'tienda.apps.googleusercontent.test';
  const [own, foreign] = await Promise.all([1, 2].map(async () => generateKeyPair('RS256', { extractable: true })));
  if (!own || !foreign) throw new Error('no keys');
  // The keys name no `alg`, so that only the shop's own check can refuse another algorithm.
  const keys = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'k1', use: 'sig' }] };
  const [ownPem, foreignPem] = await Promise.all([own, foreign].map(async (pair) => exportPKCS8(pair.privateKey)));
  let fetches = 0;
  let how: Parameters<GoogleIssuer['answer']>[0] = 'keys';
  const server: Server = createServer((_request, response) => {
    fetches += 1;
    if (how === 'hang') return;
    response.statusCode = how === 'error' ? 500 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(how === 'keys' ? JSON.stringify(keys) : 'nada');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    clientId,
    jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`,
    fetches: () => fetches,
    answer(next) {
      how = next;
    },
    async token(claims, { header = {}, foreignKey = false, algorithm = 'RS256' } = {}) {
      const seconds = Math.floor(now() / 1000);
      const payload = {
        iss: 'https://accounts.google.com',
        aud: clientId,
        sub: '110000000000000000001',
        email: 'Lucia@gmail.com',
        email_verified: true,
        name: 'Lucía Reyes',
        iat: seconds,
        exp: seconds + 3600,
        ...claims,
      };
      return new SignJWT(payload)
        .setProtectedHeader({ alg: algorithm, kid: 'k1', typ: 'JWT', ...header })
        .sign(await importPKCS8((foreignKey ? foreignPem : ownPem) ?? '', algorithm));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
