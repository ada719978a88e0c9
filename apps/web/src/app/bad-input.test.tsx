import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListForm } from '../features/site/landing/list-form.tsx';
import { failures } from '../lib/api/api-events.ts';
import { SiteContext } from '../lib/page-data.ts';
import { session } from '../lib/api/session.ts';
import { type Call, fakeApi } from '../testing/fake-api.ts';
import { inRouter } from '../testing/in-router.tsx';
import { signInAs } from '../testing/sign-in-as.ts';
import { siteFacts } from '../testing/site-facts.ts';
import { fakeTokens } from '../testing/tokens.ts';
import { showToast, toastStore } from '../ui/overlays/toast-store.ts';
import { ForgotPasswordScreen, RecoverPasswordScreen } from '../features/auth/password-recovery-screens.tsx';
import { LoginScreen } from '../features/auth/login-screen.tsx';
import { RegisterScreen } from '../features/auth/register-screen.tsx';
import { UpdatePasswordScreen } from '../features/users/update-password-screen.tsx';

/**
 * Texts that a person or an attacker types into a field. A field of one line drops the line breaks of a pasted text.
 */
const typed = {
  empty: '',
  short: 'ab',
  long: 'a'.repeat(10_000),
  emoji: '🦊'.repeat(8),
  rightToLeft: 'كلمة السر الطويلة',
  html: '<img src=x onerror=alert(1)>',
  lineBreaks: 'una\nclave\nlarga',
  spaces: '  una clave larga  ',
} as const;
const addresses = {
  ...typed,
  emoji: '🦊@correo.cl',
  rightToLeft: 'أمل@correo.cl',
  html: '<b>ana</b>@correo.cl',
  lineBreaks: 'ana\n@correo.cl\n',
  spaces: '  ana@correo.cl  ',
  long: `${typed.long}@correo.cl`,
} as const;

interface Form {
  readonly at: string;
  readonly button: string;
  readonly call: string;
  /** Valid value of each field, by label. */
  readonly right: Readonly<Record<string, string>>;
}
const forms = {
  login: {
    at: '/login',
    button: 'Iniciar sesión',
    call: 'POST /api/auth/',
    right: { Correo: 'ana@correo.cl', Contraseña: 'una clave' },
  },
  register: {
    at: '/register',
    button: 'Crear cuenta',
    call: 'POST /api/users/',
    right: {
      Nombre: 'Ana',
      Correo: 'ana@correo.cl',
      Contraseña: 'una clave',
      'Confirma la contraseña': 'una clave',
    },
  },
  forgot: {
    at: '/forgot-password',
    button: 'Enviarme los pasos',
    call: 'POST /api/auth/forgot-password',
    right: { Correo: 'ana@correo.cl' },
  },
  recover: {
    at: '/recover-password/t',
    button: 'Guardar contraseña',
    call: 'POST /api/auth/reset-password',
    right: { 'Contraseña nueva': 'una clave', 'Confirma la contraseña': 'una clave' },
  },
  update: {
    at: '/update-password',
    button: 'Guardar contraseña',
    call: 'POST /api/auth/update-password',
    right: { 'Contraseña nueva': 'una clave', 'Confirma la contraseña': 'una clave' },
  },
  list: {
    at: '/list',
    button: 'Suscribirme',
    call: 'POST /api/contact',
    right: { 'Tu correo': 'ana@correo.cl' },
  },
} as const satisfies Record<string, Form>;
type FormName = keyof typeof forms;

const said = () => toastStore.all().map(({ text }) => text);
let calls: Call[];
const sent = (form: Form) => calls.filter(({ method, url }) => `${method} ${url}` === form.call);
/** Returns the values of all fields in the body of a call. */
const valuesOf = ({ body }: Call): unknown[] =>
  typeof body === 'string' && body.startsWith('{')
    ? Object.values(JSON.parse(body) as object)
    : [...new URLSearchParams(body as URLSearchParams).values()];

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
  failures.onFailure((text) => showToast('error', text));
});
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  vi.unstubAllGlobals();
});

/** Opens a form whose server accepts each call, or refuses it with this status. */
async function open(form: Form, status?: number) {
  // The login and registration forms redirect a signed-in person.
  if (form.at === forms.update.at) signInAs('ana');
  const refused = status && { status, body: { detail: 'words of the server', code: 'refused', request_id: 'r' } };
  calls = fakeApi({
    [form.call]: refused || { status: 200, body: form.at === '/login' ? fakeTokens('new') : true },
    'GET /api/users/me': { body: { name: 'Ana', email: 'ana@correo.cl', role: 'reader', email_verified: true } },
  });
  const loader = () => ({ books: [] });
  const router = createMemoryRouter(
    [
      { path: '/login', Component: inRouter(LoginScreen), loader },
      { path: '/register', Component: inRouter(RegisterScreen), loader },
      { path: '/forgot-password', Component: inRouter(ForgotPasswordScreen), loader },
      { path: '/recover-password/:token', Component: inRouter(RecoverPasswordScreen), loader },
      { path: '/update-password', Component: UpdatePasswordScreen },
      { path: '/list', Component: ListForm },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [form.at] },
  );
  render(
    <SiteContext value={siteFacts()}>
      <RouterProvider router={router} />
    </SiteContext>,
  );
  await screen.findByLabelText(Object.keys(form.right)[0]!);
}

