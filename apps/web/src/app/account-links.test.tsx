import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Call, fakeApi } from '../testing/fake-api.ts';
import { inRouter } from '../testing/in-router.tsx';
import { toastStore } from '../ui/overlays/toast-store.ts';
import { ForgotPasswordScreen, RecoverPasswordScreen } from '../features/auth/password-recovery-screens.tsx';
import { ConfirmListScreen, LeaveListScreen } from '../features/site/mailing-list/list-link-screen.tsx';
import { UpdatePasswordScreen } from '../features/users/update-password-screen.tsx';
import { addressAfterLogin } from '../lib/login-address.ts';
import { ChangeEmailScreen, VerifyEmailScreen } from '../features/auth/account-link-screens.tsx';

const screens = [
  ['/forgot-password', ForgotPasswordScreen],
  ['/recover-password/:token', RecoverPasswordScreen],
  ['/update-password', UpdatePasswordScreen],
  ['/verify-email/:token', VerifyEmailScreen],
  ['/change-email/:token', ChangeEmailScreen],
  ['/newsletter/confirm/:token', ConfirmListScreen],
  ['/newsletter/unsubscribe/:token', LeaveListScreen],
] as const;

function open(address: string) {
  const loader = () => ({ books: [] });
  const table = screens.map(([path, Screen]) => ({ path, Component: inRouter(Screen), loader }));
  const words = (text: string) => () => <p>{text}</p>;
  const router = createMemoryRouter(
    [
      ...table,
      { path: '/login/:book_id?', Component: words('login') },
      { path: '/user-settings', Component: words('profile') },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return router;
}
const type = (label: string, text: string) => {
  const input = screen.getByLabelText(label);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.blur(input);
};
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const toasts = () => toastStore.all().map(({ type, text }) => `${type}: ${text}`);
const refusal = (status: number, code: string, detail = 'words of the server') => ({ status, body: { detail, code } });
const bodyOf = (call: Call | undefined) => JSON.parse(call?.body as string) as unknown;

beforeEach(() => vi.stubGlobal('scrollTo', () => {}));
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

describe('forgot password', () => {
  const captcha = { 'GET /api/captcha': { body: { provider: 'none', site_key: null } } };
  const ask = async (email: string) => {
    open('/forgot-password');
    await screen.findByLabelText('Correo');
    type('Correo', email);
    await press('Enviarme los pasos');
  };

  it.each([
    ['', 'El correo es obligatorio.'],
    ['amanda@correo', 'El correo no es válido.'],
  ])('does not send %j', async (email, problem) => {
    const calls = fakeApi(captcha);
    await ask(email);
    expect(screen.getByText(problem)).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('says that the mail with the steps is on its way, whether there is an account or not', async () => {
    const calls = fakeApi({ ...captcha, 'POST /api/auth/forgot-password': { body: { detail: 'ok' } } });
    await ask(' amanda@correo.cl ');
    await screen.findByText(/Si amanda@correo\.cl tiene una cuenta, te enviamos un correo con los pasos/);
    expect(document.activeElement?.textContent).toBe('Revisa tu correo');
    expect(bodyOf(calls.find(({ method }) => method === 'POST'))).toEqual({ email: 'amanda@correo.cl' });
    expect(toasts()).toEqual([]);
  });

  describe('the new password from the mail leads', () => {
    const here = '/user-library/b?part=p';
    const after = async (later = 0) => {
      cleanup();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later });
      fakeApi({
        'POST /api/auth/reset-password/check': { status: 204 },
        'POST /api/auth/reset-password': { status: 204 },
      });
      const router = open('/recover-password/the-token');
      await screen.findByLabelText('Contraseña nueva');
      type('Contraseña nueva', 'cordillera azul');
      type('Confirma la contraseña', 'cordillera azul');
      await press('Guardar contraseña');
      await screen.findByText('login');
      toastStore.arrive(router.state.location.pathname);
      expect(toasts()).toEqual(['success: Contraseña actualizada correctamente']);
      return router.state.location.pathname + router.state.location.search;
    };
    beforeEach(() => fakeApi({ ...captcha, 'POST /api/auth/forgot-password': { body: { detail: 'ok' } } }));
    afterEach(() => {
      vi.useRealTimers();
      localStorage.clear();
      history.replaceState(null, '', '/');
    });

    it.each([
      ['to the part that was about to be bought', `?next=${encodeURIComponent(here)}`, 0, '/login/b?part=p'],
      ['to the login when the form’s address has no target', '', 0, '/login'],
      ['to the login when the link has expired', `?next=${encodeURIComponent(here)}`, 3_600_000, '/login'],
      [
        'to the login when the target is another site',
        `?next=${encodeURIComponent('https://otra.cl/user-library')}`,
        0,
        '/login',
      ],
    ])('%s', async (_what, query, later, address) => {
      history.replaceState(null, '', `/forgot-password${query}`);
      await ask('amanda@correo.cl');
      await screen.findByRole('heading', { name: 'Revisa tu correo' });
      expect(await after(later)).toBe(address);
    });
  });

  it.each([
    [400, 'email_malformed', 'error: words of the server'],
    [403, 'forgot_captcha_invalid', 'error: No tiene permisos para realizar esta acción'],
    [429, 'too_many_requests', 'error: words of the server'],
  ])('says one sentence for %i', async (status, code, sentence) => {
    fakeApi({ ...captcha, 'POST /api/auth/forgot-password': refusal(status, code) });
    await ask('amanda@correo.cl');
    await waitFor(() => expect(toasts()).toEqual([sentence]));
  });
});

describe('recover password', () => {
  const fill = async (password: string, confirmation = password) => {
    const router = open('/recover-password/the-token');
    await screen.findByLabelText('Contraseña nueva');
    type('Contraseña nueva', password);
    type('Confirma la contraseña', confirmation);
    return router;
  };
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar contraseña' });

  it('cannot be sent while a field is invalid', async () => {
    await fill('1234567', '12345678');
    expect(screen.getByText('La contraseña debe tener al menos 8 caracteres.')).toBeTruthy();
    expect(screen.getByText('Las contraseñas no coinciden.')).toBeTruthy();
    expect(save().disabled).toBe(true);
    type('Contraseña nueva', '12345678');
    expect(save().disabled).toBe(false);
  });

  it('sends the token of the address and goes on to login', async () => {
    const calls = fakeApi({
      'POST /api/auth/reset-password/check': { status: 204 },
      'POST /api/auth/reset-password': { status: 204 },
    });
    const router = await fill('cordillera azul');
    fireEvent.click(save());
    await screen.findByText('login');
    expect(router.state.historyAction, 'the way back leads past the used link').toBe('REPLACE');
    const [checked, sent] = calls;
    expect([checked?.url, bodyOf(checked)]).toEqual(['/api/auth/reset-password/check', { token: 'the-token' }]);
    expect(bodyOf(sent)).toEqual({ token: 'the-token', new_password: 'cordillera azul' });
    expect(toasts()).toEqual(['success: Contraseña actualizada correctamente']);
    toastStore.arrive(router.state.location.pathname);
    expect(toasts()).toHaveLength(1);
  });

  it('says on opening that the link has expired, and leads to another one', async () => {
    fakeApi({ 'POST /api/auth/reset-password/check': refusal(400, 'reset_token_invalid') });
    open('/recover-password/the-token');
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no sirve' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Pedir otro enlace' }).getAttribute('href')).toBe('/forgot-password');
    expect(screen.queryByLabelText('Contraseña nueva')).toBeNull();
  });

  it('says that the link is too old', async () => {
    fakeApi({ 'POST /api/auth/reset-password': refusal(400, 'reset_token_invalid') });
    await fill('cordillera azul');
    fireEvent.click(save());
    await waitFor(() =>
      expect(toasts()).toEqual([
        'error: Ha pasado mucho tiempo desde que solicitó cambiar la contraseña, intente solicitarla nuevamente',
      ]),
    );
  });
});

