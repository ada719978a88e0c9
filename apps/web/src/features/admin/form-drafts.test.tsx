import 'fake-indexeddb/auto';
import type { DiscountCode } from '@cuentos/contract/discount-codes';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDrafts } from '../../device/form-drafts.ts';
import { forgetUser } from '../../device/forget-rows.ts';
import { syncDatabase } from '../../device/sync-database.ts';
import { freshDevice } from '../../device/testing/fresh-device.ts';
import { leaveDevice, sendBeforeLeaving } from '../../app/end-session.ts';
import { session } from '../../lib/api/session.ts';
import { fakeAdminPart } from '../../testing/catalogue.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { AdminAnnouncementsScreen } from '../announcements/admin/announcements-screen.tsx';
import { SampleDialog } from '../books/admin/sample-dialog.tsx';
import { DiscountCodeForm } from '../discount-codes/admin/discount-code-form.tsx';
import { UserForm } from '../users/admin/user-form.tsx';
import type { FormUser } from '../users/admin/api.ts';

const RESTORED = /Recuperamos lo que estabas escribiendo/;
const nothing = () => {};

beforeEach(async () => {
  await freshDevice();
  signInAs('ana', 'admin');
});
afterEach(() => {
  cleanup();
  session.forget();
  vi.unstubAllGlobals();
});

function open(form: ReactElement, at = '/') {
  const router = createMemoryRouter([{ path: '/', element: form }], { initialEntries: [at] });
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });
/** Returns the journal's entries; null without any. */
function inJournal(): string | null {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith('formDrafts:'));
  return keys.length === 0 ? null : keys.map((key) => localStorage.getItem(key)).join();
}
const isKept = (uid: string, form: string) => waitFor(async () => expect(await readDrafts(uid, form)).toHaveLength(1));
const isEmpty = (uid: string, form: string) => waitFor(async () => expect(await readDrafts(uid, form)).toEqual([]));

const audiences = { news: 3, books: [], parts: [], refused: 0, per_minute: 20, next_release: null };
const answers = {
  'GET /api/user_role/': { body: ['admin', 'writter', 'reader'].map((id) => ({ id, name: id })) },
  'GET /api/admin/announcements/audiences': { body: audiences },
  'GET /api/books/': { body: [] },
};

