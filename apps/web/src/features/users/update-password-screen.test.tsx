import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { passwordTexts as t } from '../auth/account-texts.ts';
import { SiteContext } from '../../lib/page-data.ts';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs, tokensOf } from '../../testing/sign-in-as.ts';
import { siteFacts } from '../../testing/site-facts.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { UpdatePasswordScreen } from './update-password-screen.tsx';

const NEW_PASSWORD = 'una-clave-bien-larga';
const toasts = () => toastStore.all().map(({ text }) => text);
let choose: ((answer: { readonly credential: string }) => void) | undefined;

beforeEach(() => {
  localStorage.clear();
  signInAs('ana');
  vi.stubGlobal('google', {
    accounts: {
      id: {
        initialize: (settings: { callback: typeof choose }) => {
          choose = settings.callback;
        },
        renderButton: (place: HTMLElement) => place.append('Continuar con Google'),
        disableAutoSelect: () => {},
      },
    },
  });
});
afterEach(() => {
  cleanup();
  choose = undefined;
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  vi.unstubAllGlobals();
});

/** Asks for a new password; the server requires a Google sign-in first, which is made as `uid`. */
async function enterAgainAs(uid: string) {
  let proven = false;
  const calls = fakeApi({
    'GET /api/users/me': {
      body: { name: 'Ana', email: 'ana@gmail.com', role: 'reader', email_verified: true, has_password: false },
    },
    'GET /api/auth/google-nonce': { body: { nonce: 'n' } },
    'POST /api/auth/login_with_google': () => {
      proven = true;
      return { body: tokensOf(uid) };
    },
    'POST /api/auth/update-password': () =>
      proven
        ? { status: 204 }
        : {
            status: 403,
            body: {
              detail: 'Escribe tu contraseña actual para cambiarla.',
              code: 'reauth_required',
              request_id: 'r',
              fields: { google: 'Entra otra vez con Google para elegir tu contraseña.' },
            },
          },
  });
  const router = createMemoryRouter(
    [
      { path: '/update-password', element: <UpdatePasswordScreen /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/update-password'] },
  );

  const site = siteFacts({ googleClientId: 'shop.apps.example' });
  render(
    <SiteContext value={site}>
      <RouterProvider router={router} />
    </SiteContext>,
  );
  for (const label of [t.newPassword, t.confirmPassword]) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: NEW_PASSWORD } });
  }
  fireEvent.click(screen.getByRole('button', { name: t.save }));
  await screen.findByText(t.googleAgain);
  await vi.waitFor(() => expect(choose).toBeDefined());
  await act(async () => choose?.({ credential: 'the.id.token' }));
  await screen.findByText('elsewhere');
  return {
    path: router.state.location.pathname,
    changes: calls.filter(({ url }) => url === '/api/auth/update-password').length,
  };
}

it('the same person by Google again: the password changes', async () => {
  await expect(enterAgainAs('ana')).resolves.toEqual({ path: '/user-settings', changes: 2 });
  expect(toasts()).toEqual(['Contraseña actualizada correctamente']);
});

it('another account by Google: the first account is unchanged and hidden, and the screen says so', async () => {
  queryClient.setQueryData(['me'], { name: 'Ana' });
  await expect(enterAgainAs('berta')).resolves.toEqual({ path: '/user-library', changes: 1 });
  expect(toasts()).toEqual([t.googleOther]);
  expect(queryClient.getQueryData(['me'])).toBeUndefined();
});
