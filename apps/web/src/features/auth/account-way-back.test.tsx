import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { inRouter } from '../../testing/in-router.tsx';
import { fakeTokens } from '../../testing/tokens.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { RegisterScreen } from './register-screen.tsx';

afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  vi.unstubAllGlobals();
});

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Begins a purchase at a book's page, then fills and sends the form of `/register`. */
async function registerAt(address: string, answer: { readonly status: number; readonly body: unknown }) {
  const calls = fakeApi({
    'GET /api/captcha': { body: { provider: 'none', site_key: null } },
    'POST /api/users/': answer,
  });
  vi.stubGlobal('scrollTo', () => {});
  const loader = () => ({ books: [] });
  const words = (text: string) => () => <p>{text}</p>;
  const router = createMemoryRouter(
    [
      { path: '/book-detail/:book_id', Component: words('the book') },
      { path: '/register/:book_id', Component: inRouter(RegisterScreen), loader },
      { path: '/user-library/:book_id', Component: words('the library') },
      { path: '/gift/:token', Component: words('the gift') },
    ],
    { initialEntries: ['/book-detail/b', address] },
  );
  // The form reads the chosen part from the browser's address.
  history.replaceState(null, '', address);
  render(<RouterProvider router={router} />);
  await screen.findByLabelText('Nombre');
  fill('Nombre', 'Ana Rojas');
  fill('Correo', 'ana@correo.cl');
  fill('Contraseña', 'cordillera azul');
  fill('Confirma la contraseña', 'cordillera azul');
  fireEvent.click(screen.getByRole('button', { name: 'Crear cuenta' }));
  return { router, calls };
}

const made = () => ({ status: 201, body: fakeTokens('ana') });

it('registering signs in and leads to the library with the chosen part; a step back leads to the book', async () => {
  const { router, calls } = await registerAt('/register/b?part=p&gift=1', made());
  await screen.findByText('the library');
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe('/user-library/b?part=p&gift=1');
  expect(session.accessToken()).not.toBeNull();
  expect(calls.filter(({ url }) => url === '/api/users/')).toHaveLength(1);
  await router.navigate(-1);
  expect(await screen.findByText('the book')).toBeTruthy();
});

it('registering leads on to the requested page', async () => {
  const { router } = await registerAt('/register/b?next=%2Fgift%2Fabc', made());
  await screen.findByText('the gift');
  expect(router.state.location.pathname).toBe('/gift/abc');
});

it('a refused registration leads nowhere and stores no session', async () => {
  const body = { detail: 'El correo ingresado ya existe.', code: 'email_taken', request_id: 'r' };
  const { router } = await registerAt('/register/b', { status: 409, body });
  await screen.findByText('El correo ingresado ya existe.');
  expect(router.state.location.pathname).toBe('/register/b');
  expect(session.accessToken()).toBeNull();
});