/** Fills each field with its valid value or with the value in `changes`. */
function fill(form: Form, changes: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries({ ...form.right, ...changes })) {
    const input = screen.getByLabelText(label);
    fireEvent.change(input, { target: { value } });
    fireEvent.blur(input);
  }
}
const button = (form: Form) => screen.getAllByRole<HTMLButtonElement>('button', { name: form.button }).at(-1)!;
const press = (form: Form) =>
  act(async () => {
    fireEvent.click(button(form));
  });

const COMPLETE = 'Por favor completa todos los campos';
const invalid = 'El correo no es válido.';
type Kind = keyof typeof typed;
/** Error sentence for each kind of input. With null the form sends the input: unchanged, or as `as` has it. */
interface FieldCase {
  readonly form: FormName;
  readonly field: string;
  /** Other fields that must have the same value: the confirmation of a password. */
  readonly also?: string;
  readonly values: Readonly<Record<Kind, string>>;
  readonly says: Readonly<Record<Kind, string | null>>;
  /** Alert that a screen reader hears before the sentence at the field; null: no alert. */
  readonly alert: string | null;
}

const emailSays = {
  empty: 'El correo es obligatorio.',
  short: invalid,
  long: invalid,
  emoji: null,
  rightToLeft: null,
  html: null,
  lineBreaks: null,
  spaces: null,
} as const;
const email = { field: 'Correo', values: addresses, says: emailSays } as const;
const newPassword = {
  also: 'Confirma la contraseña',
  values: typed,
  says: {
    empty: 'La contraseña es obligatoria.',
    short: 'La contraseña debe tener al menos 8 caracteres.',
    long: 'La contraseña puede tener hasta 128 caracteres.',
    emoji: null,
    rightToLeft: null,
    html: null,
    lineBreaks: null,
    spaces: null,
  },
} as const;
const none = { empty: null, short: null, long: null, emoji: null, rightToLeft: null, html: null } as const;
const table: readonly FieldCase[] = [
  { form: 'login', ...email, alert: null },
  {
    form: 'login',
    field: 'Contraseña',
    values: typed,
    says: { ...none, empty: 'La contraseña es obligatoria.', lineBreaks: null, spaces: null },
    alert: null,
  },
  {
    form: 'register',
    field: 'Nombre',
    values: typed,
    says: {
      ...none,
      empty: 'El nombre es obligatorio.',
      short: 'El nombre debe tener al menos 3 caracteres.',
      lineBreaks: null,
      spaces: null,
    },
    alert: COMPLETE,
  },
  { form: 'register', ...email, alert: COMPLETE },
  { form: 'register', field: 'Contraseña', ...newPassword, alert: COMPLETE },
  { form: 'forgot', ...email, alert: null },
  { form: 'recover', field: 'Contraseña nueva', ...newPassword, alert: null },
  { form: 'update', field: 'Contraseña nueva', ...newPassword, alert: null },
  {
    form: 'list',
    field: 'Tu correo',
    values: addresses,
    says: { ...emailSays, empty: 'Favor introducir un email', short: 'Email inválido', long: 'Email inválido' },
    alert: null,
  },
];

describe.each(table)('$form, $field', ({ form: name, field, also, values, says, alert }) => {
  const form: Form = forms[name];
  it.each(Object.keys(typed) as Kind[])('%s', async (kind) => {
    await open(form);
    fill(form, { [field]: values[kind], ...(also ? { [also]: values[kind] } : {}) });
    const sentence = says[kind];
    if (sentence === null) {
      await press(form);
      await waitFor(() => expect(sent(form)).toHaveLength(1));
      const typedIn = values[kind].replaceAll('\n', '');
      expect(valuesOf(sent(form)[0]!)).toContain(field.includes('orreo') ? typedIn.trim() : typedIn);
      expect(document.querySelector('img[onerror]')).toBeNull();
      return;
    }
    const locked = button(form).disabled;
    if (!locked) await press(form);
    expect(sent(form)).toEqual([]);
    if (name === 'list') return vi.waitFor(() => expect(said()).toEqual([sentence]));
    if (locked) expect(kind === 'empty' || screen.getByText(sentence)).toBeTruthy();
    else expect(screen.getByText(sentence)).toBeTruthy();
    // Only the login form repeats the sentence in a toast.
    const toasts = name === 'login' ? [COMPLETE] : [];
    expect(said(), 'the error is at its field, and nowhere else').toEqual(toasts);
    const spoken = screen.queryAllByRole('alert').map(({ textContent }) => textContent);
    expect(spoken).toEqual(alert && !locked ? [alert] : []);
  });
});

describe.each(Object.entries(forms))('%s', (_, form: Form) => {
  it('is sent once for three quick presses', async () => {
    await open(form);
    fill(form, {});
    for (let press = 0; press < 3; press += 1) fireEvent.click(button(form));
    await waitFor(() => expect(sent(form).length).toBeGreaterThan(0));
    expect(sent(form)).toHaveLength(1);
  });

  it('shows one sentence when it is refused, keeps the typed values, and can be sent again', async () => {
    await open(form, 503);
    fill(form, {});
    await press(form);
    await waitFor(() => expect(said()).toHaveLength(1));
    const [first] = Object.entries(form.right)[0]!;
    expect(screen.getByLabelText<HTMLInputElement>(first).value).not.toBe('');
    // A refused login empties the password field, so that it must be filled again.
    if (form.at === '/login') fill(form, {});
    await press(form);
    await waitFor(() => expect(sent(form)).toHaveLength(2));
  });
});
