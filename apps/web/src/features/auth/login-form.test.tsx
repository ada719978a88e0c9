import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { LoginForm } from './login-screen.tsx';

const BANNER = 'Credenciales incorrectas';
const said = () => toastStore.all().map(({ text }) => text);
const password = () => screen.getByLabelText<HTMLInputElement>('Contraseña');
/** How often a new captcha was prepared. */
let prepared: number;

beforeEach(async () => {
  // Its file comes with the first sending; a clock that stands still would wait for it.
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

/** Sends the form to a server that refuses with this status. */
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

it('a failure: the banner for 3 s, a new captcha, the password emptied and focused', async () => {
  await refused(401);
  expect(screen.getByText(BANNER)).toBeTruthy();
  expect(screen.getByText('Usuario o contraseña incorrectos')).toBeTruthy();
  expect(document.activeElement).toBe(password());
  expect(screen.getByLabelText<HTMLInputElement>('Correo').value).toBe('ana@correo.cl');
  expect(said(), 'one message per failure').toEqual([]);
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
])('%i says its sentence and no banner', async (status, sentence) => {
  await refused(status);
  await vi.waitFor(() => expect(said()).toEqual([sentence]));
  expect(screen.queryByText(BANNER)).toBeNull();
});