describe('a draft', () => {
  const form = <UserForm onSaved={nothing} onClose={nothing} />;

  it('is never shown to another account, and is kept for its own', async () => {
    fakeApi(answers);
    open(form);
    await type('Nombre', 'Carla');
    await isKept('ana', 'user:new');
    cleanup();
    // The session expired, and another admin signed in on this device.
    session.forget();
    localStorage.clear();
    signInAs('berta', 'admin');
    open(form);
    await field('Nombre');
    await readDrafts('berta', 'user:new');
    expect(screen.queryByText(RESTORED)).toBeNull();
    expect((await field('Nombre')).value).toBe('');
    cleanup();
    signInAs('ana', 'admin');
    open(form);
    expect(await screen.findByText(RESTORED)).toBeTruthy();
    await forgetUser('ana');
    expect(await readDrafts('ana', 'user:new')).toEqual([]);
  });

  it('has the typed text without passwords', async () => {
    fakeApi(answers);
    open(form);
    await type('Nombre', 'Carla');
    await type('Contraseña', 'secreta-12345');
    await isKept('ana', 'user:new');
    expect(JSON.stringify(await readDrafts('ana', 'user:new'))).not.toContain('secreta');
    expect((await readDrafts('ana', 'user:new'))[0]?.values).toEqual({ name: 'Carla' });
  });

  it('is deleted when the shop has taken it, and stays when the shop refused it', async () => {
    let status = 503;
    const calls = fakeApi({
      ...answers,
      'POST /api/admin/discount_codes': () => ({
        status,
        body: status === 503 ? { detail: '', code: 'unavailable', request_id: 'r' } : {},
      }),
    });
    open(<DiscountCodeForm code={null} onSaved={nothing} onClose={nothing} />);
    await type('Código', 'OTONO');
    await type('Por ciento', '10');
    const save = screen.getByRole('button', { name: 'Guardar', hidden: true });
    fireEvent.click(save);
    await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1));
    await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
    await isKept('ana', 'discount-code:new');
    status = 201;
    fireEvent.click(save);
    await isEmpty('ana', 'discount-code:new');
  });

  it('keeps the newest of two tabs, and offers the other without overwriting', async () => {
    fakeApi(answers);
    const tab = () => within(open(form).container);
    const name = async (of: ReturnType<typeof tab>) => of.findByLabelText<HTMLInputElement>('Nombre');
    const [first, second] = [tab(), tab()];
    fireEvent.change(await name(first), { target: { value: 'De la primera' } });
    await isKept('ana', 'user:new');
    fireEvent.change(await name(second), { target: { value: 'De la segunda' } });
    await waitFor(async () => expect(await readDrafts('ana', 'user:new')).toHaveLength(2));
    fireEvent.change(await name(first), { target: { value: 'De la primera, después' } });
    await waitFor(async () =>
      expect((await readDrafts('ana', 'user:new'))[0]?.values).toEqual({ name: 'De la primera, después' }),
    );
    cleanup();
    open(form);
    expect(await screen.findByText(/En otra pestaña quedó otra versión/)).toBeTruthy();
    expect((await field('Nombre')).value).toBe('De la primera, después');
    fireEvent.click(screen.getByRole('button', { name: 'Ver la otra', hidden: true }));
    await waitFor(async () => expect((await field('Nombre')).value).toBe('De la segunda'));
    await type('Nombre', 'Una tercera');
    await waitFor(async () =>
      expect((await readDrafts('ana', 'user:new')).map(({ values }) => values['name'])).toEqual([
        'Una tercera',
        'De la primera, después',
      ]),
    );
  });

  it('of an earlier version without original values continues from the shop’s values', async () => {
    await syncDatabase((database) =>
      database.put('message_drafts', { uid: 'ana', thread: 'user:c|x', written: 1, values: { name: 'Carla Díaz' } }),
    );
    fakeApi(answers);
    const user: FormUser = { id: 'c', name: 'Carla', email: 'carla@correo.cl', role_id: 'reader' };
    open(<UserForm user={user} onSaved={nothing} onClose={nothing} />);
    await screen.findByText(RESTORED);
    expect((await field('Nombre')).value).toBe('Carla Díaz');
    expect((await field('Correo')).value).toBe('carla@correo.cl');
  });

  it('keeps the form’s original values, so that a change of another person is noticed', async () => {
    const user: FormUser = { id: 'c', name: 'Carla', email: 'carla@correo.cl', role_id: 'reader' };
    let sent: unknown;
    fakeApi({
      ...answers,
      'PUT /api/admin/users/c': ({ body }) => {
        sent = JSON.parse(String(body));
        return { body: user };
      },
    });
    open(<UserForm user={user} onSaved={nothing} onClose={nothing} />);
    await type('Nombre', 'Carla Díaz');
    await isKept('ana', 'user:c');
    cleanup();
    // Another admin changed name and address after the draft was written.
    open(
      <UserForm user={{ ...user, name: 'Carla D.', email: 'otra@correo.cl' }} onSaved={nothing} onClose={nothing} />,
    );
    await screen.findByText(RESTORED);
    // The reopened form names both changes.
    expect(screen.getByText(/otra persona cambió algo. Nombre: ahora dice «Carla D.»/)).toBeTruthy();
    expect(screen.getByText('Correo: ahora dice «otra@correo.cl».')).toBeTruthy();
    await screen.findByRole('option', { name: 'Lectura', hidden: true });
    fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios', hidden: true }));
    await waitFor(() => expect(sent).toEqual({ name: 'Carla Díaz', seen: { name: 'Carla' } }));
  });

  it('takes over another person’s changes of untouched fields, and is then up to date', async () => {
    const user: FormUser = { id: 'c', name: 'Carla', email: 'carla@correo.cl', role_id: 'reader' };
    const newer = { ...user, name: 'Carla D.', email: 'otra@correo.cl' };
    fakeApi(answers);
    open(<UserForm user={user} onSaved={nothing} onClose={nothing} />);
    await type('Nombre', 'Carla Díaz');
    await isKept('ana', 'user:c');
    cleanup();
    open(<UserForm user={newer} onSaved={nothing} onClose={nothing} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Traer lo nuevo', hidden: true }));
    await waitFor(async () => expect((await field('Correo')).value).toBe('otra@correo.cl'));
    expect((await field('Nombre')).value).toBe('Carla Díaz');
    await waitFor(async () => expect((await readDrafts('ana', 'user:c'))[0]?.base).toEqual(newer));
    cleanup();
    open(<UserForm user={newer} onSaved={nothing} onClose={nothing} />);
    await screen.findByText(RESTORED);
    expect(screen.queryByText(/otra persona cambió algo/)).toBeNull();
  });
});

