import type { Page } from '@playwright/test';
import { answer, refuse } from './answers.ts';
import { type DemoShop, SERIAL } from './demo-shop.ts';
import type { Shot } from './shot.ts';

const to = (path: string) => () => path;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Answers that the link of the mail is still valid. */
const goodLink = (page: Page) => answer(page, '**/api/auth/reset-password/check', 200, null);

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

const PASSKEY_UNKNOWN = 'Esa clave de acceso ya no abre ninguna cuenta aquí. Entra de otra manera.';
const login = { Correo: 'ana@ejemplo.cl', Contraseña: 'no-es-esta' };
const account = {
  Nombre: 'Ana Rojas',
  Correo: 'ana@ejemplo.cl',
  Contraseña: 'un-secreto-largo',
  'Confirma la contraseña': 'un-secreto-largo',
};
const newPassword = { 'Contraseña nueva': 'un-secreto-largo', 'Confirma la contraseña': 'un-secreto-largo' };

async function signIn(page: Page): Promise<void> {
  await fill(page, login);
  await press(page, 'Iniciar sesión');
}

const loginFailure = (name: string, status: number, shows: string): Shot => ({
  name,
  path: to('/login'),
  prepare: (page) => refuse(page, '**/api/auth/', status, 'shot'),
  act: signIn,
  shows,
});

const bookAndPart = (shop: DemoShop) => {
  const { id, parts } = shop.book(SERIAL);
  return `${id}?part=${parts.at(-1)?.id ?? ''}`;
};

const askForCode = async (page: Page) => {
  await fill(page, { Correo: 'tu@correo.cl' });
  await press(page, 'Seguir con mi correo');
};

const codeShot = (name: string, shows: string, status: number, body: object): Shot => ({
  name,
  path: (shop) => `/register/${bookAndPart(shop)}`,
  prepare: async (page) => {
    await answer(page, '**/api/auth/entry_code', 200, { detail: '' });
    await answer(page, '**/api/auth/entry_code/enter', status, body);
  },
  act: async (page) => {
    await askForCode(page);
    await page.getByLabel('Código de 6 números').fill('408215');
  },
  shows,
});

/** Answers that the account of the link's address was made in another browser. */
const madeElsewhere = (page: Page) => refuse(page, '**/api/auth/verify-email', 403, 'verify_elsewhere');

