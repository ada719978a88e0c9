import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { SiteContext } from '../../lib/page-data.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { inRouter } from '../../testing/in-router.tsx';
import { siteFacts } from '../../testing/site-facts.ts';
import { FailurePage, NotAuthorizedScreen, NotFoundScreen } from './message-screens.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  [true, 'No pudimos mostrar esta página'],
  [false, 'Sin conexión a Internet'],
])('titles the document by its message (WCAG 2.4.2), online: %s', async (online, title) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  fakeApi({ 'GET /health/live': { body: {} } });
  const router = createMemoryRouter([{ path: '/', Component: FailurePage }]);
  render(
    <SiteContext value={siteFacts()}>
      <RouterProvider router={router} />
    </SiteContext>,
  );
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  expect(document.title).toBe(`${title} · Cuentos de Bolsillo`);
});

it.each([
  ['not found', NotFoundScreen, '404', 'Página no encontrada'],
  ['not authorized', NotAuthorizedScreen, 'Acceso Denegado', 'No tienes permiso para ver esta página.'],
])('%s: its message, and a button back to the main page', async (_, Screen, title, words) => {
  const router = createMemoryRouter(
    [
      { path: '/somewhere', Component: inRouter(Screen) },
      { path: '/', element: <p>main</p> },
    ],
    {
      initialEntries: ['/somewhere'],
    },
  );
  render(
    <SiteContext value={siteFacts()}>
      <RouterProvider router={router} />
    </SiteContext>,
  );
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Volver a la página principal' }).getAttribute('href')).toBe('/');
});