it('reports a change that no sentence names, before the form is sent over it', async () => {
  const part = fakeAdminPart({ id: 'p', value: 1490, sample_share: 10 });
  fakeApi({ ...answers, 'GET /api/admin/book_parts/p/sample': { body: null } });
  open(<SampleDialog part={part} powers="admin" onClose={nothing} />);
  await type('Porcentaje de la parte', '20');
  await isKept('ana', 'sample:p');
  cleanup();
  open(<SampleDialog part={{ ...part, sample_share: 0 }} powers="admin" onClose={nothing} />);
  expect(await screen.findByText(/otra persona cambió algo. Hay valores nuevos en este formulario/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Hasta donde yo diga/, hidden: true }).checked).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Traer lo nuevo', hidden: true }));
  const isNothing = () => screen.getByRole<HTMLInputElement>('radio', { name: /^Nada/, hidden: true }).checked;
  await waitFor(() => expect(isNothing()).toBe(true));
});

it('reports another person’s changes of a discount code', async () => {
  const code = {
    id: 'k',
    code: 'OTONO',
    kind: 'percentage',
    amount: 10,
    until: null,
    max_uses: null,
  } as never as DiscountCode;
  fakeApi({ ...answers, 'GET /api/admin/books': { body: [] } });
  open(<DiscountCodeForm code={code} onSaved={nothing} onClose={nothing} />);
  await type('Usos en total', '30');
  await isKept('ana', 'discount-code:k');
  cleanup();
  open(<DiscountCodeForm code={{ ...code, until: '2026-12-24' }} onSaved={nothing} onClose={nothing} />);
  expect(await screen.findByText(/otra persona cambió algo. Último día: ahora dice «2026-12-24»/)).toBeTruthy();
});

it('does not take the writer’s own change for another person’s when only its answer was lost', async () => {
  const user: FormUser = { id: 'c', name: 'Carla', email: 'carla@correo.cl', role_id: 'reader' };
  fakeApi(answers);
  open(<UserForm user={user} onSaved={nothing} onClose={nothing} />);
  await type('Nombre', 'Carla Díaz');
  await isKept('ana', 'user:c');
  cleanup();
  open(<UserForm user={{ ...user, name: 'Carla Díaz' }} onSaved={nothing} onClose={nothing} />);
  await screen.findByText(RESTORED);
  expect((await field('Nombre')).value).toBe('Carla Díaz');
  expect(screen.queryByText(/otra persona cambió algo/)).toBeNull();
});

it('does not take a trial mail of the writer’s own announcement for another person’s change', async () => {
  let shopsDraft = { id: 'carta', state: 'draft', subject: 'Carta', body: 'Hola', audience: 'news', audience_id: '' };
  fakeApi({
    ...answers,
    'GET /api/admin/announcements': { body: [] },
    'GET /api/admin/announcements/audiences': {
      body: { ...audiences, books: [{ id: 'b', name: 'El faro', people: 2 }] },
    },
    'GET /api/admin/announcements/carta': () => ({ body: shopsDraft }),
    'PUT /api/admin/announcements/carta': ({ body }) => {
      shopsDraft = { ...shopsDraft, ...(JSON.parse(String(body)) as object), audience_name: 'El faro' } as never;
      return { body: shopsDraft };
    },
    'POST /api/admin/announcements/carta/test': { body: { sent_to: 'ana@x.cl' } },
  });
  open(<AdminAnnouncementsScreen />, '/?escribir=carta');
  await type('Texto', 'Hola, puerto');
  fireEvent.click(screen.getByLabelText(/^Quienes siguen un libro/));
  await type('Libro', 'b');
  fireEvent.click(screen.getByRole('button', { name: 'Mandarme una prueba' }));
  await waitFor(() => expect(shopsDraft.body).toBe('Hola, puerto'));
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
  await isKept('ana', 'announcement:carta');
  cleanup();
  open(<AdminAnnouncementsScreen />, '/?escribir=carta');
  await screen.findByText(RESTORED);
  expect((await field('Texto')).value).toBe('Hola, puerto');
  expect(screen.queryByText(/otra persona cambió algo/)).toBeNull();
});

