import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { RegisterForm } from './register-screen.tsx';

const captcha = { 'GET /api/captcha': { body: { provider: 'none', site_key: null } } };
const typed = [
  ['Nombre', 'Amanda'],
  ['Correo', 'amanda@correo.cl'],
  ['Contraseña', 'cordillera azul'],
  ['Confirma la contraseña', 'cordillera azul'],
] as const;

afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

it.each([
  [409, 'email_taken', 'Correo', 'El correo ingresado ya existe.'],
  [422, 'password_too_common', 'Contraseña', 'Esa contraseña es muy común o se parece a tu nombre o tu correo.'],
])('goes to the field that the server refused with %i', async (status, code, label, detail) => {
  fakeApi({ ...captcha, 'POST /api/users/': { status, body: { detail, code, request_id: 'r' } } });
  render(
    <MemoryRouter>
      <RegisterForm onRegistered={() => {}} />
    </MemoryRouter>,
  );
  for (const [name, value] of typed) fireEvent.change(screen.getByLabelText(name), { target: { value } });
  screen.getByLabelText('Confirma la contraseña').focus();
  fireEvent.click(screen.getByRole('button', { name: 'Crear cuenta' }));
  expect(screen.getByText('Al menos 8 caracteres.'), 'before anything is typed').toBeTruthy();
  await screen.findByText(detail, { exact: false });
  expect(toastStore.all(), 'once, at its field').toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
});
