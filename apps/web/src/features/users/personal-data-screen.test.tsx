import type { PersonalData } from '@cuentos/contract/personal-data';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SiteContext } from '../../lib/page-data.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { siteFacts } from '../../testing/site-facts.ts';
import { fakeTokens } from '../../testing/tokens.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { pageOf, PersonalDataScreen } from './personal-data-screen.tsx';

const evil = '<img src=x onerror=alert(1)> & "comillas"';
const data: PersonalData = {
  shop: 'La tienda',
  made_at: '2026-11-18T15:00:00.000Z',
  sections: [
    {
      key: 'highlights',
      title: 'Tus resaltados y notas',
      columns: [
        { key: 'notes', label: 'Notas' },
        { key: 'color', label: 'Color' },
        { key: 'created_at', label: 'Hecho' },
        { key: 'deleted_at', label: 'Borrado' },
      ],
      rows: [{ notes: evil, color: 'yellow', created_at: '2026-11-18T02:05:00.000Z', deleted_at: null }],
    },
    { key: 'refunds', title: 'Tus devoluciones', columns: [{ key: 'amount', label: 'Monto' }], rows: [] },
  ],
};

const saved: { name: string; text: Promise<string> }[] = [];
const toasts = () => toastStore.all().map(({ text }) => text);

beforeEach(() => {
  session.store(fakeTokens('a'));
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push({ name: '', text: (file as Blob).text() });
    return 'blob:copy';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.at(-1)!.name = this.download;
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  saved.length = 0;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(answer: Parameters<typeof fakeApi>[0][string]) {
  const calls = fakeApi({
    'GET /api/users/me/data': answer,
    'GET /api/users/me/data/state': { status: 503, body: { code: 'unavailable', detail: 'x' } },
  });
  const router = createMemoryRouter([{ path: '/user-settings/data', Component: PersonalDataScreen }], {
    initialEntries: ['/user-settings/data'],
  });
  const seller = { ...siteFacts().seller, contact_email: 'hola@ejemplo.cl' };
  render(
    <QueryClientProvider client={queryClient}>
      <SiteContext value={siteFacts({ seller })}>
        <RouterProvider router={router} />
      </SiteContext>
    </QueryClientProvider>,
  );
  return calls;
}

it('saves all data as JSON, requested once however often the button is pressed', async () => {
  const calls = open({ body: data });
  const button = await screen.findByRole('button', { name: 'Descargar para otros programas' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['mis-datos.json']));
  expect(JSON.parse(await saved[0]!.text)).toEqual(data);
  expect(calls.filter(({ url }) => url.endsWith('/data'))).toHaveLength(1);
  await waitFor(() => expect(toasts()).toContain('Tu copia está en tus descargas'));
});

it('saves a page to read: texts are shown as text, codes in words, hours in Santiago’s time', async () => {
  open({ body: data });
  fireEvent.click(await screen.findByRole('button', { name: 'Descargar para leer' }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['mis-datos.html']));
  expect(await saved[0]!.text).toBe(pageOf(data));
  const page = new DOMParser().parseFromString(pageOf(data), 'text/html');
  expect(page.querySelector('img,script')).toBeNull();
  expect([...page.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual([
    evil,
    'amarillo',
    '17/11/2026 23:05',
    '–',
  ]);
  expect([...page.querySelectorAll('h1,h2,p')].map((element) => element.textContent)).toEqual([
    'Mis datos en La tienda',
    'Copia del 18/11/2026 12:00, hora de Santiago.',
    'Tus resaltados y notas',
    'Tus devoluciones',
    'Nada.',
  ]);
});

it('saves nothing when the server refuses, and shows the reason', async () => {
  open({ status: 429, body: { code: 'too_many_requests', detail: 'Demasiadas solicitudes, intente en unos minutos' } });
  const button = await screen.findByRole('button', { name: 'Descargar para leer' });
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'));
  expect(saved).toEqual([]);
});

it('says that the copy needs a connection, and names the address to write to', async () => {
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  open({ body: data });
  expect(await screen.findByText('Sin conexión. La copia se hace cuando vuelva.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Descargar para leer' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Escribir a la tienda' }).getAttribute('href')).toBe(
    '/user-settings/messages/new',
  );
  line.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByRole('button', { name: 'Descargar para leer' })).toBeTruthy();
});
