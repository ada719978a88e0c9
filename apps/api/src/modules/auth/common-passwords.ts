import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { foldText } from '@cuentos/domain/text/fold';

/** Common passwords of readers in Chile that the package's list lacks; written without accents, as folded. */
const ownWords = [
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

/** Written in place of letters, each way of reading them. */
const readings: readonly Readonly<Record<string, string>>[] = [
  { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' },
  { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'l' },
];

/** Up to six digits and signs that people hang on a word: a year, a date, `123!`. */
const ENDING = /[^a-zñ]{1,6}$/;
/** Shorter words are in everything. */
const SHORTEST = 3;

/** The passwords as lines of one text: half a megabyte, where a set of them would take ten times as much. */
let list: string | undefined;

function isListed(text: string): boolean {
  if (list === undefined) {
    const require = createRequire(import.meta.url);
    const file = require.resolve('@zxcvbn-ts/language-common/src/passwords.json');
    const passwords = JSON.parse(readFileSync(file, 'utf8')) as string[];
    list = `\n${[...passwords, ...ownWords].map(foldText).join('\n')}\n`;
  }
  return text.length >= SHORTEST && list.includes(`\n${text}\n`);
}

/**
 * Whether a guessing program would try a password early: one of 49,000 that were found in stolen lists or of our own,
 * also with digits for letters or a year behind it; a short run repeated, counting digits, or nothing but the person's
 * own words.
 * @param own what is known of the person, name and address, and the shop's own name.
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const folded = foldText(password);
  if (/^(.{1,4})\1+$/s.test(folded)) return true;
  if ('01234567890123456789'.includes(folded) || '98765432109876543210'.includes(folded)) return true;
  const spellings = [folded, folded.replace(ENDING, '')];
  const forms = spellings.flatMap((text) => [text, ...readings.map((letters) => read(text, letters))]);
  return forms.some((form) => isListed(form) || consistsOf(form, own));
}

function read(text: string, letters: Readonly<Record<string, string>>): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => letters[sign] ?? sign);
}

/** Whether a text is made of the words of others, but for two signs at most. */
function consistsOf(text: string, own: readonly string[]): boolean {
  const words = own.flatMap((entry) => foldText(entry).split(/[^a-zñ0-9]+/)).filter(({ length }) => length >= SHORTEST);
  const signs = text.replaceAll(/[^a-zñ0-9]/g, '');
  let rest = signs;
  for (const word of words.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '');
  return rest !== signs && rest.length < SHORTEST;
}
