import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { ComponentType } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { AdminFrame, WritterFrame } from './area-frame.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const books = [
  ['Libros', 'books'],
  ['Partes de libros', 'book-parts'],
] as const;

// Kept difference: more-tabs-than-five.
it.each<[string, ComponentType, readonly (readonly [string, string])[]]>([
  [
    'admin',
    AdminFrame,
    [
      ['Usuarios', 'users'],
      ...books,
      ['Compras de usuarios', 'user-book-parts'],
      ['Sesiones Activas', 'active-sessions'],
      ['Códigos', 'discount-codes'],
      ['Mensajes', 'messages'],
      ['Solicitudes de datos', 'data-requests'],
      ['Ventas', 'sales'],
      ['Contabilidad', 'accounting'],
      ['Mi tienda', 'shop'],
      ['Puesta en marcha', 'setup'],
      ['Anuncios', 'announcements'],
      ['Registro', 'log'],
      ['Ajustes', 'settings'],
    ],
  ],
  ['writter', WritterFrame, books],
])("'Panel de administración' of %s: its tabs, the open one marked, and the way back", async (area, Frame, tabs) => {
  const router = createMemoryRouter(
    [{ path: `/${area}`, Component: Frame, children: [{ path: '*', element: <p>the tab</p> }] }],
    { initialEntries: [`/${area}/books`] },
  );
  fakeApi({
    'GET /api/admin/messages/unanswered': { body: { unanswered: 0 } },
    'GET /api/admin/mails/given_up': { body: { given_up: 0 } },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('the tab')).toBeTruthy();
  expect(screen.getByText('Panel de administración')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Mi perfil' }).getAttribute('href')).toBe('/user-settings');
  const links = within(screen.getByRole('navigation', { name: 'Secciones del panel' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    tabs.map(([label, path]) => [label, `/${area}/${path}`]),
  );
  expect(links.filter((link) => link.hasAttribute('aria-current')).map((link) => link.textContent)).toEqual(['Libros']);
});

it('tells on every tab of mails that were given up', async () => {
  const router = createMemoryRouter([{ path: '/admin/users', Component: AdminFrame }], {
    initialEntries: ['/admin/users'],
  });
  fakeApi({
    'GET /api/admin/messages/unanswered': { body: { unanswered: 0 } },
    'GET /api/admin/mails/given_up': { body: { given_up: 2 } },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect((await screen.findByRole('link', { name: /2 correos que no salieron/ })).getAttribute('href')).toBe(
    '/admin/log',
  );
});
