import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { type Call, fakeApi } from '../../testing/fake-api.ts';
import { inRouter } from '../../testing/in-router.tsx';
import { fakeTokens } from '../../testing/tokens.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { codeAsked, noteCodeAsked, useCarriedEmail } from './carried-email.ts';
import { EnterCodeScreen } from './enter-code-screen.tsx';
import { LoginScreen } from './login-screen.tsx';
import { ForgotPasswordScreen } from './password-recovery-screens.tsx';
import { RegisterScreen } from './register-screen.tsx';

beforeEach(async () => {
  // The first sending imports this module. Imported here, it does not wait for the fake clock.
  await import('./api.ts');
  // The screens read the part from the browser's address.
  history.replaceState(null, '', '/register/b?part=p');
});
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const captcha = { 'GET /api/captcha': { body: { provider: 'none', site_key: null } } };
const ASK = 'POST /api/auth/entry_code';
const ENTER = 'POST /api/auth/entry_code/enter';
const refused = (code: string, fields = {}) => ({
  status: 400,
  body: { detail: 'Ese código ya no sirve. Pide otro.', code, request_id: 'r', fields },
});
const sentBodies = (calls: readonly Call[], path: string): unknown[] =>
  calls.filter(({ url }) => url === path).map(({ body }) => JSON.parse(String(body)));
const toasts = () => toastStore.all().map(({ text }) => text);
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const codeField = () => field('Código de 6 números');

