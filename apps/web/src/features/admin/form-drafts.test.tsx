import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { AdminAnnouncementsScreen } from '../announcements/admin/announcements-screen.tsx';
import { BookForm } from '../books/admin/book-form.tsx';
import { PartForm } from '../books/admin/part-form.tsx';
import { DiscountCodeForm } from '../discount-codes/admin/discount-code-form.tsx';
import { AdminDataRequestsScreen } from '../personal-data/admin/data-requests-screen.tsx';
import { GiftRefund } from '../refunds/admin/refund-dialog.tsx';
import { AdminShopScreen } from '../shop/admin/shop-screen.tsx';
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
const isKept = (uid: string, form: string) => waitFor(async () => expect(await readDrafts(uid, form)).toHaveLength(1));
const isEmpty = (uid: string, form: string) => waitFor(async () => expect(await readDrafts(uid, form)).toEqual([]));

const audiences = { news: 3, books: [], parts: [], refused: 0, per_minute: 20, next_release: null };
const settings = { presale_sentence: 'Llega antes.', min_amount: 490, mails_per_minute: 20 };
const answers = {
  'GET /api/user_role/': { body: ['admin', 'writter', 'reader'].map((id) => ({ id, name: id })) },
  'GET /api/admin/announcements/audiences': { body: audiences },
  'GET /api/books/': { body: [] },
  'GET /api/admin/data_requests': { body: [] },
  'GET /api/admin/shop/settings': { body: { published: settings, draft: null, revision: 1 } },
  'PUT /api/admin/shop/settings/draft': { status: 503, body: { detail: '', code: 'unavailable', request_id: 'r' } },
  'GET /api/admin/book_parts/choose': { body: [] },
};

const pages = { id: 'faro', name: 'El faro', minimum: 490 };
const order = { id: 'pedido', total: 1490, user_name: 'Berta', gift: 'open' } as never;
const letter = async () => fireEvent.click(await screen.findByRole('button', { name: 'Anotar una carta' }));

/** Forms of the working area: what is drawn, its draft's name, and a field to write in. */
const forms: readonly [
  name: string,
  form: ReactElement,
  field: string,
  at?: string,
  before?: () => Promise<unknown>,
][] = [
  ['user:new', <UserForm key="" onSaved={nothing} onClose={nothing} />, 'Nombre'],
  ['book:new', <BookForm key="" powers="writter" onSaved={nothing} onClose={nothing} />, 'Highlight 1'],
  ['part:faro:new', <PartForm key="" powers="admin" book={pages} onSaved={nothing} onClose={nothing} />, 'Nombre'],
  ['discount-code:new', <DiscountCodeForm key="" code={null} onSaved={nothing} onClose={nothing} />, 'Código'],
  ['refund:pedido', <GiftRefund key="" order={order} reload={nothing} onClose={nothing} />, 'Motivo'],
  ['announcement:new', <AdminAnnouncementsScreen key="" />, 'Texto', '/?escribir=nuevo'],
  ['data-request:new', <AdminDataRequestsScreen key="" />, 'Detalle', '/', letter],
  ['shop:settings', <AdminShopScreen key="" />, 'Frase de preventa (opcional)', '/?seccion=settings'],
];

it.each(forms)(
  '%s comes back with what was written, says so, and can be begun anew',
  async (name, form, label, at, before) => {
    fakeApi(answers);
    open(form, at);
    await before?.();
    const empty = (await field(label)).value;
    await type(label, 'A medio escribir');
    await isKept('ana', name);
    cleanup();
    open(form, at);
    await before?.();
    expect(await screen.findByText(RESTORED)).toBeTruthy();
    expect((await field(label)).value).toBe('A medio escribir');
    fireEvent.click(screen.getAllByRole('button', { name: 'Descartar', hidden: true })[0]!);
    await waitFor(async () => expect((await field(label)).value).toBe(empty));
    expect(screen.queryByText(RESTORED)).toBeNull();
  },
);

