import type { WaitingRow } from '@cuentos/contract/today';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { areaPaths } from '../users/work-areas.ts';
import { AdminFrame, WritterFrame } from './area-frame.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const nothing = { due_at: null, since: null, person: null, amount: null, subject: null } as const;

function open(Frame: ComponentType, path: string, waiting: readonly WaitingRow[] = [], setup = 'missing') {
  const area = path.split('/')[1] ?? '';
  fakeApi({
    'GET /api/admin/today/waiting': { body: { waiting } },
    'GET /api/admin/setup': { body: { sales: 'open', rows: [{ state: 'ready' }, { state: setup }] } },
  });
  const screens = [
    { index: true, element: <p>the screen</p> },
    { path: '*', element: <p>the screen</p> },
  ];
  const router = createMemoryRouter([{ path: `/${area}`, Component: Frame, children: screens }], {
    initialEntries: [path],
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const linksOf = (nav: HTMLElement | undefined) =>
  within(nav!)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]);

// Kept difference: more-tabs-than-five.
it("'Panel de administración' has five areas, the specification's five tabs in their order, and the way out", async () => {
  open(AdminFrame, '/admin/books');
  expect(await screen.findByText('the screen')).toBeTruthy();
  expect(screen.getAllByText('Panel de administración')).toHaveLength(2);
  const [rail, foot] = screen.getAllByRole('navigation', { name: 'Áreas de trabajo' });
  const areas = [
    ['Hoy', '/admin', null],
    ['Tienda', '/admin/users', 'page'],
    ['Lectores', '/admin/messages', null],
    ['Dinero', '/admin/sales', null],
    ['Ajustes', '/admin/shop', null],
  ];
  expect(linksOf(rail)).toEqual(areas);
  expect(linksOf(foot)).toEqual(areas);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tienda');
  expect(linksOf(screen.getByRole('navigation', { name: 'Secciones del panel' }))).toEqual([
    ['Usuarios', '/admin/users', null],
    ['Libros', '/admin/books', 'page'],
    ['Partes de libros', '/admin/book-parts', null],
    ['Compras de usuarios', '/admin/user-book-parts', null],
    ['Sesiones Activas', '/admin/active-sessions', null],
  ]);
  for (const link of screen.getAllByRole('link', { name: 'Volver a la tienda' }))
    expect(link.getAttribute('href')).toBe('/user-library');
});

it.each(areaPaths.admin)('%s belongs to one area, under its tab', async (path) => {
  open(AdminFrame, path);
  await screen.findByText('the screen');
  const [rail] = screen.getAllByRole('navigation', { name: 'Áreas de trabajo' });
  expect(linksOf(rail).filter(([, , current]) => current !== null)).toHaveLength(1);
  const tabs = linksOf(screen.getByRole('navigation', { name: 'Secciones del panel' }));
  // 'Respaldos' has no tab; 'Servicios' leads to it.
  const tab = path === '/admin/backups' ? '/admin/settings' : path;
  expect(tabs.filter(([, , current]) => current !== null).map(([, to]) => to)).toEqual([tab]);
});

it('shows the number of waiting tasks at each area and tab, and their sum at Hoy', async () => {
  open(AdminFrame, '/admin/messages', [
    { ...nothing, kind: 'message', count: 2 },
    { ...nothing, kind: 'dispute', count: 1 },
    { ...nothing, kind: 'data_request', count: 1 },
  ]);
  const [rail] = screen.getAllByRole('navigation', { name: 'Áreas de trabajo' });
  await within(rail!).findByRole('link', { name: 'Hoy 4 cosas esperan' });
  const names = within(rail!)
    .getAllByRole('link')
    .map((link) => link.textContent);
  expect(names).toEqual([
    'Hoy44 cosas esperan',
    'Tienda11 cosa espera',
    'Lectores22 cosas esperan',
    'Dinero',
    'Ajustes11 cosa espera',
  ]);
  const tabs = screen.getByRole('navigation', { name: 'Secciones del panel' });
  expect(within(tabs).getByRole('link', { name: 'Mensajes 2 cosas esperan' })).toBeTruthy();
  expect(within(tabs).getByRole('link', { name: 'Anuncios' })).toBeTruthy();
});

it('a writter has Hoy, her books and parts, and the way to her profile', async () => {
  open(WritterFrame, '/writter/books');
  await screen.findByText('the screen');
  const [rail] = screen.getAllByRole('navigation', { name: 'Áreas de trabajo' });
  expect(linksOf(rail)).toEqual([
    ['Hoy', '/writter', null],
    ['Libros', '/writter/books', 'page'],
  ]);
  expect(linksOf(screen.getByRole('navigation', { name: 'Secciones del panel' }))).toEqual([
    ['Libros', '/writter/books', 'page'],
    ['Partes de libros', '/writter/book-parts', null],
  ]);
  expect(screen.getAllByRole('link', { name: 'Mi perfil' })[0]?.getAttribute('href')).toBe('/user-settings');
});

it("'Puesta en marcha' disappears when no row is missing, and its address still opens it", async () => {
  const tabs = () => linksOf(screen.getByRole('navigation', { name: 'Secciones del panel' })).map(([label]) => label);
  open(AdminFrame, '/admin/shop', [], 'missing');
  await screen.findByText('the screen');
  expect(tabs()).toContain('Puesta en marcha');
  cleanup();
  open(AdminFrame, '/admin/shop', [], 'ready');
  await waitFor(() => expect(tabs()).not.toContain('Puesta en marcha'));
  cleanup();
  open(AdminFrame, '/admin/setup', [], 'ready');
  expect(await screen.findByText('the screen')).toBeTruthy();
  expect(tabs()).toContain('Puesta en marcha');
});
