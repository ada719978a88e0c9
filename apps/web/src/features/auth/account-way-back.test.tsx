import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { inRouter } from '../../testing/in-router.tsx';
import { fakeTokens } from '../../testing/tokens.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { LoginScreen } from './login-screen.tsx';
import { RegisterScreen } from './register-screen.tsx';

afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  vi.unstubAllGlobals();
});

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('leads back from the library to the book, past the forms that were sent', async () => {
  fakeApi({
    'GET /api/captcha': { body: { provider: 'none', site_key: null } },
    'POST /api/users/': { status: 201, body: {} },
    'POST /api/auth/': { body: fakeTokens('ana') },
  });
  vi.stubGlobal('scrollTo', () => {});
  const loader = () => ({ books: [] });
  const words = (text: string) => () => <p>{text}</p>;
  const router = createMemoryRouter(
    [
      { path: '/book-detail/:book_id', Component: words('the book') },
      { path: '/register/:book_id', Component: inRouter(RegisterScreen), loader },
      { path: '/login/:book_id', Component: inRouter(LoginScreen), loader },
      { path: '/user-library/:book_id', Component: words('the library') },
    ],
    { initialEntries: ['/book-detail/b', '/register/b'] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByLabelText('Nombre');
  fill('Nombre', 'Ana Rojas');
  fill('Correo', 'ana@correo.cl');
  fill('Contraseña', 'cordillera azul');
  fill('Confirma la contraseña', 'cordillera azul');
  fireEvent.click(screen.getByRole('button', { name: 'Crear cuenta' }));
  await screen.findByRole('heading', { name: 'Iniciar sesión' });
  fill('Correo', 'ana@correo.cl');
  fill('Contraseña', 'cordillera azul');
  fireEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
  await screen.findByText('the library');
  await router.navigate(-1);
  expect(await screen.findByText('the book')).toBeTruthy();
});
