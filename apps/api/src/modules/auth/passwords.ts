import { hash, verify } from '@node-rs/argon2';

/** OWASP's second recommendation for argon2id (the library's default algorithm): 19 MiB, two passes, one lane; about 45 ms here. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of no password at all, so that an unknown address takes as long to refuse as a known one. */
let decoy: Promise<string> | undefined;

/** Hashes an NFC-normalised password for storing. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/** Compares in the same time whether or not there is a stored hash. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash('no account has this password', parameters);
  const matched = await verify(stored ?? (await decoy), password).catch(() => false);
  return matched && stored !== null;
}
