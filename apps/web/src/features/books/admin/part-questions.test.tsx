import type { AdminEdition } from '@cuentos/contract/editions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeAdminBook, fakeAdminPart } from '../../../testing/catalogue.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { confirmStore } from '../../../ui/overlays/confirm.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { isTold } from '../../admin/admin-mutation.ts';
import { savePart } from './api.ts';
import { EbookDialog } from './ebook-dialog.tsx';
import { PartsTable } from './parts-table.tsx';

const book = fakeAdminBook({ id: 'b', name: 'El faro', is_draft: false });
const part = fakeAdminPart({
  id: 'p',
  book_id: 'b',
  name: 'La niebla',
  ebook: true,
  ebook_size: 2_100_000,
  edition_count: 3,
  live_edition: { number: 2, created_at: '2026-11-20T18:30:00Z' },
});
const edition: AdminEdition = {
  id: 'e',
  book_part_id: 'p',
  state: 'pending',
  size: 2_100_000,
  file_name: 'fortunata-final.epub',
  title: 'Fortunata y Jacinta',
  title_differs: true,
  created_at: '2026-11-21T18:30:00Z',
  published_at: null,
  report: [],
  page_review: null,
};
const toasts = () => toastStore.all().map(({ text }) => text);
const text = () => document.body.textContent ?? '';
const answer = async (yes: boolean) => {
  await waitFor(() => expect(confirmStore.current()).not.toBeNull());
  await act(async () => confirmStore.current()?.answer(yes));
};

beforeEach(() => {
  signInAs('u');
});
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

function open(page: ReactNode, answers: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi(answers);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '/', element: page }]);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return calls;
}

describe('a price that may be a slip', () => {
  const doubt = {
    status: 409,
    body: { code: 'price_unconfirmed', detail: 'Pasa de $1.490 a $149, más de la mitad de diferencia.' },
  };
  const form = () => {
    const body = new FormData();
    body.set('value', '149');
    return body;
  };
  const serve = () =>
    fakeApi({
      'PUT /api/admin/book_parts/p': ({ body }) =>
        (body as FormData).get('price_confirmed') === 'true' ? { body: { ...part, value: 149 } } : doubt,
    });

  it('is sent again unchanged after a yes', async () => {
    const calls = serve();
    const saved = savePart({ partId: 'p' }, form());
    await waitFor(() => expect(confirmStore.current()?.message).toBe(doubt.body.detail));
    await answer(true);
    expect(await saved).toMatchObject({ value: 149 });
    expect(calls).toHaveLength(2);
  });

  it('is not saved after a no, without a message', async () => {
    const calls = serve();
    const refusal = expect(savePart({ partId: 'p' }, form())).rejects.toSatisfy(isTold);
    await answer(false);
    await refusal;
    expect([calls.length, toasts()]).toEqual([1, []]);
  });
});

describe('the published file of a part', () => {
  it('is shown in the parts table with its number, day and hour', async () => {
    open(<PartsTable book={book} powers="admin" />, { 'GET /api/admin/book_parts': { body: [part] } });
    await screen.findByRole('table');
    expect(text()).toContain('Edición 220/11/2026 15:30, 2,1 MB');
  });

  it('is one of the editions shown with file name, title, day and hour; another title is pointed out and asked about before publishing', async () => {
    const calls = open(<EbookDialog part={part} powers="admin" onClose={() => {}} />, {
      'GET /api/admin/book_parts/p/editions': { body: [edition] },
      'POST /api/admin/editions/e/publish': { body: { ...edition, state: 'published' } },
    });
    const publish = await screen.findByRole('button', { name: 'Publicar esta edición', hidden: true });
    expect(text()).toContain('fortunata-final.epub');
    expect(text()).toContain('«Fortunata y Jacinta»');
    expect(text()).toContain('Subida el 21/11/2026 15:30');
    expect(text()).toContain('El libro de este archivo se llama distinto que la parte.');
    fireEvent.click(publish);
    await waitFor(() =>
      expect(confirmStore.current()?.message).toBe(
        'El libro del archivo se llama «Fortunata y Jacinta», y la parte «La niebla».',
      ),
    );
    await answer(false);
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(0);
    await waitFor(() => expect(publish.getAttribute('aria-busy')).toBeNull());
    fireEvent.click(publish);
    await answer(true);
    await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1));
  });

  it('an edition without flowing text says that its words cannot be counted', async () => {
    const figures = { words: 0, seen: 0, repeated: 0, app_version: 'v', places: [] };
    const review = { ...figures, reviewed_at: '2026-11-21T18:40:00Z', reviewer: 'Ana' };
    open(<EbookDialog part={part} powers="admin" onClose={() => {}} />, {
      'GET /api/admin/book_parts/p/editions': { body: [{ ...edition, page_review: review }] },
    });
    await screen.findByText(/cada página se muestra como la dispuso el autor, y no hay palabras que contar/);
    expect(text()).not.toContain('0 de 0');
  });

  it.each([
    [{ was_active: false, ebook: false }, 'admin', 'La parte está en borrador'],
    [{ ebook: false }, 'admin', 'el archivo sale de inmediato'],
    [{ ebook: false }, 'writter', 'espera hasta que administración lo publique'],
    [{}, 'admin', 'espera hasta que lo publiques'],
  ] as const)('the upload dialog says beforehand what happens to the file: %j by %s', async (change, powers, words) => {
    open(<EbookDialog part={{ ...part, ...change }} powers={powers} onClose={() => {}} />, {
      'GET /api/admin/book_parts/p/editions': { body: [] },
    });
    await screen.findByText('Todavía no tiene EPUB.');
    expect(text()).toContain(words);
  });
});