describe('what was written', () => {
  const form = <UserForm onSaved={nothing} onClose={nothing} />;

  it('is never shown to another account, and waits for its own', async () => {
    fakeApi(answers);
    open(form);
    await type('Nombre', 'Carla');
    await isKept('ana', 'user:new');
    cleanup();
    // The session ended by itself, and another person came in.
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

  it('keeps the words without passwords', async () => {
    fakeApi(answers);
    open(form);
    await type('Nombre', 'Carla');
    await type('Contraseña', 'secreta-12345');
    await isKept('ana', 'user:new');
    expect(JSON.stringify(await readDrafts('ana', 'user:new'))).not.toContain('secreta');
    expect((await readDrafts('ana', 'user:new'))[0]?.values).toEqual({ name: 'Carla' });
  });

  it('goes when the shop has it, and stays when the shop refused it', async () => {
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

  it('continues from the shop’s value for a draft of a version that kept nothing beside it', async () => {
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

  it('goes on from what the form began with, so that a change of another person is noticed', async () => {
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
    // Another admin changed name and address meanwhile.
    open(
      <UserForm user={{ ...user, name: 'Carla D.', email: 'otra@correo.cl' }} onSaved={nothing} onClose={nothing} />,
    );
    await screen.findByText(RESTORED);
    // It says so when it is opened.
    expect(screen.getByText(/otra persona cambió algo. Nombre: ahora dice «Carla D.»/)).toBeTruthy();
    expect(screen.getByText('Correo: ahora dice «otra@correo.cl».')).toBeTruthy();
    await screen.findByRole('option', { name: 'Lectura', hidden: true });
    fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios', hidden: true }));
    await waitFor(() => expect(sent).toEqual({ name: 'Carla Díaz', seen: { name: 'Carla' } }));
  });

  it('takes over what another person changed, where it was not written itself, and forgets that it was old', async () => {
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

describe('what was typed in the instant before the page ended', () => {
  const form = <UserForm onSaved={nothing} onClose={nothing} />;
  const inJournal = () => localStorage.getItem('formDrafts');

  /** Leaves what a page leaves that ends before its database has taken what was typed: the journal alone. */
  async function typeAndEnd(): Promise<void> {
    fakeApi(answers);
    open(form);
    await type('Nombre', 'Carla');
    const left = inJournal() ?? '[]';
    await isKept('ana', 'user:new');
    cleanup();
    await freshDevice();
    signInAs('ana', 'admin');
    localStorage.setItem('formDrafts', left);
  }

  it('comes back, and leaves the journal once the database has it', async () => {
    await typeAndEnd();
    expect(inJournal()).toContain('Carla');
    open(form);
    expect(await screen.findByText(RESTORED)).toBeTruthy();
    expect((await field('Nombre')).value).toBe('Carla');
    await isKept('ana', 'user:new');
    await waitFor(() => expect(inJournal()).toBeNull());
  });

  it('is never shown to another account, and goes with its writer alone', async () => {
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

  it('stands beside what was there, when the page ended before that was read', async () => {
    const row = { uid: 'ana', thread: 'user:new|x', written: 1, values: { name: 'Carla' } };
    await syncDatabase((database) => database.put('message_drafts', row));
    fakeApi(answers);
    open(form);
    fireEvent.change(screen.getByLabelText('Nombre'), { target: { value: 'Berta' } });
    cleanup();
    const versions = await readDrafts('ana', 'user:new');
    expect(versions.map(({ values }) => values['name'])).toEqual(['Berta', 'Carla']);
  });

  it('waits in the database when the session ends by itself', async () => {
    await typeAndEnd();
    await leaveDevice(false);
    localStorage.clear();
    expect(await readDrafts('ana', 'user:new')).toHaveLength(1);
  });
});

it('has what was written in the journal until the database has it, and nothing of what was sent', async () => {
  const inJournal = () => localStorage.getItem('formDrafts');
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

it('says that a device keeps nothing, and loses nothing that is on the screen', async () => {
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

/** Files of the working area in which something is written or chosen, and by what it is kept. */
const writers: Readonly<
  Record<string, 'draft' | 'fields of a form' | 'kept in the address' | 'file only' | 'the dialog itself'>
> = {
  'announcements/admin/announcement-form.tsx': 'draft',
  'announcements/admin/announcements-screen.tsx': 'draft',
  'books/admin/book-form.tsx': 'draft',
  'books/admin/part-form.tsx': 'draft',
  'books/admin/sample-dialog.tsx': 'draft',
  'discount-codes/admin/discount-code-form.tsx': 'draft',
  'messages/admin/thread-view.tsx': 'draft',
  'personal-data/admin/data-requests-screen.tsx': 'draft',
  'entitlements/admin/early-access.tsx': 'draft',
  'entitlements/admin/early-access-screen.tsx': 'fields of a form',
  'entitlements/admin/grant-dialog.tsx': 'draft',
  'payments/admin/unresolved-payments.tsx': 'draft',
  'refunds/admin/refund-dialog.tsx': 'draft',
  'payments/admin/reason-form.tsx': 'fields of a form',
  'users/admin/user-form.tsx': 'draft',
  'shop/admin/shop-screen.tsx': 'draft',
  'shop/admin/identity-form.tsx': 'fields of a form',
  'shop/admin/words-form.tsx': 'fields of a form',
  'entitlements/admin/part-and-person-fields.tsx': 'fields of a form',
  'reports/sales-summary.tsx': 'kept in the address',
  'accounting/admin/accountant-links.tsx': 'draft',
  'accounting/admin/provider-report.tsx': 'file only',
  'accounting/admin/tax-document-sheet.tsx': 'draft',
  'books/admin/bulk-dialog.tsx': 'file only',
  'books/admin/ebook-dialog.tsx': 'file only',
  'books/admin/image-field.tsx': 'file only',
  'admin/work-dialog.tsx': 'the dialog itself',
};

describe('every form of the working area', () => {
  const root = join(import.meta.dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|\/)admin\/|^(reports|setup)\//.test(name) && /(?<!\.test)\.tsx$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
  const WRITES =
    /<(form|input|textarea|select|TextField|TextAreaField|SelectField|CheckField|ComboBox|FileZone|FormDialog|WorkDialog|WriteBox|UserField|PartFields)\b|\buseForm\b/;

  it('is in the list of what keeps what is written', () => {
    const found = sources.filter(({ text }) => WRITES.test(text)).map(({ name }) => name);
    expect(found.toSorted()).toEqual(Object.keys(writers).toSorted());
  });

  it('uses the one mechanism that keeps drafts', () => {
    const KEEPS = /\b(useWorkForm|useReasonForm|WriteBox|useSectionEditor)\b/;
    const without = sources.filter(({ name, text }) => writers[name] === 'draft' && !KEEPS.test(text));
    expect(without.map(({ name }) => name)).toEqual([]);
    // A dialog without a draft does not compile: only this one file knows it.
    const past = sources.filter(({ name, text }) => name !== 'admin/work-dialog.tsx' && /\bFormDialog\b/.test(text));
    expect(past.map(({ name }) => name)).toEqual([]);
    // Each form shows what was recovered: dialogs do by themselves.
    const silent = sources.filter(({ text }) => /<form\b/.test(text) && !/<DraftNotice\b/.test(text));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

it('puts nothing from the journal over what its form has stored since', async () => {
  const newer = { uid: 'ana', thread: 'book:new|opening', written: 1, values: { name: 'El faro entero' } };
  await syncDatabase((database) => database.put('message_drafts', newer));
  const older = { uid: 'ana', thread: 'book:new|opening', values: { name: 'El fa' }, before: null };
  localStorage.setItem('formDrafts', JSON.stringify([older]));
  const drafts = readDrafts('ana', 'book:new');
  // Another tab ends its write between the look at the journal and the write of this one.
  localStorage.removeItem('formDrafts');
  expect(await drafts).toEqual([newer]);
});