function open(address: string) {
  vi.stubGlobal('scrollTo', () => {});
  const loader = () => ({ books: [] });
  const router = createMemoryRouter(
    [
      { path: '/register/:book_id', Component: inRouter(RegisterScreen), loader },
      { path: '/login/:book_id', Component: inRouter(LoginScreen), loader },
      { path: '/enter-code/:book_id', Component: inRouter(EnterCodeScreen), loader },
      { path: '/forgot-password', Component: inRouter(ForgotPasswordScreen), loader },
      { path: '/user-library/:book_id', element: <p>the library</p> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

it.each(['/register/b', '/login/b', '/enter-code/b'])(
  '%s, which may make an account, says what its maker agrees to',
  async (at) => {
    noteCodeAsked('ana@correo.cl', Date.now());
    fakeApi(captcha);
    open(at);
    const terms = await screen.findByRole('link', { name: 'términos y condiciones' });
    expect(terms.getAttribute('href')).toBe('/terms-and-conditions');
    expect(terms.closest('p')?.textContent).toContain('Al crear tu cuenta declaras tener 14 años o más');
  },
);

const change = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } });

it.each(['register', 'login'])('one field at /%s and six figures lead to the chosen part', async (form) => {
  const calls = fakeApi({ ...captcha, [ASK]: { body: { detail: '' } }, [ENTER]: { body: fakeTokens('ana') } });
  const router = open(`/${form}/b?part=p`);
  change(await field('Correo'), ' ana@correo.cl ');
  fireEvent.click(screen.getByRole('button', { name: 'Seguir con mi correo' }));
  const code = await codeField();
  expect(router.state.location).toMatchObject({ pathname: '/enter-code/b', search: '?part=p' });
  expect(sentBodies(calls, '/api/auth/entry_code')).toEqual([{ email: 'ana@correo.cl' }]);
  expect(await screen.findByText('ana@correo.cl')).toBeTruthy();
  expect(code).toMatchObject({ autocomplete: 'one-time-code', inputMode: 'numeric', value: '' });
  expect(document.activeElement, 'the one thing to do').toBe(code);
  change(code, '408 21');
  expect(code.value).toBe('40821');
  change(code, '408 215 ');
  await screen.findByText('the library');
  expect(sentBodies(calls, '/api/auth/entry_code/enter')).toEqual([{ email: 'ana@correo.cl', code: '408215' }]);
  expect(router.state.location).toMatchObject({ pathname: '/user-library/b', search: '?part=p' });
  expect(codeAsked(), 'nothing stays for the next at this device').toBeNull();
});

it('Enter in the field goes on with the address alone, and with a password as the form does', async () => {
  const calls = fakeApi({
    ...captcha,
    [ASK]: { body: { detail: '' } },
    'POST /api/auth/': { body: fakeTokens('ana') },
  });
  open('/login/b');
  const email = await field('Correo');
  change(email, 'ana@correo.cl');
  email.focus();
  const form = email.closest('form')!;
  change(await field('Contraseña'), 'cordillera azul');
  fireEvent.submit(form);
  await screen.findByText('the library');
  expect(sentBodies(calls, '/api/auth/entry_code')).toEqual([]);
  cleanup();
  session.forget();
  open('/login/b');
  const again = await field('Correo');
  change(again, 'ana@correo.cl');
  again.focus();
  fireEvent.submit(again.closest('form')!);
  await codeField();
});

it('shows a malformed address at its field, without a call', async () => {
  const calls = fakeApi(captcha);
  open('/login/b');
  change(await field('Correo'), 'ana');
  fireEvent.click(screen.getByRole('button', { name: 'Seguir con mi correo' }));
  expect(await screen.findByText('El correo no es válido.')).toBeTruthy();
  expect(document.activeElement).toBe(await field('Correo'));
  expect(sentBodies(calls, '/api/auth/entry_code')).toEqual([]);
});

it('says at the field that the account moved to another address', async () => {
  fakeApi({ [ENTER]: () => refused('email_moved') });
  noteCodeAsked('ana@correo.cl', Date.now());
  open('/enter-code/b');
  await screen.findByText('ana@correo.cl');
  change(await codeField(), '408215');
  expect(await screen.findByText('Ese código ya no sirve. Pide otro.')).toBeTruthy();
  expect(toasts()).toEqual([]);
});

it('counts down the tries of a wrong code and lets it be corrected; empties the field of an expired one', async () => {
  const answers = [
    refused('entry_code_wrong', { code: 'Ese código no es. Te quedan 4 intentos.' }),
    refused('entry_code_over'),
  ];
  fakeApi({ [ENTER]: () => answers.shift() ?? {} });
  noteCodeAsked('ana@correo.cl', Date.now());
  open('/enter-code/b');
  await screen.findByText('ana@correo.cl');
  const code = await codeField();
  change(code, '408215');
  expect(await screen.findByText('Ese código no es. Te quedan 4 intentos.')).toBeTruthy();
  expect([code.value, code.selectionStart, code.selectionEnd]).toEqual(['408215', 0, 6]);
  change(code, '408216');
  expect(await screen.findByText('Ese código ya no sirve. Pide otro.')).toBeTruthy();
  await waitFor(() => expect(code.value).toBe(''));
  expect(document.activeElement).toBe(code);
  expect(toasts(), 'once, at its field').toEqual([]);
});

it('does not send a refused code again: the last figure and the button cost one try', async () => {
  const left = ['Te quedan 4 intentos.', 'Te quedan 3 intentos.'];
  const calls = fakeApi({ [ENTER]: () => refused('entry_code_wrong', { code: left.shift() }) });
  noteCodeAsked('ana@correo.cl', Date.now());
  open('/enter-code/b');
  await screen.findByText('ana@correo.cl');
  const code = await codeField();
  const enter = screen.getByRole('button', { name: 'Entrar y seguir' });
  change(code, '408215');
  await screen.findByText('Te quedan 4 intentos.');
  await waitFor(() => expect(enter.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(enter);
  change(code, '408216');
  await screen.findByText('Te quedan 3 intentos.');
  await waitFor(() => expect(enter.getAttribute('aria-busy')).toBeNull());
  change(code, '408215');
  expect(await screen.findByText('Te quedan 3 intentos.')).toBeTruthy();
  expect(sentBodies(calls, '/api/auth/entry_code/enter')).toHaveLength(2);
});

it('without a connection the typed figures stay, with a message', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  noteCodeAsked('ana@correo.cl', Date.now());
  open('/enter-code/b');
  await screen.findByText('ana@correo.cl');
  const code = await codeField();
  change(code, '408215');
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(toasts()[0]).toMatch(/conexi[oó]n|responde|internet/i);
  expect(code.value).toBe('408215');
});

it("'Otro correo' goes back to the form with the address in it", async () => {
  fakeApi(captcha);
  noteCodeAsked('ana@correo.cl', Date.now());
  const router = open('/enter-code/b?part=p');
  fireEvent.click(await screen.findByRole('link', { name: 'Otro correo' }));
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/login/b', search: '?part=p' }));
  await waitFor(async () => expect((await field('Correo')).value).toBe('ana@correo.cl'));
});

it('leads a tab without a request to the form', async () => {
  fakeApi(captcha);
  const router = open('/enter-code/b?part=p');
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/login/b', search: '?part=p' }));
});

it('offers another code after a minute, and then waits again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const calls = fakeApi({ ...captcha, [ASK]: { body: { detail: '' } } });
  noteCodeAsked('ana@correo.cl', Date.now() - 30_000);
  open('/enter-code/b');
  expect(await screen.findByText(/Puedes pedir otro en 0:(30|2\d)\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pedir otro código' })).toBeNull();
  await act(async () => vi.advanceTimersByTimeAsync(31_000));
  fireEvent.click(await screen.findByRole('button', { name: 'Pedir otro código' }));
  expect(await screen.findByText(/Puedes pedir otro en (1:00|0:5\d)\./)).toBeTruthy();
  expect(sentBodies(calls, '/api/auth/entry_code')).toEqual([{ email: 'ana@correo.cl' }]);
  expect(toasts()).toEqual(['Te mandamos otro código. El anterior ya no sirve.']);
});

it('too many codes have a message of their own', async () => {
  const body = { detail: 'x', code: 'too_many_requests', request_id: 'r' };
  fakeApi({ ...captcha, [ASK]: { status: 429, body } });
  open('/login/b');
  change(await field('Correo'), 'ana@correo.cl');
  fireEvent.click(screen.getByRole('button', { name: 'Seguir con mi correo' }));
  const words =
    'Ya se pidieron muchos códigos. Entra con tu contraseña o toca «¿Olvidaste tu contraseña?» al iniciar sesión, o espera un rato.';
  await waitFor(() => expect(toasts()).toEqual([words]));
});

it('the address is typed once on all links, and is never part of a link', async () => {
  fakeApi(captcha);
  const router = open('/register/b?part=p');
  change(await field('Correo'), 'ana@correo.cl');
  fireEvent.click(screen.getByRole('link', { name: 'Iniciar sesión' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login/b'));
  await waitFor(async () => expect((await field('Correo')).value).toBe('ana@correo.cl'));
  change(await field('Correo'), 'ana.rojas@correo.cl');
  fireEvent.click(screen.getByRole('link', { name: '¿Olvidaste tu contraseña?' }));
  await screen.findByRole('button', { name: 'Enviarme los pasos' });
  await waitFor(async () => expect((await field('Correo')).value).toBe('ana.rojas@correo.cl'));
  expect(router.state.location.search).toBe(`?next=${encodeURIComponent('/user-library/b?part=p')}`);
});

it.each([false, true])(
  'fills a field with the address of the last page, unless a person types in it: %s',
  async (isInIt) => {
    sessionStorage.setItem('account-email', 'ana@correo.cl');
    function Field() {
      const input = useRef<HTMLInputElement>(null);
      const [email, setEmail] = useState('');
      useCarriedEmail({ input, email, fill: setEmail });
      // oxlint-disable-next-line no-autofocus -- the field has the focus before the page is ready
      return <input ref={input} value={email} onChange={() => {}} autoFocus={isInIt} aria-label="Correo" />;
    }
    render(<Field />);
    expect((await field('Correo')).value).toBe(isInIt ? '' : 'ana@correo.cl');
  },
);

it('the way back from the recovery leads to the part that was chosen', async () => {
  fakeApi(captcha);
  history.replaceState(null, '', `/forgot-password?next=${encodeURIComponent('/user-library/b?part=p')}`);
  open(location.pathname + location.search);
  const back = await screen.findByRole('link', { name: 'Volver a iniciar sesión' });
  expect(back.getAttribute('href')).toBe('/login/b?part=p');
});

it('the code screen shows the address to which the code was sent, whatever was typed since', () => {
  noteCodeAsked('ana@correo.cl', 5);
  sessionStorage.setItem('account-email', 'otra@correo.cl');
  expect(codeAsked()).toEqual({ email: 'ana@correo.cl', at: 5 });
});
