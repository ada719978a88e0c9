import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../../lib/api/session.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { fakeTokens } from '../../../testing/tokens.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { GoogleButton } from './google-button.tsx';
import { disableGoogleAutoSelect, type GoogleIdentity } from './google-identity.ts';

type Settings = Parameters<GoogleIdentity['initialize']>[0];

let settings: Settings[];
const disableAutoSelect = vi.fn();
const onSignedIn = vi.fn();
const onUnavailable = vi.fn();
const toasts = () => toastStore.all().map(({ text }) => text);
const nonces = () => {
  let number = 0;
  return () => {
    number += 1;
    return { body: { nonce: `nonce-${number}` } };
  };
};
const show = () =>
  render(<GoogleButton clientId="shop.apps.example" onSignedIn={onSignedIn} onUnavailable={onUnavailable} />);
const choose = () => act(async () => settings.at(-1)?.callback({ credential: 'the.id.token' }));

beforeEach(() => {
  settings = [];
  vi.clearAllMocks();
  localStorage.clear();
  session.forget();
  const id: GoogleIdentity = {
    initialize: (next) => void settings.push(next),
    renderButton: (parent) => {
      const button = document.createElement('button');
      button.textContent = 'Continuar con Google';
      parent.append(button);
    },
    disableAutoSelect,
  };
  vi.stubGlobal('google', { accounts: { id } });
});
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

it("shows Google's button for the shop's client with a nonce of the server", async () => {
  fakeApi({ 'GET /api/auth/google-nonce': nonces() });
  show();
  await screen.findByRole('button', { name: 'Continuar con Google' });
  expect(settings).toMatchObject([{ client_id: 'shop.apps.example', nonce: 'nonce-1' }]);
});

it('keeps the tokens that the credential is exchanged for', async () => {
  const tokens = fakeTokens('google');
  const calls = fakeApi({
    'GET /api/auth/google-nonce': nonces(),
    'POST /api/auth/login_with_google': { body: tokens },
  });
  show();
  await waitFor(() => expect(settings).toHaveLength(1));
  await choose();
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(calls.at(-1)?.body).toBe('{"credential":"the.id.token"}');
  expect(session.accessToken()).toBe(tokens.access_token);
});

it.each([
  [400, ['Error al iniciar sesión con Google, usuario ya existe.']],
  [401, []],
  [403, ['Ya existe cuenta con este usuario y fue eliminada, favor contactar a soporte']],
  [429, ['Demasiadas solicitudes, intente en unos minutos']],
])('says its sentence for %i, and tries with another nonce', async (status, sentences) => {
  fakeApi({
    'GET /api/auth/google-nonce': nonces(),
    'POST /api/auth/login_with_google': { status, body: { detail: 'x', code: 'x' } },
  });
  show();
  await waitFor(() => expect(settings).toHaveLength(1));
  await choose();
  await waitFor(() => expect(settings.map(({ nonce }) => nonce)).toEqual(['nonce-1', 'nonce-2']));
  expect(toasts()).toEqual(sentences);
  expect(screen.getAllByRole('button')).toHaveLength(1);
  expect(onSignedIn).not.toHaveBeenCalled();
});

it('is absent when the shop gives no nonce', async () => {
  fakeApi({ 'GET /api/auth/google-nonce': { status: 503, body: {} } });
  show();
  await waitFor(() => expect(onUnavailable).toHaveBeenCalledOnce());
  expect(toasts()).toEqual([]);
});

it('turns automatic selection off', async () => {
  await disableGoogleAutoSelect();
  expect(disableAutoSelect).toHaveBeenCalledOnce();
});
