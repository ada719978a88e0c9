import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { tokensOf } from '../../testing/sign-in-as.ts';
import { NavigationContext } from '../../ui/use-navigation.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { LoginForm, PasskeyEntry } from './login-screen.tsx';
import { useEntering } from './use-entering.ts';

const device = vi.hoisted(() => ({ startAuthentication: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => device);

const BANNER = 'Credenciales incorrectas';
const toasts = () => toastStore.all().map(({ text }) => text);
const password = () => screen.getByLabelText<HTMLInputElement>('Contraseña');
/** Number of captchas that were prepared. */
let prepared: number;

beforeEach(async () => {
  // The first sending imports this module. Imported here, it does not wait for the fake clock.
  await import('./api.ts');
  session.forget();
  prepared = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Sends the form to a server that refuses it with this status. */
async function refused(status: number): Promise<void> {
  fakeApi({
    'GET /api/captcha': () => {
      prepared += 1;
      return { body: { provider: 'none', site_key: null } };
    },
    'POST /api/auth/': { status, body: { detail: 'words of the server', code: 'x', request_id: 'r' } },
  });
  render(
    <MemoryRouter>
      <LoginForm onSignedIn={() => {}} />
    </MemoryRouter>,
  );
  fireEvent.focus(password());
  fireEvent.change(screen.getByLabelText('Correo'), { target: { value: 'ana@correo.cl' } });
  fireEvent.change(password(), { target: { value: 'no es esta' } });
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
    await vi.advanceTimersByTimeAsync(10);
  });
  await vi.waitFor(() => expect(password().value).toBe(''));
}

it('hides the password until the person shows it, and accepts pasting and password managers', () => {
  fakeApi({ 'GET /api/captcha': { body: { provider: 'none', site_key: null } } });
  render(
    <MemoryRouter>
      <LoginForm onSignedIn={() => {}} />
    </MemoryRouter>,
  );
  expect(password()).toMatchObject({ type: 'password', autocomplete: 'current-password' });
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar la contraseña' }));
  expect(password().type).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Ocultar la contraseña' }));
  expect(password().type).toBe('password');
  expect(fireEvent.paste(password(), { clipboardData: { getData: () => 'x' } }), 'nobody stops it').toBe(true);
});

it('a second failure has its banner for 3 s of its own', async () => {
  await refused(401);
  await act(async () => vi.advanceTimersByTimeAsync(2000));
  fireEvent.change(password(), { target: { value: 'tampoco' } });
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
    await vi.advanceTimersByTimeAsync(10);
  });
  await vi.waitFor(() => expect(password().value).toBe(''));
  // At this moment the first banner's 3 s are over and the second banner's are not.
  await act(async () => vi.advanceTimersByTimeAsync(2000));
  expect(screen.queryByText(BANNER)).not.toBeNull();
  await act(async () => vi.advanceTimersByTimeAsync(1000));
  expect(screen.queryByText(BANNER)).toBeNull();
});

it('a failure: the banner for 3 s, a new captcha, the password emptied and focused', async () => {
  await refused(401);
  expect(screen.getByText(BANNER)).toBeTruthy();
  expect(screen.getByText('Usuario o contraseña incorrectos')).toBeTruthy();
  expect(document.activeElement).toBe(password());
  expect(screen.getByLabelText<HTMLInputElement>('Correo').value).toBe('ana@correo.cl');
  expect(toasts(), 'one message per failure').toEqual([]);
  expect(prepared).toBe(2);
  await act(async () => vi.advanceTimersByTimeAsync(2000));
  expect(screen.queryByText(BANNER)).not.toBeNull();
  await act(async () => vi.advanceTimersByTimeAsync(1000));
  expect(screen.queryByText(BANNER)).toBeNull();
});

it.each([
  [400, 'Debe iniciar sesión con Google'],
  [403, 'Ya existe cuenta con este usuario y fue eliminada, favor contactar a soporte'],
  [410, 'Error captcha inválido'],
  [429, 'Demasiados intentos de inicio de sesión, intente más tarde'],
  [503, 'words of the server'],
])('a refusal with %i shows its sentence and no banner', async (status, sentence) => {
  await refused(status);
  await vi.waitFor(() => expect(toasts()).toEqual([sentence]));
  expect(screen.queryByText(BANNER)).toBeNull();
});

