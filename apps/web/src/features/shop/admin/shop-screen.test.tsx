import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freshDevice } from '../../../device/testing/fresh-device.ts';
import { PublishedSite } from '../../../lib/published-identity.tsx';
import { session } from '../../../lib/api/session.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { siteFacts } from '../../../testing/site-facts.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { AdminShopScreen } from './shop-screen.tsx';

const MIN_AMOUNT = 'Monto más bajo que acepta el medio de pago';
const published = { presale_sentence: '', min_amount: 490, mails_per_minute: 20 };

beforeEach(async () => {
  await freshDevice();
  signInAs('ana', 'admin');
});
afterEach(() => {
  cleanup();
  session.forget();
  vi.unstubAllGlobals();
});

/** Opens the settings of the shop. @returns the drafts sent to the shop */
async function openSettings(): Promise<() => unknown[]> {
  const calls = fakeApi({
    'GET /api/admin/shop/settings': { body: { published, draft: null, revision: 1 } },
    'PUT /api/admin/shop/settings/draft': { body: { revision: 2 } },
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider
        router={createMemoryRouter([{ path: '/', element: <AdminShopScreen /> }], {
          initialEntries: ['/?seccion=settings'],
        })}
      />
    </QueryClientProvider>,
  );
  await screen.findByLabelText(MIN_AMOUNT);
  return () => calls.flatMap(({ method, body }) => (method === 'PUT' ? [JSON.parse(String(body))] : []));
}

it('reads the smallest price as people type it, and does not read 1.490 as one peso', async () => {
  const drafts = await openSettings();
  const field = screen.getByLabelText<HTMLInputElement>(MIN_AMOUNT);
  fireEvent.change(field, { target: { value: '$1.490' } });
  expect(field.value).toBe('$1.490');
  await waitFor(() => expect(drafts()).toMatchObject([{ draft: { min_amount: 1490 } }]));
});

it('publishes nothing while the smallest price is invalid, and shows an example', async () => {
  const drafts = await openSettings();
  fireEvent.change(screen.getByLabelText(MIN_AMOUNT), { target: { value: '1490,5' } });
  expect(screen.getByText('Escribe pesos enteros, por ejemplo 1.490.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  await waitFor(() => expect(screen.getByLabelText(MIN_AMOUNT).getAttribute('aria-invalid')).toBe('true'));
  expect(drafts().filter((sent) => 'value' in (sent as object))).toEqual([]);
});

it('shows a published name on this page at once, and the letters of the mark follow the name until they are chosen', async () => {
  const identity = {
    store_name: 'Cuentos de Bolsillo',
    mark_letters: 'CB',
    author_name: '',
    author_noun: 'autora',
    portrait: null,
    quote: '',
    biography: '',
    links: [],
    contact_email: null,
    accent: 'anil',
  };
  fakeApi({
    'GET /api/admin/shop/identity': { body: { published: identity, draft: null, revision: 1 } },
    'PUT /api/admin/shop/identity/draft': { body: { revision: 2 } },
    'PUT /api/admin/shop/identity': { body: { revision: 3 } },
    'GET /api/admin/shop_documents': { body: { switched: [], documents: [] } },
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PublishedSite site={siteFacts()}>
        {(site) => <p>{`${site?.seller.store_name} (${site?.shop.mark_letters})`}</p>}
      </PublishedSite>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <AdminShopScreen /> }])} />
    </QueryClientProvider>,
  );
  const letters = await screen.findByLabelText<HTMLInputElement>('Letras de la marca');
  const name = screen.getByLabelText('Nombre de la tienda');
  fireEvent.change(name, { target: { value: '' } });
  fireEvent.change(name, { target: { value: 'Libros de Inés' } });
  expect(letters.value).toBe('LI');
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  expect(await screen.findByText('Libros de Inés (LI)')).toBeTruthy();
  fireEvent.change(letters, { target: { value: 'X' } });
  fireEvent.change(name, { target: { value: 'El faro' } });
  expect(letters.value).toBe('X');
});