describe('update password', () => {
  it('asks for the current password only when the server wants it', async () => {
    let requestCount = 0;
    const calls = fakeApi({
      'POST /api/auth/update-password': () => {
        requestCount += 1;
        return requestCount === 1 ? refusal(403, 'reauth_required') : { status: 204 };
      },
    });
    const router = open('/update-password');
    await screen.findByLabelText('Contraseña nueva');
    expect(screen.queryByLabelText('Contraseña actual')).toBeNull();
    type('Contraseña nueva', 'cordillera azul');
    type('Confirma la contraseña', 'cordillera azul');
    await press('Guardar contraseña');
    const current = await screen.findByLabelText('Contraseña actual');
    expect(document.activeElement).toBe(current);
    expect(toasts()).toEqual([]);
    type('Contraseña actual', 'la de siempre');
    await press('Guardar contraseña');
    await screen.findByText('profile');
    expect(router.state.historyAction).toBe('REPLACE');
    expect(calls.filter(({ method }) => method === 'POST').map(bodyOf)).toEqual([
      { password: 'cordillera azul' },
      { password: 'cordillera azul', current_password: 'la de siempre' },
    ]);
    expect(toasts()).toEqual(['success: Contraseña actualizada correctamente']);
  });

  it('leads back to the profile', async () => {
    open('/update-password');
    expect((await screen.findByRole('link', { name: 'Mi perfil' })).getAttribute('href')).toBe('/user-settings');
  });
});

