import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { AppError } from '../../platform/http/app-error.ts';
import { isCommonPassword } from './common-passwords.ts';
import { createHashQueue, type Turn } from './hash-queue.ts';

/**
 * Refuses a common password, naming the field that it stands in.
 * @param options.own name and address of the person and name of the shop, which are no secrets either.
 * @throws {AppError} password_too_common
 */
export function refuseCommonPassword(
  password: string,
  { field = 'password', own }: { readonly field?: 'password' | 'new_password'; readonly own: readonly string[] },
): void {
  if (!isCommonPassword(password, own)) return;
  const { detail } = new AppError('password_too_common');
  throw new AppError('password_too_common', { fields: { [field]: detail } });
}

/** OWASP's second recommendation for argon2id (the library's default algorithm): 19 MiB, two passes, one lane; about 45 ms here. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing fills a core, and by the library it runs on the few threads that also read files: with one core and two of
 * those threads always left, a burst of logins makes nobody's picture wait. About twenty logins a second and hash.
 */
const queue = createHashQueue({ atOnce: Math.min(2, Math.max(1, availableParallelism() - 1)), waiting: 60 });

/** Hash of no password at all, so that an unknown address takes as long to refuse as a known one. */
let decoy: Promise<string> | undefined;

/** What the shop itself, its team and its commands hash. */
const ofShop: Turn = { from: 'shop', isKnown: true };

/** Hashes an NFC-normalised password for storing. @throws {AppError} busy */
export async function hashPassword(password: string, turn = ofShop): Promise<string> {
  return queue.run(turn, async () => hash(password, parameters));
}

/** Compares in the same time whether or not there is a stored hash. @throws {AppError} busy */
export async function passwordMatches(stored: string | null, password: string, turn = ofShop): Promise<boolean> {
  decoy ??= hash('no account has this password', parameters);
  const known = stored ?? (await decoy);
  const matched = await queue.run(turn, async () => verify(known, password).catch(() => false));
  return matched && stored !== null;
}
