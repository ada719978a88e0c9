import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import type { AuditEntry } from './api.ts';
import { AuditLog } from './audit-log.tsx';

beforeEach(() => signInAs('u'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const line: AuditEntry = {
  id: 'l',
  at: '2026-11-18T15:00:00Z',
  actor_id: 'zoila',
  actor_name: 'Zoila',
  action: 'part.granted',
  subject: '0198-part-id-12345678',
  subject_name: null,
  book_id: null,
  person: null,
  detail: {},
};
const person = { id: 'mara', name: 'Mara Soto', email: 'mara@ejemplo.cl' };

it('the log shows part and person by name, a person alone, and an id only where there is no name', async () => {
  fakeApi({
    'GET /api/admin/audit': {
      body: [
        { ...line, subject_name: 'El faro · La niebla', book_id: 'faro', person },
        { ...line, id: 'm', action: 'user.deleted', person: { id: null, name: 'Eva Paz', email: 'eva@ejemplo.cl' } },
        { ...line, id: 'n', action: 'notice.retried', subject: 'x-abcdefgh' },
        { ...line, id: 'o', action: 'setup.checked', subject: 'mail_records' },
        { ...line, id: 'p', action: 'shelf.ordered', subject: 'shelf' },
      ],
    },
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <AuditLog />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect((await screen.findAllByText('El faro · La niebla')).length).toBeGreaterThan(0);
  expect(screen.getAllByText('mara@ejemplo.cl').length).toBeGreaterThan(0);
  expect(screen.getAllByText('Eva Paz').length).toBeGreaterThan(0);
  expect(screen.getAllByText('eva@ejemplo.cl').length).toBeGreaterThan(0);
  expect(screen.getAllByText('…abcdefgh').length).toBeGreaterThan(0);
  expect(screen.queryByText('…12345678')).toBeNull();
  expect(screen.getAllByText('Correo: quién lo firma').length).toBeGreaterThan(0);
  expect(screen.getAllByText('Orden de los libros').length).toBeGreaterThan(0);
});

it('links actor, part and person to their details, except deleted ones', async () => {
  fakeApi({
    'GET /api/admin/audit': {
      body: [
        { ...line, subject_name: 'El faro · La niebla', book_id: 'faro', person },
        { ...line, id: 'm', actor_id: null, actor_name: 'Iris', person: { ...person, id: null, name: 'Eva Paz' } },
        { ...line, id: 'n', subject_name: 'Archivado · Uno' },
      ],
    },
  });
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AuditLog />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const pathsOf = (name: string) =>
    screen.getAllByText(name).map((element) => element.closest('a')?.getAttribute('href') ?? null);
  await screen.findAllByText('Mara Soto');
  expect(new Set(pathsOf('Zoila'))).toEqual(new Set(['/admin/users?persona=zoila']));
  expect(new Set(pathsOf('Mara Soto'))).toEqual(new Set(['/admin/users?persona=mara']));
  expect(new Set(pathsOf('El faro · La niebla'))).toEqual(new Set(['/admin/book-parts?libro=faro']));
  for (const name of ['Iris', 'Eva Paz', 'Archivado · Uno']) expect(new Set(pathsOf(name))).toEqual(new Set([null]));
});

it('names the old and the new price of a change', async () => {
  const detail = {
    value: [1490, 990],
    presale_discount: [0, 20],
    presale_end_at: [null, Date.UTC(2026, 11, 2, 2, 59)],
  };
  fakeApi({ 'GET /api/admin/audit': { body: [{ ...line, action: 'part.price_changed', detail }] } });
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AuditLog />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const sentence =
    'precio: de $1.490 a $990, descuento: de 0 % a 20 %, fin de la preventa: de sin fecha a 01/12/2026 23:59';
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
});

it('describes each action and amount in words, and shows unknown values unchanged', async () => {
  const detail = { amount: 990, payment: 'p', reason: 'ya lo tenía en papel' };
  fakeApi({
    'GET /api/admin/audit': {
      body: [
        { ...line, action: 'refund.requested', detail },
        { ...line, id: 'm', action: 'refund.requested', detail: { ...detail, reason: 'duplicate' } },
        { ...line, id: 'n', action: 'user.role_changed', detail: { from: 'reader', to: 'writter' } },
        { ...line, id: 'o', action: 'discount_code.created', detail: { kind: 'percentage', amount: 20 } },
        { ...line, id: 'p', action: 'mailing_list.exported' },
        { ...line, id: 'q', action: 'something.new', detail: { amount: 'x', reason: 7 } },
      ],
    },
  });
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AuditLog />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect((await screen.findAllByText('$990, «ya lo tenía en papel»')).length).toBeGreaterThan(0);
  for (const text of [
    '$990, pago repetido',
    'de Lectura a Escritura',
    '20 %',
    'Descargó la lista de correo',
    'something.new',
  ])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
});
