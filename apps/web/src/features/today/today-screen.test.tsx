import type { Today } from '@cuentos/contract/today';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { learnServerTime } from '../../lib/clock.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { AdminTodayScreen, WritterTodayScreen } from './today-screen.tsx';

// Noon of a Wednesday in Santiago.
const NOW = Date.parse('2026-11-25T15:00:00Z');

beforeEach(() => learnServerTime(new Date(NOW).toUTCString()));
afterEach(() => {
  cleanup();
  learnServerTime(new Date().toUTCString());
  vi.unstubAllGlobals();
});

function open(Screen: ComponentType, answers: Parameters<typeof fakeApi>[0]) {
  fakeApi(answers);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={createMemoryRouter([{ path: '/', Component: Screen }])} />
    </QueryClientProvider>,
  );
}

const none = { net: 0, sales: 0, refunds: 0 };
const empty: Today = { waiting: [], sold: { day: none, week: none, month: none, latest: [] }, coming: [] };
const nothing = { due_at: null, since: null, person: null, amount: null, subject: null } as const;
const regionOf = async (name: string) => within(await screen.findByRole('region', { name }));

describe('Hoy', () => {
  it('shows the date, and that there are no tasks, sales or releases', async () => {
    open(AdminTodayScreen, { 'GET /api/admin/today': { body: empty } });
    expect(await screen.findByText('Nada te espera')).toBeTruthy();
    expect(screen.getByText('Miércoles, 25 de noviembre de 2026')).toBeTruthy();
    expect(screen.getByText('Todavía no hay ventas.')).toBeTruthy();
    expect(screen.getByText(/^No hay nada con fecha/)).toBeTruthy();
  });

  it('lists the tasks with their day, reason and link', async () => {
    const waiting: Today['waiting'] = [
      { ...nothing, kind: 'dispute', count: 1, due_at: '2026-11-28T02:59:59.000Z', amount: 1490 },
      {
        ...nothing,
        kind: 'data_request',
        count: 1,
        due_at: '2026-12-02T02:59:59.000Z',
        person: { id: 'ines', name: 'Inés Vidal' },
      },
      {
        ...nothing,
        kind: 'message',
        count: 2,
        since: '2026-11-24T18:00:00.000Z',
        person: { id: null, name: 'Tomás Araya' },
      },
      { ...nothing, kind: 'mail', count: 3 },
      { ...nothing, kind: 'backup', count: 1, since: '2026-11-20T12:00:00.000Z' },
    ];
    open(AdminTodayScreen, { 'GET /api/admin/today': { body: { ...empty, waiting } } });
    const list = await regionOf('Te espera');
    expect(list.getByText('8 cosas, primero lo que vence')).toBeTruthy();
    expect(list.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Una disputaHasta el 27/11/2026',
      'Una solicitud de datosVence el 01/12/2026',
      '2 mensajes sin responder',
      '3 correos que no salieron',
      'Falta un respaldo',
    ]);
    expect(list.getByText('Un banco reclama $1.490. Si no respondes, los devuelve.')).toBeTruthy();
    expect(list.getByText(/^De/).textContent).toBe('De Inés Vidal. La ley da plazo para responder.');
    expect(list.getByText('El más antiguo es de Tomás Araya y espera desde ayer.')).toBeTruthy();
    expect(list.getByText('Nada se ha guardado desde el 20/11/2026: lo vendido después se perdería.')).toBeTruthy();
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/admin/user-book-parts',
      // Only Inés Vidal's details are linked: Tomás Araya wrote as a visitor, without an account.
      '/admin/users?persona=ines',
      '/admin/data-requests',
      '/admin/messages',
      '/admin/log?ver=correos',
      '/admin/backups',
    ]);
  });

  it('leads to the only message and to the book of an edition or sample that waits, and from several messages to the list', async () => {
    const linkOf = async (
      row: Partial<Today['waiting'][number]> & Pick<Today['waiting'][number], 'kind'>,
      action: string,
    ) => {
      open(AdminTodayScreen, {
        'GET /api/admin/today': { body: { ...empty, waiting: [{ ...nothing, count: 1, ...row }] } },
      });
      const link = await screen.findByRole('link', { name: new RegExp(`^${action}: `) });
      const href = link.getAttribute('href');
      cleanup();
      return href;
    };
    expect(await linkOf({ kind: 'message', subject: 't1' }, 'Leer')).toBe('/admin/messages?thread=t1');
    expect(await linkOf({ kind: 'message', subject: 't1', count: 2 }, 'Leer')).toBe('/admin/messages');
    expect(await linkOf({ kind: 'edition', subject: 'faro', count: 2 }, 'Revisar')).toBe(
      '/admin/book-parts?libro=faro',
    );
    expect(await linkOf({ kind: 'sample', subject: 'faro' }, 'Decidir')).toBe('/admin/book-parts?libro=faro');
  });

  it('shows the sales, and the latest purchases with buyer, parts and payment', async () => {
    const parts = [
      { id: 'p', book_id: 'faro', name: 'La niebla' },
      { id: 'q', book_id: 'faro', name: 'El muelle' },
    ];
    const order = { person: { id: 'u', name: 'Rosa Mella' }, parts, total: 2833 };
    const more = { method: 'visa', discount_code: 'OTOÑO', is_gift: true };
    const sold: Today['sold'] = {
      day: { net: 4162, sales: 4, refunds: 0 },
      week: { net: 38920, sales: 41, refunds: 1 },
      month: { net: 187410, sales: 206, refunds: 3 },
      latest: [
        { ...order, ...more, order_id: 'a', at: '2026-11-25T12:05:00.000Z' },
        { ...order, order_id: 'b', at: '2026-11-24T12:05:00.000Z', method: null, discount_code: null, is_gift: false },
      ],
    };
    open(AdminTodayScreen, { 'GET /api/admin/today': { body: { ...empty, sold } } });
    const list = await regionOf('Vendido');
    expect(list.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '$4.162',
      'Lo que queda de 4 ventas, sin devoluciones',
      '$38.920',
      '41 ventas, 1 devolución',
      '$187.410',
      '206 ventas, 3 devoluciones',
    ]);
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '09:05Rosa MellaLa niebla, El muelleVisa · Regalo · Código OTOÑO$2.833',
      'AyerRosa MellaLa niebla, El muelle$2.833',
    ]);
    expect(list.getByRole('link', { name: 'OTOÑO' })).toBeTruthy();
    expect(list.getAllByRole('link', { name: 'El muelle' })[0]?.getAttribute('href')).toBe(
      '/admin/book-parts?libro=faro',
    );
  });

  it('says so on a day without sales and refunds', async () => {
    const quiet = { net: 0, sales: 0, refunds: 0 };
    const sold: Today['sold'] = { day: quiet, week: { net: -490, sales: 0, refunds: 1 }, month: quiet, latest: [] };
    open(AdminTodayScreen, { 'GET /api/admin/today': { body: { ...empty, sold } } });
    const list = await regionOf('Vendido');
    expect(list.getAllByText('Sin ventas ni devoluciones')).toHaveLength(2);
    expect(list.getByText('0 ventas, 1 devolución')).toBeTruthy();
  });

  it('lists the coming releases with links to change them', async () => {
    const coming: Today['coming'] = [
      {
        kind: 'presale_end',
        at: '2026-12-01T02:59:00.000Z',
        id: 'p',
        name: 'El muelle',
        book_id: 'faro',
        book_name: 'El faro',
        price: 1341,
        later_price: 1490,
      },
      { kind: 'code_end', at: '2026-12-02T02:59:00.000Z', id: 'c', name: 'OTOÑO' },
      { kind: 'announcement', at: '2026-12-04T13:00:00.000Z', id: 'a', name: 'Hay tercera parte', people: 318 },
      {
        kind: 'release',
        at: '2026-12-16T03:00:00.000Z',
        id: 'p',
        name: 'La valija',
        book_id: 'faro',
        book_name: 'El faro',
        people: 1,
      },
    ];
    open(AdminTodayScreen, { 'GET /api/admin/today': { body: { ...empty, coming } } });
    const list = await regionOf('Lo que viene');
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '30/11, 23:59Termina la preventa«El muelle» pasa de $1.341 a $1.490.Cambiar',
      '01/12, 23:59Termina el código OTOÑODespués de esa hora no se acepta.Cambiar',
      '04/12, 10:00Sale un anuncio«Hay tercera parte», para 318 personas.Ver',
      '16/12, 00:00Sale «La valija»De «El faro». Una persona recibirá un correo.Cambiar',
    ]);
    expect(list.getByRole('link', { name: 'OTOÑO' }).getAttribute('href')).toBe(
      '/admin/discount-codes?codigo=OTO%C3%91O',
    );
    for (const name of ['El muelle', 'La valija', 'El faro', 'Cambiar: Sale «La valija»'])
      expect(list.getByRole('link', { name }).getAttribute('href')).toBe('/admin/book-parts?libro=faro');
  });

  it('offers to try again when no answer arrived', async () => {
    open(AdminTodayScreen, {
      'GET /api/admin/today': { status: 500, body: { detail: 'x', code: 'x', request_id: 'r' } },
    });
    expect(await screen.findByRole('button', { name: /Intentar/ })).toBeTruthy();
  });

  it('of a writter shows her own books only', async () => {
    const release = {
      kind: 'release',
      at: '2026-12-16T03:00:00.000Z',
      id: 'p',
      name: 'La valija',
      book_id: 'faro',
      book_name: 'El faro',
    };
    open(WritterTodayScreen, { 'GET /api/writter/today': { body: { coming: [{ ...release, people: 0 }] } } });
    const list = await regionOf('Lo que viene');
    expect(list.getByText(/^De «/).textContent).toBe('De «El faro». Nadie ha pedido aviso todavía.');
    // A writer has no access to the admin's screens, so no link leads there.
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/writter/book-parts?libro=faro',
      '/writter/book-parts?libro=faro',
      '/writter/book-parts?libro=faro',
    ]);
    expect(screen.queryByText('Vendido')).toBeNull();
  });
});
