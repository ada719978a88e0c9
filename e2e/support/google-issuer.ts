import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from '@playwright/test';

/** A stand-in for Google on this machine: its keys, its script in the browser, its ID tokens. */
export interface GoogleIssuer {
  readonly settings: Readonly<Record<string, string>>;
  /** Makes the stand-in's button issue tokens of this person. */
  actAs(person: { readonly sub: string; readonly email: string; readonly name: string }): void;
  /** Replaces Google's script by the stand-in's. */
  serveScript(context: BrowserContext): Promise<void>;
  close(): Promise<void>;
}

const CLIENT_ID = 'tienda.apps.googleusercontent.test';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function startGoogleIssuer(): Promise<GoogleIssuer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }] };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(keys));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let person = { sub: '110000000000000000001', email: 'google@ejemplo.cl', name: 'Gabriela Soto' };

  const sign = (nonce: string): string => {
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      ...person,
      iss: 'https://accounts.google.com',
      aud: CLIENT_ID,
      email_verified: true,
      nonce,
      iat: seconds,
      exp: seconds + 3600,
    };
    const body = `${encode({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${encode(claims)}`;
    return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey, 'base64url')}`;
  };
  return {
    settings: {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_JWKS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`,
    },
    actAs(next) {
      person = next;
    },
    async serveScript(context) {
      await context.exposeFunction('signAsGoogle', sign);
      await context.route('https://accounts.google.com/gsi/client', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
      );
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The functions of Google Identity Services that the shop calls, with a plain button; records their arguments. */
const SCRIPT = `
  const asked = { initialized: [], rendered: [], autoSelectOff: 0 };
  let settings;
  window.googleAsked = asked;
  window.google = { accounts: { id: {
    initialize(given) { settings = given; asked.initialized.push({ client_id: given.client_id, nonce: given.nonce }); },
    renderButton(parent, look) {
      asked.rendered.push(look);
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Continuar con Google';
      button.onclick = async () => settings.callback({ credential: await window.signAsGoogle(settings.nonce) });
      parent.append(button);
    },
    disableAutoSelect() { asked.autoSelectOff += 1; sessionStorage.setItem('autoSelectOff', '1'); },
  } } };
`;