describe('links in mails', () => {
  const pages = [
    ['/verify-email/t', 'Confirmar mi correo', 'POST /api/auth/verify-email', 'Tu correo está confirmado'],
    ['/newsletter/confirm/t', 'Confirmar suscripción', 'POST /api/newsletter/confirm', 'Ya estás en la lista'],
    [
      '/newsletter/unsubscribe/t',
      'Dejar de recibir correos',
      'POST /api/newsletter/unsubscribe',
      'Ya no te escribiremos',
    ],
  ] as const;

  it.each(pages)('%s changes something by its click only', async (address, action, call, done) => {
    const calls = fakeApi({ [call]: { status: 204 } });
    open(address);
    await screen.findByRole('button', { name: action });
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(calls).toEqual([]);
    await press(action);
    await screen.findByRole('heading', { name: done });
    expect(calls.map(bodyOf)).toEqual([{ token: 't' }]);
  });

  it.each(pages)('%s says that its link is no longer valid', async (address, action, call) => {
    fakeApi({ [call]: refusal(400, 'x') });
    open(address);
    await press(action);
    await screen.findByRole('heading', { name: 'Este enlace ya no sirve' });
    expect(screen.queryByRole('button', { name: action })).toBeNull();
    expect(toasts()).toEqual([]);
  });

  it('a confirmation link opened in another browser asks whose account it is before it is used', async () => {
    const elsewhere = refusal(403, 'verify_elsewhere');
    const answers = [elsewhere, { status: 204, body: null }];
    const calls = fakeApi({ 'POST /api/auth/verify-email': () => answers.shift() ?? elsewhere });
    open('/verify-email/t');
    await press('Confirmar mi correo');
    await screen.findByRole('heading', { name: '¿Hiciste tú esta cuenta?' });
    const enter = screen.getByRole('link', { name: 'Fui yo: entrar' });
    expect(enter.getAttribute('href')).toBe('/login?next=%2Fverify-email%2Ft');
    await press('No fui yo: quedarme con la cuenta');
    await screen.findByRole('heading', { name: 'La cuenta es tuya' });
    expect(calls.map(bodyOf)).toEqual([{ token: 't' }, { token: 't', takes: true }]);
  });

  it('sends a change of address to the browser of its account, by way of the login, and keeps the link', async () => {
    const answers = [refusal(403, 'email_change_elsewhere'), { status: 204, body: null }];
    const calls = fakeApi({ 'POST /api/auth/change-email': () => answers.shift() ?? { status: 500, body: null } });
    open('/change-email/t');
    await press('Usar este correo');
    await screen.findByRole('heading', { name: 'Abre el enlace donde pediste el cambio' });
    expect(screen.queryByRole('button', { name: 'Usar este correo' })).toBeNull();
    const enter = screen.getByRole('link', { name: 'Iniciar sesión' });
    expect(enter.getAttribute('href')).toBe('/login?next=%2Fchange-email%2Ft');
    expect(addressAfterLogin('?next=%2Fchange-email%2Ft', undefined)).toBe('/change-email/t');
    expect(screen.getByText(/nadie puede usar tu correo/)).toBeTruthy();
    cleanup();
    open('/change-email/t');
    await press('Usar este correo');
    await screen.findByRole('heading', { name: 'Tu cuenta pasó a este correo' });
    expect(calls.map(bodyOf)).toEqual([{ token: 't' }, { token: 't' }]);
  });

  it('can be tried again when the shop does not answer', async () => {
    fakeApi({ 'POST /api/auth/verify-email': refusal(503, 'unavailable') });
    open('/verify-email/t');
    await press('Confirmar mi correo');
    await waitFor(() => expect(toasts()).toEqual(['error: Error: Servicio no disponible']));
    expect(screen.getByRole('button', { name: 'Confirmar mi correo' })).toBeTruthy();
  });
});