describe('the redirect after the login', () => {
  function Form() {
    useEntering('b');
    return null;
  }
  const open = () => {
    const went: string[] = [];
    const navigation = { go: (to: string) => void went.push(to), leave: () => {} };
    render(
      <NavigationContext value={navigation}>
        <Form />
      </NavigationContext>,
    );
    return went;
  };

  it('happens for a signed-in person, also when another tab signed in meanwhile', async () => {
    const went = open();
    expect(went).toEqual([]);
    act(() => session.store(tokensOf('ana')));
    await vi.waitFor(() => expect(went).toEqual(['/user-library/b']));
  });

  it('does not happen for a stored session that the server has ended', async () => {
    localStorage.setItem('refresh_token', tokensOf('ana').refresh_token);
    const body = { detail: 'Invalid user session', code: 'invalid_user_session', request_id: 'r' };
    const calls = fakeApi({ 'POST /api/auth/refresh': { status: 401, body } });
    const went = open();
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(50);
    expect(went).toEqual([]);
    localStorage.clear();
  });
});

it('keeps the form busy until the next screen is shown, and sends it once', async () => {
  const calls = fakeApi({
    'GET /api/captcha': { body: { provider: 'none', site_key: null } },
    'POST /api/auth/': { body: tokensOf('ana') },
  });
  const entered = vi.fn();
  render(
    <MemoryRouter>
      <LoginForm onSignedIn={entered} />
    </MemoryRouter>,
  );
  fireEvent.focus(password());
  fireEvent.change(screen.getByLabelText('Correo'), { target: { value: 'ana@correo.cl' } });
  fireEvent.change(password(), { target: { value: 'cordillera azul' } });
  const button = screen.getByRole('button', { name: 'Iniciar sesión' });
  fireEvent.click(button);
  await vi.waitFor(() => expect(entered).toHaveBeenCalled());
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(button.getAttribute('aria-busy')).toBe('true');
  fireEvent.click(button);
  expect(calls.filter(({ url }) => url === '/api/auth/')).toHaveLength(1);
  // The browser restores the page from its back-forward cache.
  const pageShow = new Event('pageshow');
  Object.assign(pageShow, { persisted: true });
  act(() => void dispatchEvent(pageShow));
  expect(button.getAttribute('aria-busy')).not.toBe('true');
});

describe('a passkey', () => {
  const NAME = 'Entrar con una clave de acceso';
  const onSignedIn = vi.fn();
  const request = { 'GET /api/auth/passkey': { body: { challenge: 'c' } } };
  const press = async () => {
    render(<PasskeyEntry onSignedIn={onSignedIn} />);
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: NAME }));
      await vi.advanceTimersByTimeAsync(10);
    });
  };
  beforeEach(() => {
    vi.stubGlobal('PublicKeyCredential', () => {});
    onSignedIn.mockReset();
    device.startAuthentication.mockReset();
  });

  it('signs in without a name: the browser chooses the passkey, and its answer opens the session', async () => {
    const tokens = tokensOf('reader');
    const calls = fakeApi({ ...request, 'POST /api/auth/passkey': { body: tokens } });
    device.startAuthentication.mockResolvedValue({ id: 'k' });
    await press();
    await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
    expect(device.startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'c' } });
    expect(calls.at(-1)?.body).toBe('{"response":{"id":"k"}}');
    expect(session.accessToken()).toBe(tokens.access_token);
  });

  it.each([
    ['NotAllowedError', 'No llegó ninguna clave de acceso. Inténtalo otra vez o entra de otra manera.'],
    ['SecurityError', 'Este dispositivo no puede usar claves de acceso aquí. Entra de otra manera.'],
  ])('a browser that gives none shows the reason: %s', async (name, sentence) => {
    fakeApi(request);
    device.startAuthentication.mockRejectedValue(Object.assign(new Error('x'), { name }));
    await press();
    await vi.waitFor(() => expect(toasts()).toEqual([sentence]));
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it.each([
    [400, 'words of the server'],
    [403, 'Ya existe cuenta con este usuario y fue eliminada, favor contactar a soporte'],
    [429, 'Demasiados intentos de inicio de sesión, intente más tarde'],
  ])('a server that refuses it with %i shows the reason', async (status, sentence) => {
    const refusal = { status, body: { detail: 'words of the server', code: 'x', request_id: 'r' } };
    fakeApi({ ...request, 'POST /api/auth/passkey': refusal });
    device.startAuthentication.mockResolvedValue({ id: 'k' });
    await press();
    await vi.waitFor(() => expect(toasts()).toEqual([sentence]));
    expect(session.accessToken()).toBeNull();
  });

  it('is not offered where the browser has no passkeys', () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    render(<PasskeyEntry onSignedIn={onSignedIn} />);
    expect(screen.queryByRole('button', { name: NAME })).toBeNull();
  });
});
