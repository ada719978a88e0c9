import { afterEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { signUp } from './api.ts';

const toasts = () => toastStore.all().map(({ type, text }) => `${type}: ${text}`);

afterEach(() => {
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

it.each([
  ['', 'error: Favor introducir un email'],
  ['sin arroba', 'error: Email inválido'],
])('does not send %j', async (email, sentence) => {
  const calls = fakeApi({});
  await expect(signUp(email)).resolves.toBe(false);
  expect(toasts()).toEqual([sentence]);
  expect(calls).toEqual([]);
});

it('sends the address in the body and confirms it', async () => {
  const calls = fakeApi({ 'POST /api/contact': { body: { accepted: true } } });
  await expect(signUp('tu@correo.cl')).resolves.toBe(true);
  expect(calls.map(({ url, body }) => `${url} ${String(body)}`)).toEqual(['/api/contact {"email":"tu@correo.cl"}']);
  expect(toasts()).toEqual(['success: Email añadido a la lista']);
});

it.each([422, 429, 500])('shows one sentence for %i', async (status) => {
  fakeApi({ 'POST /api/contact': { status, body: { detail: 'x' } } });
  await expect(signUp('tu@correo.cl')).resolves.toBe(false);
  expect(toasts()).toEqual(['error: Error al añadir el email a la lista']);
});
