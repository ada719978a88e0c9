// The library for certificates requires this import.
import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { rootCertificates, setDefaultCACertificates } from 'node:tls';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { DAY_MS } from '@cuentos/domain/time/durations';

/** Certificates and authorities for tests, generated on demand. */

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A server's certificate with its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

interface Wanted {
  /** Name of the server. */
  readonly host?: string;
  /** First and last instant at which it is valid, epoch milliseconds. */
  readonly from?: number;
  readonly until?: number;
}

/** An authority that signs certificates. */
export interface Authority {
  readonly cert: string;
  /** Signs a server's certificate; by default for localhost, valid from yesterday until the end of tomorrow's month. */
  issue(wanted?: Wanted): Promise<Certificate>;
  /** Makes an authority that this one signs. */
  subordinate(): Promise<Authority>;
}

interface Signer {
  readonly name: string;
  readonly keys: webcrypto.CryptoKeyPair;
}

interface Subject extends Wanted {
  readonly name: string;
  readonly keys: webcrypto.CryptoKeyPair;
  readonly isAuthority: boolean;
}

const newKeys = async (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

async function sign(signer: Signer, { name, keys, isAuthority, host, from, until }: Subject): Promise<string> {
  const now = Date.now();
  const certificate = await X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: `CN=${signer.name}`,
    notBefore: new Date(from ?? now - DAY_MS),
    notAfter: new Date(until ?? now + 30 * DAY_MS),
    publicKey: keys.publicKey,
    signingKey: signer.keys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(isAuthority, undefined, true),
      ...(isAuthority ? [new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true)] : []),
      ...(host === undefined ? [] : [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])]),
    ],
  });
  return certificate.toString('pem');
}

async function withKey(cert: string, { privateKey }: webcrypto.CryptoKeyPair): Promise<Certificate> {
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey)).toString('base64');
  return { cert, key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----` };
}

function authorityOf(signer: Signer, cert: string): Authority {
  return {
    cert,
    async issue(wanted = {}) {
      const keys = await newKeys();
      const host = wanted.host ?? 'localhost';
      return withKey(await sign(signer, { ...wanted, name: host, host, keys, isAuthority: false }), keys);
    },
    async subordinate() {
      const subject = await newSigner();
      return authorityOf(subject, await sign(signer, { ...subject, isAuthority: true }));
    },
  };
}

/** Each authority has its own name, because a certificate names its issuer. */
const newSigner = async (): Promise<Signer> => ({
  name: `Tests ${randomBytes(6).toString('hex')}`,
  keys: await newKeys(),
});

/** Makes an authority that no program trusts. */
export async function makeAuthority(): Promise<Authority> {
  const signer = await newSigner();
  return authorityOf(signer, await sign(signer, { ...signer, isAuthority: true }));
}

/** Makes a self-signed certificate for localhost. */
export async function makeSelfSigned(): Promise<Certificate> {
  const signer = { name: 'localhost', keys: await newKeys() };
  const cert = await sign(signer, { ...signer, host: 'localhost', isAuthority: false });
  return withKey(cert, signer.keys);
}

/** Makes this process trust an authority. @returns a function that ends the trust */
export function trust({ cert }: Authority): () => void {
  setDefaultCACertificates([...rootCertificates, cert]);
  return () => setDefaultCACertificates([...rootCertificates]);
}
