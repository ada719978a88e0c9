import { z } from 'zod';
import { tokens } from './auth.ts';
import { callsOf } from './call.ts';
import { limits } from './limits.ts';
import { bounded, instant, label, text } from './primitives.ts';

const { anyone, user } = callsOf('passkeys');

/** Bytes as WebAuthn writes them. */
const base64Url = (max: number) => bounded(max).regex(/^[\w-]+$/);

/** Number of a credential: at most 1023 bytes. */
const credentialId = base64Url(1364);
const clientData = base64Url(8000);

/** How a browser reaches a device; there are more words for it every few years. */
const transports = z.array(bounded(20).regex(/^[a-z-]+$/)).max(10);

/** How its owner calls a passkey. */
const passkeyName = label(limits.passkeyNameMax);

/** A passkey of the caller. */
const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
  /** The owner's password manager keeps a copy beyond the device. */
  backed_up: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

/** GET /api/users/me/passkeys. */
export const passkeys = z.array(passkey);

/** POST /api/users/me/passkeys/options; the password when the sign-in is not recent. */
export const passkeyBeginBody = z.object({ current_password: text(1000).optional() });

const knownPasskey = z.object({ id: z.string(), type: z.literal('public-key'), transports });

/** Options for the browser to make a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  /** The account's passkeys: a device that holds one of them makes no second one. */
  excludeCredentials: z.array(knownPasskey),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** POST /api/users/me/passkeys: the browser's `RegistrationResponseJSON`. */
export const addPasskeyBody = z.object({
  name: passkeyName,
  response: z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: clientData,
      attestationObject: base64Url(40_000),
      transports: transports.optional(),
    }),
  }),
});
export type AddPasskeyBody = z.output<typeof addPasskeyBody>;

/** PUT /api/users/me/passkeys/:id. */
export const renamePasskeyBody = z.object({ name: passkeyName });

/** Options for the browser to ask for a passkey (`PublicKeyCredentialRequestOptionsJSON`), without an account. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

/** POST /api/auth/passkey: the browser's `AuthenticationResponseJSON`. */
export const passkeyLoginBody = z.object({
  response: z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: clientData,
      authenticatorData: base64Url(8000),
      signature: base64Url(8000),
      userHandle: base64Url(100).nullish(),
    }),
  }),
});
export type PasskeyLoginBody = z.output<typeof passkeyLoginBody>;

/** A challenge for entering with a passkey; nothing is kept of it. */
export const getPasskeyRequest = anyone('GET', '/api/auth/passkey', 'A challenge for entering with a passkey', {
  answer: passkeyRequest,
});

export const enterWithPasskey = anyone('POST', '/api/auth/passkey', 'Enter with a passkey', {
  securityEvent: 'passkey-login',
  body: passkeyLoginBody,
  answer: tokens,
});

export const listOwnPasskeys = user('GET', '/api/users/me/passkeys', 'Own passkeys', { answer: passkeys });

/** Options for a new passkey; the server demands the password if the sign-in is not recent. */
export const beginPasskey = user('POST', '/api/users/me/passkeys/options', 'What a new passkey is made by', {
  securityEvent: 'passkey-begin',
  body: passkeyBeginBody,
  answer: passkeyCreation,
});

export const addPasskey = user('POST', '/api/users/me/passkeys', 'Keep a passkey that the browser made', {
  securityEvent: 'passkey-added',
  body: addPasskeyBody,
});

export const renamePasskey = user('PUT', '/api/users/me/passkeys/:id', 'Call an own passkey otherwise', {
  body: renamePasskeyBody,
});

export const removePasskey = user('DELETE', '/api/users/me/passkeys/:id', 'Remove an own passkey', {
  securityEvent: 'passkey-removed',
});