/** Shots of signing in and up, of passwords, and of the pages behind the links in mails. */
export const accountShots: readonly Shot[] = [
  { name: 'login', path: to('/login'), shows: '¿Olvidaste tu contraseña?' },
  { name: 'login-without-script', path: to('/login'), shows: '¿Olvidaste tu contraseña?', withoutScript: true },
  { name: 'register-for-part', path: (shop) => `/register/${bookAndPart(shop)}`, shows: 'Cuaderno del farero' },
  { name: 'login-for-part', path: (shop) => `/login/${bookAndPart(shop)}`, shows: 'Cuaderno del farero' },
  {
    name: 'code-asked',
    path: (shop) => `/register/${bookAndPart(shop)}`,
    prepare: (page) => answer(page, '**/api/auth/entry_code', 200, { detail: '' }),
    act: askForCode,
    shows: 'Entrar y seguir',
  },
  codeShot('code-wrong', 'Te quedan 3 intentos', 400, {
    detail: 'Ese código no es.',
    code: 'entry_code_wrong',
    request_id: 'shot',
    fields: { code: 'Ese código no es. Te quedan 3 intentos.' },
  }),
  codeShot('code-over', 'Pide otro', 400, {
    detail: 'Ese código ya no sirve. Pide otro.',
    code: 'entry_code_over',
    request_id: 'shot',
  }),
  { name: 'login-for-book', path: (shop) => `/login/${shop.book(SERIAL).id}`, shows: 'Crea tu cuenta' },
  {
    name: 'login-incomplete',
    path: to('/login'),
    act: (page) => press(page, 'Iniciar sesión'),
    shows: 'Por favor completa todos los campos',
  },
  {
    name: 'login-wrong',
    path: to('/login'),
    act: signIn,
    shows: 'Credenciales incorrectas',
  },
  {
    name: 'login-passkey-unknown',
    path: to('/login'),
    prepare: (page) => refuse(page, '**/api/auth/passkey', 400, 'passkey_unknown', PASSKEY_UNKNOWN),
    act: (page) => page.getByRole('button', { name: 'Entrar con una clave de acceso' }).click(),
    shows: PASSKEY_UNKNOWN,
    windowOnly: true,
  },
  loginFailure('login-google-only', 400, 'Debe iniciar sesión con Google'),
  loginFailure('login-deleted', 403, 'Ya existe cuenta con este usuario y fue eliminada, favor contactar a soporte'),
  loginFailure('login-too-often', 429, 'Demasiados intentos de inicio de sesión, intente más tarde'),
  { name: 'register', path: to('/register'), shows: 'Al crear tu cuenta' },
  { name: 'register-for-book', path: (shop) => `/register/${shop.book(SERIAL).id}`, shows: 'Al crear tu cuenta' },
  {
    name: 'register-errors',
    path: to('/register'),
    act: async (page) => {
      await fill(page, { ...account, Nombre: 'Jo', Correo: 'ana', Contraseña: 'corta', 'Confirma la contraseña': 'x' });
      await press(page, 'Crear cuenta');
    },
    shows: 'Las contraseñas no coinciden.',
  },
  {
    name: 'register-taken',
    path: to('/register'),
    act: async (page) => {
      await fill(page, { ...account, Correo: 'lectora@demo.cl' });
      await press(page, 'Crear cuenta');
    },
    shows: 'El correo ingresado ya existe.',
  },
  { name: 'forgot', path: to('/forgot-password'), shows: 'Recupera tu contraseña' },
  {
    name: 'forgot-sent',
    path: to('/forgot-password'),
    act: async (page) => {
      await fill(page, { Correo: 'nadie@ejemplo.cl' });
      await press(page, 'Enviarme los pasos');
    },
    shows: 'Revisa tu correo',
  },
  { name: 'recover', path: to('/recover-password/abc'), prepare: goodLink, shows: 'Elige una contraseña nueva' },
  {
    name: 'recover-too-late',
    path: to('/recover-password/abc'),
    prepare: goodLink,
    act: async (page) => {
      await fill(page, newPassword);
      await press(page, 'Guardar contraseña');
    },
    shows: 'Ha pasado mucho tiempo desde que solicitó cambiar la contraseña, intente solicitarla nuevamente',
  },
  {
    name: 'recover-errors',
    path: to('/recover-password/abc'),
    prepare: goodLink,
    act: async (page) => {
      await fill(page, { 'Contraseña nueva': 'corta', 'Confirma la contraseña': 'otra' });
      await page.keyboard.press('Tab');
    },
    shows: 'Las contraseñas no coinciden.',
  },
  { name: 'verify', path: to('/verify-email/abc'), shows: 'Confirma tu correo' },
  {
    name: 'verify-done',
    path: to('/verify-email/abc'),
    prepare: (page) => answer(page, '**/api/auth/verify-email', 200, {}),
    act: (page) => press(page, 'Confirmar mi correo'),
    shows: 'Tu correo está confirmado',
  },
  {
    name: 'verify-gone',
    path: to('/verify-email/abc'),
    act: (page) => press(page, 'Confirmar mi correo'),
    shows: 'Este enlace ya no sirve',
  },
  {
    name: 'verify-elsewhere',
    path: to('/verify-email/abc'),
    prepare: madeElsewhere,
    act: (page) => press(page, 'Confirmar mi correo'),
    shows: '¿Hiciste tú esta cuenta?',
  },
  {
    name: 'verify-taken',
    path: to('/verify-email/abc'),
    prepare: madeElsewhere,
    act: async (page) => {
      await press(page, 'Confirmar mi correo');
      await page.getByRole('button', { name: 'No fui yo: quedarme con la cuenta' }).waitFor();
      await answer(page, '**/api/auth/verify-email', 200, {});
      await press(page, 'No fui yo: quedarme con la cuenta');
    },
    shows: 'La cuenta es tuya',
  },
  { name: 'newsletter-confirm', path: to('/newsletter/confirm/abc'), shows: 'Confirma tu suscripción' },
  {
    name: 'newsletter-gone',
    path: to('/newsletter/confirm/abc'),
    act: (page) => press(page, 'Confirmar suscripción'),
    shows: 'Este enlace ya no sirve',
  },
  {
    name: 'newsletter-confirmed',
    path: to('/newsletter/confirm/abc'),
    prepare: (page) => answer(page, '**/api/newsletter/confirm', 200, {}),
    act: (page) => press(page, 'Confirmar suscripción'),
    shows: 'Ya estás en la lista',
  },
  { name: 'newsletter-unsubscribe', path: to('/newsletter/unsubscribe/abc'), shows: 'Dejar la lista de correo' },
];
