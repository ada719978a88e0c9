import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countFormDrafts } from '../../device/form-drafts.ts';
import { syncDatabase } from '../../device/sync-database.ts';
import { freshDevice } from '../../device/testing/fresh-device.ts';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { AdminAnnouncementsScreen } from '../announcements/admin/announcements-screen.tsx';
import { AdminDiscountCodesScreen } from '../discount-codes/admin/discount-codes-screen.tsx';
import { AdminMessagesScreen } from '../messages/admin/messages-screen.tsx';
import { AdminDataRequestsScreen } from '../personal-data/admin/data-requests-screen.tsx';

const writeText = vi.fn(async (_text: string) => {});

beforeEach(async () => {
  await freshDevice();
  signInAs('ana', 'admin');
  vi.stubGlobal('navigator', { onLine: true, clipboard: { writeText } });
  writeText.mockClear();
});
afterEach(() => {
  cleanup();
  session.forget();
  vi.unstubAllGlobals();
});

function open(screen_: ReactElement, answers: Parameters<typeof fakeApi>[0]) {
  fakeApi(answers);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: screen_ }])} />
    </QueryClientProvider>,
  );
}

const keep = async (form: string, values: object) =>
  syncDatabase((database) =>
    database.put('message_drafts', { uid: 'ana', thread: `${form}|1`, written: 1, values: { ...values } }),
  );

const missing = { status: 404, body: { detail: '', code: 'x', request_id: 'r' } };
const away = { status: 503, body: { detail: '', code: 'unavailable', request_id: 'r' } };
const audiences = { news: 3, books: [], parts: [], refused: 0, per_minute: 20, next_release: null };

const cases = [
  {
    form: 'admin',
    screen: () => <AdminMessagesScreen />,
    values: { id: 'm', text: 'Te respondo' },
    text: 'Te respondo',
    gone: { 'GET /api/admin/messages/x': missing, 'GET /api/admin/messages/0/10': { body: [] } },
    unknown: { 'GET /api/admin/messages/x': away, 'GET /api/admin/messages/0/10': { body: [] } },
  },
  {
    form: 'discount-code',
    screen: () => <AdminDiscountCodesScreen />,
    values: { amount: '30', until: '2026-12-24' },
    text: 'Descuento: 30\nÚltimo día: 2026-12-24',
    gone: { 'GET /api/admin/discount_codes': { body: [] } },
    unknown: { 'GET /api/admin/discount_codes': away },
  },
  {
    form: 'announcement',
    screen: () => <AdminAnnouncementsScreen />,
    values: { body: 'Hola a todos' },
    text: 'Hola a todos',
    gone: {
      'GET /api/admin/announcements': { body: [] },
      'GET /api/admin/announcements/audiences': { body: audiences },
      'GET /api/admin/announcements/x': { body: { state: 'sending' } },
    },
    unknown: {
      'GET /api/admin/announcements': { body: [] },
      'GET /api/admin/announcements/audiences': { body: audiences },
      'GET /api/admin/announcements/x': { body: { state: 'scheduled' } },
    },
  },
  {
    form: 'data-request',
    screen: () => <AdminDataRequestsScreen />,
    values: { outcome: 'Se envió la copia' },
    text: 'Se envió la copia',
    gone: { 'GET /api/admin/data_requests': { body: [] } },
    unknown: { 'GET /api/admin/data_requests': away },
  },
];

it.each(cases)('$form: drafts about deleted rows are listed, copied and discarded', async (each) => {
  await keep(`${each.form}:x`, each.values);
  await keep(`${each.form}:new`, each.values);
  open(each.screen(), each.gone);
  const copy = await screen.findByRole('button', { name: 'Copiar' });
  expect(copy.closest('section')?.querySelector('blockquote')?.textContent).toBe(each.text);
  fireEvent.click(copy);
  expect(writeText).toHaveBeenCalledWith(each.text);
  // Copying keeps the draft, since another copy may replace the text in the clipboard.
  expect(await countFormDrafts('ana')).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Copiar' })).toBeNull());
  await waitFor(async () => expect(await countFormDrafts('ana')).toBe(1));
});

it.each(cases)('$form: drafts about existing rows, or rows of unknown state, are left alone', async (each) => {
  await keep(`${each.form}:x`, each.values);
  open(each.screen(), each.unknown);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('button', { name: 'Copiar' })).toBeNull();
  expect(await countFormDrafts('ana')).toBe(1);
});