it('reports another person’s changes of an announcement that is still a draft', async () => {
  let shopsDraft = { id: 'carta', state: 'draft', subject: 'Carta', body: 'Hola', audience: 'news', audience_id: '' };
  fakeApi({ ...answers, 'GET /api/admin/announcements/carta': () => ({ body: shopsDraft }) });
  open(<AdminAnnouncementsScreen />, '/?escribir=carta');
  await type('Asunto', 'Carta de abril');
  await isKept('ana', 'announcement:carta');
  cleanup();
  shopsDraft = { ...shopsDraft, body: 'Hola, puerto', audience: 'owners', audience_id: 'p' };
  open(<AdminAnnouncementsScreen />, '/?escribir=carta');
  expect(await screen.findByText(/otra persona cambió algo. Texto: ahora dice «Hola, puerto»/)).toBeTruthy();
  expect(screen.getByText(/^Para quién: ahora dice «Quienes tienen una parte: /)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Traer lo nuevo' }));
  await waitFor(async () => expect((await field('Texto')).value).toBe('Hola, puerto'));
  expect((await field('Asunto')).value).toBe('Carta de abril');
});

describe('text that was typed in the moment before the page ended', () => {
  const form = <UserForm onSaved={nothing} onClose={nothing} />;

  /** Leaves only the journal behind, as a page does that ends before the database has stored the typed text. */
  async function typeAndEnd(): Promise<void> {
    fakeApi(answers);
    open(form);
    await type('Nombre', 'Carla');
    const left = Object.entries<string>(localStorage).filter(([key]) => key.startsWith('formDrafts:'));
    await isKept('ana', 'user:new');
    cleanup();
    await freshDevice();
    signInAs('ana', 'admin');
    for (const [key, entry] of left) localStorage.setItem(key, entry);
  }

  it('is restored, and is removed from the journal once the database has it', async () => {
    await typeAndEnd();
    expect(inJournal()).toContain('Carla');
    open(form);
    expect(await screen.findByText(RESTORED)).toBeTruthy();
    expect((await field('Nombre')).value).toBe('Carla');
    await isKept('ana', 'user:new');
    await waitFor(() => expect(inJournal()).toBeNull());
  });

  it('is never shown to another account, and is deleted with its own writer’s drafts alone', async () => {
    await typeAndEnd();
    signInAs('berta', 'admin');
    open(form);
    await field('Nombre');
    expect(await readDrafts('berta', 'user:new')).toEqual([]);
    expect((await field('Nombre')).value).toBe('');
    await leaveDevice(true);
    expect(inJournal()).toContain('Carla');
    signInAs('ana', 'admin');
    expect(await sendBeforeLeaving()).toBe(1);
    await leaveDevice(true);
    expect(inJournal()).toBeNull();
    expect(await readDrafts('ana', 'user:new')).toEqual([]);
  });

  it('is offered beside the stored draft, when the page ended before that was read', async () => {
    const row = { uid: 'ana', thread: 'user:new|x', written: 1, values: { name: 'Carla' } };
    await syncDatabase((database) => database.put('message_drafts', row));
    fakeApi(answers);
    open(form);
    fireEvent.change(screen.getByLabelText('Nombre'), { target: { value: 'Berta' } });
    cleanup();
    const versions = await readDrafts('ana', 'user:new');
    expect(versions.map(({ values }) => values['name'])).toEqual(['Berta', 'Carla']);
  });

  it('is kept in the database when the session ends by itself', async () => {
    await typeAndEnd();
    await leaveDevice(false);
    localStorage.clear();
    expect(await readDrafts('ana', 'user:new')).toHaveLength(1);
  });
});

it('the journal has the typed text until the database has it, and nothing that was sent', async () => {
  fakeApi({ ...answers, 'POST /api/admin/discount_codes': { status: 201, body: {} } });
  open(<DiscountCodeForm code={null} onSaved={nothing} onClose={nothing} />);
  await type('Código', 'OTONO');
  expect(inJournal()).toContain('OTONO');
  await isKept('ana', 'discount-code:new');
  await waitFor(() => expect(inJournal()).toBeNull());
  await type('Por ciento', '10');
  fireEvent.click(screen.getByRole('button', { name: 'Guardar', hidden: true }));
  await isEmpty('ana', 'discount-code:new');
  expect(inJournal()).toBeNull();
});

it('a device without storage says so, and the form keeps its text', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('refused', 'SecurityError');
    },
  });
  fakeApi(answers);
  open(<UserForm onSaved={nothing} onClose={nothing} />);
  await type('Nombre', 'Carla');
  expect(await screen.findByText(/Este dispositivo no puede guardar lo que escribes/)).toBeTruthy();
  expect((await field('Nombre')).value).toBe('Carla');
});

it('the journal does not overwrite a newer draft in the database', async () => {
  const newer = { uid: 'ana', thread: 'book:new|opening', written: 1, values: { name: 'El faro entero' } };
  await syncDatabase((database) => database.put('message_drafts', newer));
  const older = { uid: 'ana', thread: 'book:new|opening', values: { name: 'El fa' }, before: null };
  localStorage.setItem('formDrafts:book:new|opening', JSON.stringify(older));
  const drafts = readDrafts('ana', 'book:new');
  // Another tab finishes its write after this page has read the journal and before it has written.
  localStorage.removeItem('formDrafts:book:new|opening');
  expect(await drafts).toEqual([newer]);
});
