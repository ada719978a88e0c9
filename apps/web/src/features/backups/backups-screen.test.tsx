import type { BackupState } from '@cuentos/contract/backups';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Call, fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { AdminBackupsScreen } from './backups-screen.tsx';

const run = (state: 'running' | 'good' | 'bad', failure: string | null = null): BackupState['run'] => ({
  id: 'r',
  state,
  asked_at: '2026-11-28T07:00:00.000Z',
  ended_at: state === 'running' ? null : '2026-11-28T07:01:00.000Z',
  phase: 'files',
  done: 30,
  total: 600,
  failure,
});
const state = (changes: Partial<BackupState> = {}): BackupState => ({
  place: { kind: 'folder', name: '/mnt/respaldos', shares: null },
  hour: 4,
  next_at: '2026-11-29T07:00:00.000Z',
  last_good_at: '2026-11-28T07:01:00.000Z',
  key: { source: 'file', fingerprint: 'f', kept_at: null, other: null },
  run: null,
  kept: [
    {
      id: 'k',
      made_at: '2026-11-28T07:01:00.000Z',
      size: 7_300_000,
      added: 20_000,
      rows: 997,
      files: 600,
      checked_files: 25,
      missing_files: 0,
    },
  ],
  kept_as_of: '2026-11-28T07:01:00.000Z',
  ...changes,
});

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(first: BackupState, answers: Parameters<typeof fakeApi>[0] = {}): Call[] {
  const calls = fakeApi({ 'GET /api/admin/backups': { body: first }, ...answers });
  const router = createMemoryRouter([{ path: '/', element: <AdminBackupsScreen /> }], { initialEntries: ['/'] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return calls;
}
const button = async (name: string | RegExp) => screen.findByRole('button', { name });
const asked = (calls: readonly Call[], address: string) => calls.filter(({ url }) => url === address).length;

it('asks for a backup once, and shows how far it is instead of asking again', async () => {
  const calls = open(state(), { 'POST /api/admin/backups': { body: state({ run: run('running') }) } });
  const make = await button('Respaldar ahora');
  await waitFor(() => expect(make.hasAttribute('disabled')).toBe(false));
  fireEvent.click(make);
  expect(await screen.findByText('Guardando los libros y las imágenes')).toBeDefined();
  expect(screen.getByText('30 de 600')).toBeDefined();
  fireEvent.click(make);
  expect(calls.filter(({ method, url }) => method === 'POST' && url === '/api/admin/backups')).toHaveLength(1);
});

it('shows the server’s reason when the last backup failed', async () => {
  open(state({ run: run('bad', 'El balde de respaldos x no contesta: la conexión fue rechazada (ECONNREFUSED).') }));
  expect((await screen.findByRole('alert')).textContent).toContain('El balde de respaldos x no contesta');
  expect(screen.getByText('El último respaldo falló')).toBeDefined();
  expect(screen.getByText(/El último bueno es del 28\/11\/2026 04:01/)).toBeDefined();
});

it('shows the key on request, and hides it once it is stored elsewhere', async () => {
  const kept = { source: 'file', fingerprint: 'f', kept_at: '2026-11-28T08:00:00.000Z', other: null } as const;
  const calls = open(state(), {
    'POST /api/admin/backups/key': { body: { key: 'AGE-SECRET-KEY-1X' } },
    'POST /api/admin/backups/key/kept': { body: state({ key: kept }) },
  });
  await button('Ver la clave');
  expect(asked(calls, '/api/admin/backups/key')).toBe(0);
  fireEvent.click(await button('Ver la clave'));
  expect(await screen.findByDisplayValue('AGE-SECRET-KEY-1X')).toBeDefined();
  fireEvent.click(await button('Ya la guardé'));
  expect(await screen.findByText(/Dijiste que la guardaste el 28\/11\/2026 05:00/)).toBeDefined();
  expect(screen.queryByDisplayValue('AGE-SECRET-KEY-1X')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Ya la guardé' })).toBeNull();
});

it('shows the list’s age, and that backups of another key need that key', async () => {
  const other = { fingerprint: 'c0ffee', last_at: '2026-11-27T07:01:00.000Z', is_recent: true };
  open(state({ key: { source: 'setting', fingerprint: 'f', kept_at: null, other } }));
  expect(await screen.findByText(/^La lista es del 28\/11\/2026 04:01/)).toBeDefined();
  const told = screen.getByText(/respaldos de otra clave, de huella c0ffee; el último es del 27\/11\/2026 04:01/);
  expect(told.textContent).toContain('dales a todos la misma BACKUP_KEY');
});

it('follows the link to a backup, and says when the backup does not exist', async () => {
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    followed.push(this.getAttribute('href') ?? '');
  });
  const answers: { body?: object; status?: number }[] = [{ body: { path: '/api/backups/k/archive?expires=1' } }];
  open(state(), {
    'POST /api/admin/backups/k/link': async () => answers.shift() ?? { status: 503, body: { code: 'unavailable' } },
  });
  const download = await button('Descargar el respaldo del 28/11/2026 04:01');
  fireEvent.click(download);
  await waitFor(() => expect(followed).toEqual(['/api/backups/k/archive?expires=1']));
  await waitFor(() => expect(download.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(download);
  await waitFor(() => expect(toastStore.all().some(({ text }) => text.includes('la descarga'))).toBe(true));
});
