import { foldText } from '@cuentos/domain/text/fold';
import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { AppError } from '../../platform/http/app-error.ts';
import { createWorkPool } from '../../platform/work-pool.ts';

/**
 * Passwords that guessing programs try first and that have at least eight characters.
 * Our own list: runs of keys and digits, words with digits, and what Chilean readers would pick.
 */
const words = [
  'password',
  'contraseña',
  'contrasena',
  'clavesecreta',
  'micontraseña',
  'micontrasena',
  'bienvenido',
  'bienvenida',
  'teamomucho',
  'teamo',
  'princesa',
  'princess',
  'estrella',
  'mariposa',
  'chocolate',
  'football',
  'baseball',
  'superman',
  'sunshine',
  'iloveyou',
  'welcome',
  'letmein',
  'administrador',
  'administrator',
  'admin',
  'usuario',
  'invitado',
  'secreto',
  'colocolo',
  'lauchile',
  'udechile',
  'catolica',
  'santiago',
  'valparaiso',
  'concepcion',
  'chilechile',
  'vivachile',
  'carolina',
  'alejandro',
  'alejandra',
  'francisca',
  'francisco',
  'sebastian',
  'valentina',
  'fernanda',
  'constanza',
  'cristian',
  'cristobal',
  'margarita',
  'computador',
  'computer',
  'internet',
  'whatever',
  'trustno1',
  'qwerty',
  'qwertyui',
  'qwertyuiop',
  'asdfgh',
  'asdfghjk',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedc',
  'abcdefgh',
  'abcdefghi',
  'abcd1234',
  'abc12345',
  'abc123456',
  '1q2w3e4r',
  '1q2w3e4r5t',
  '1qaz2wsx',
  'passw0rd',
  'p4ssword',
  'dragon',
  'monkey',
  'shadow',
  'master',
  'michael',
  'jennifer',
  'cuentos',
  'cuentosdebolsillo',
  'bolsillo',
  'lectora',
  'lectores',
];

const endings = [
  '',
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '.',
  '!',
  '2024',
  '2025',
  '2026',
  '2027',
  '01',
  '11',
  '00',
];

const common = new Set(words.flatMap((word) => endings.map((ending) => foldText(word + ending))));

/** Whether a password is one of the first that a guessing program tries, or a run of one or of counting digits. */
export function isCommonPassword(password: string): boolean {
  const folded = foldText(password);
  if (common.has(folded)) return true;
  if (/^(.{1,4})\1+$/s.test(folded)) return true;
  return '01234567890123456789'.includes(folded) || '98765432109876543210'.includes(folded);
}

/**
 * Refuses a common password, naming the field that it stands in.
 * @throws {AppError} password_too_common
 */
export function refuseCommonPassword(password: string, field: 'password' | 'new_password'): void {
  if (!isCommonPassword(password)) return;
  const { detail } = new AppError('password_too_common');
  throw new AppError('password_too_common', { fields: { [field]: detail } });
}

/** OWASP's second recommendation for argon2id (the library's default algorithm): 19 MiB, two passes, one lane; about 45 ms here. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing fills a core, and by the library it runs on the few threads that also read files: with one core and two of
 * those threads always left, a burst of logins makes nobody's picture wait. About twenty logins a second and hash.
 */
const pool = createWorkPool({ atOnce: Math.min(2, Math.max(1, availableParallelism() - 1)), waiting: 100 });

/** Hash of no password at all, so that an unknown address takes as long to refuse as a known one. */
let decoy: Promise<string> | undefined;

/** Hashes an NFC-normalised password for storing. @throws {AppError} busy */
export async function hashPassword(password: string): Promise<string> {
  return pool.run(async () => hash(password, parameters));
}

/** Compares in the same time whether or not there is a stored hash. @throws {AppError} busy */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash('no account has this password', parameters);
  const known = stored ?? (await decoy);
  const matched = await pool.run(async () => verify(known, password).catch(() => false));
  return matched && stored !== null;
}