describe('a replaced edition', () => {
  const live: AdminEdition = { ...edition, id: 'e2', state: 'published', title_differs: false };
  const replaced: AdminEdition = { ...edition, id: 'e1', state: 'superseded', title_differs: false };
  const answers = {
    'GET /api/admin/book_parts/p/editions': { body: [live, replaced] },
    'GET /api/admin/book_parts': { body: [part] },
    'POST /api/admin/editions/e1/publish': { body: { ...replaced, state: 'published' } },
  };
  const published = (calls: ReturnType<typeof open>) => calls.filter(({ url }) => url.endsWith('/publish'));
  const show = (powers: 'admin' | 'writter') =>
    open(<EbookDialog part={part} powers={powers} onClose={() => {}} />, answers);

  it('can be previewed, kept, and published again after a question', async () => {
    const calls = show('admin');
    const back = await screen.findByLabelText('Volver a esta edición: Edición 1');
    for (const number of [1, 2]) {
      expect(screen.getByLabelText(`Descargar: Edición ${number}`)).toBeTruthy();
      expect(
        screen.getByLabelText(`Ver como teléfono: Edición ${number} (se abre en otra ventana)`).getAttribute('href'),
      ).toBe(`/reader/b/p/true?edition=e${number}`);
    }
    fireEvent.click(back);
    await answer(false);
    expect(published(calls)).toEqual([]);
    await waitFor(() => expect(back.getAttribute('aria-busy')).toBeNull());
    fireEvent.click(back);
    await answer(true);
    await waitFor(() => expect(published(calls)).toHaveLength(1));
    await waitFor(() => expect(toasts()[0]).toContain('Edición publicada de nuevo.'));
    expect(screen.queryByLabelText('Volver a esta edición: Edición 2'), 'readers have that one').toBeNull();
  });

  it('is published again by admins only', async () => {
    show('writter');
    await screen.findByLabelText('Descargar: Edición 1');
    expect(screen.queryByLabelText('Volver a esta edición: Edición 1')).toBeNull();
  });

  it('is downloaded by its own link, under its original name', async () => {
    const named: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      named.push(this.download);
    });
    const link = { url: '/files/e1.epub', edition_id: 'e1', hash: 'h', size: 3 };
    const calls = open(<EbookDialog part={part} powers="admin" onClose={() => {}} />, {
      ...answers,
      'GET /api/admin/book_parts/download/p': { body: link },
      'GET /files/e1.epub': { body: 'abc' },
    });
    fireEvent.click(await screen.findByLabelText('Descargar: Edición 1'));
    await waitFor(() => expect(named).toEqual(['fortunata-final.epub']));
    expect(calls.find(({ url }) => url.includes('/download/p'))?.url).toContain('edition_id=e1');
    expect(calls.at(-1)?.headers.get('authorization')).toBeNull();
    vi.restoreAllMocks();
  });
});
