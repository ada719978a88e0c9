import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { changeRows, type Pages, usePagedList } from './use-paged-list.ts';

type Asked = Pick<Parameters<Pages<string>['fetchPage']>[0], 'offset' | 'limit' | 'q'>;

const KEY = ['rows'];
const names = (count: number, name = 'fila') => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

function Address() {
  return <output>{useLocation().search}</output>;
}
const pageStatus = () => screen.getByRole('status').textContent;

/** Opens a list over a server that has these rows and finds those that contain the searched words. */
function open(all: readonly string[], answer?: (asked: Asked) => Promise<readonly string[]>, address = '/admin/users') {
  const requests: Asked[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result } = renderHook(
    () =>
      usePagedList<string>({
        queryKey: KEY,
        wordsOf: (row) => row,
        fetchPage: async ({ offset, limit, q }) => {
          requests.push({ offset, limit, q });
          if (answer) return answer({ offset, limit, q });
          return all.filter((row) => q === null || row.includes(q)).slice(offset, offset + limit);
        },
      }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <MemoryRouter initialEntries={[address]}>
          <QueryClientProvider client={client}>{children}</QueryClientProvider>
          <Address />
        </MemoryRouter>
      ),
    },
  );
  const settled = () => waitFor(() => expect(result.current.isLoading).toBe(false));
  const list = () => result.current;
  return { list, asked: requests, settled, client };
}

afterEach(cleanup);

it('begins at page 0 with ten rows', async () => {
  const { list, asked, settled } = open(names(23));
  expect(list().sizes).toEqual([5, 10, 20, 50, 100]);
  expect(list()).toMatchObject({ page: 0, size: 10, isLoading: true, canNext: false, canPrevious: false });
  await settled();
  expect(asked).toEqual([{ offset: 0, limit: 10, q: null }]);
  expect(list()).toMatchObject({ rows: names(10), canNext: true, canPrevious: false });
});

it('asks with page times size, and has more only after a full page', async () => {
  const { list, asked, settled } = open(names(23));
  await settled();
  act(() => list().next());
  expect(list()).toMatchObject({ page: 1, isLoading: true, canNext: false, canPrevious: false });
  await settled();
  expect(list()).toMatchObject({ canNext: true, canPrevious: true });
  act(() => list().next());
  await settled();
  expect(asked.map(({ offset }) => offset)).toEqual([0, 10, 20]);
  expect(list()).toMatchObject({ page: 2, canNext: false, canPrevious: true });
  expect(list().rows).toEqual(names(23).slice(20));
  act(() => list().next());
  expect(list().page).toBe(2);
});

it('goes back to page 0 when the size changes', async () => {
  const { list, asked, settled } = open(names(23));
  await settled();
  act(() => list().next());
  await settled();
  act(() => list().setSize(5));
  await settled();
  expect(list()).toMatchObject({ page: 0, size: 5, rows: names(5) });
  expect(asked.at(-1)).toEqual({ offset: 0, limit: 5, q: null });
});

it('steps back from an empty last page and says so', async () => {
  const { list, settled } = open(names(10));
  await settled();
  expect(list()).toMatchObject({ canNext: true, reachedEnd: false });
  act(() => list().next());
  await waitFor(() => expect(list().reachedEnd).toBe(true));
  await settled();
  expect(list()).toMatchObject({ page: 0, rows: names(10), canNext: false });
});

it('filters the loaded page first, whatever case and accents', async () => {
  const { list, asked, settled } = open(['Álvaro Pérez', 'Berta Ñandú', ...names(8)]);
  await settled();
  act(() => list().setSearch('ALVARO'));
  expect(list().rows).toEqual(['Álvaro Pérez']);
  act(() => list().setSearch('nandu'));
  await settled();
  expect(asked.filter(({ q }) => q !== null && q !== 'nandu')).toEqual([]);
});

it('asks the server when no row of the page matches, and shows its answer as it is', async () => {
  const { list, asked, settled } = open([...names(30), 'zeta']);
  await settled();
  act(() => list().setSearch('zeta'));
  expect(list()).toMatchObject({ rows: [], searchedEverywhere: false });
  await waitFor(() => expect(list().searchedEverywhere).toBe(true));
  await settled();
  expect(asked.at(-1)).toEqual({ offset: 0, limit: 10, q: 'zeta' });
  expect(list().rows).toEqual(['zeta']);
  act(() => list().setSearch(''));
  await settled();
  expect(list()).toMatchObject({ rows: names(10), searchedEverywhere: false });
});

it('asks the server at once on request', async () => {
  const { list, asked, settled } = open(names(23));
  await settled();
  act(() => list().setSearch('fila 2'));
  expect(list().rows).toEqual(['fila 2']);
  act(() => list().searchEverywhere());
  await settled();
  expect(asked.at(-1)?.q).toBe('fila 2');
  expect(list().rows).toEqual(['fila 2', 'fila 20', 'fila 21', 'fila 22', 'fila 23']);
});

it('shows a failure and can try again', async () => {
  let fail = true;
  const { list } = open([], async () => {
    if (fail) throw new Error('no answer');
    return [];
  });
  await waitFor(() => expect(list().isError).toBe(true));
  fail = false;
  act(() => list().retry());
  await waitFor(() => expect(list()).toMatchObject({ isError: false, isPending: false, rows: [] }));
});

it('counts only what the server returned when a row is added here', async () => {
  const { list, settled, client } = open(names(23));
  await settled();
  act(() => changeRows<string>(client, KEY, (rows) => [...rows, 'nueva']));
  await waitFor(() => expect(list().rows).toEqual([...names(10), 'nueva']));
  expect(list().canNext).toBe(true);
});

it('keeps page and size in the address, and begins where the address says', async () => {
  const { list, settled } = open(names(60));
  await settled();
  act(() => list().setSize(20));
  await settled();
  act(() => list().next());
  await settled();
  expect(pageStatus()).toBe('?mostrar=20&pagina=2');
  cleanup();
  const linked = open(names(60), undefined, '/admin/sales?ver=registro&pagina=2&mostrar=20');
  await linked.settled();
  expect(linked.asked).toEqual([{ offset: 20, limit: 20, q: null }]);
  act(() => linked.list().previous());
  await linked.settled();
  expect(pageStatus()).toBe('?ver=registro&mostrar=20');
});

it.each(['?pagina=900', '?pagina=x&mostrar=7', '?pagina=-1'])(
  'an invalid address shows the first page: %s',
  async (query) => {
    const { list, asked, settled } = open(names(23), undefined, `/admin/users${query}`);
    await waitFor(() => expect(list().rows).toEqual(names(10)));
    await settled();
    expect(list()).toMatchObject({ page: 0, size: 10, canNext: true });
    expect(asked.length).toBeLessThan(3);
    expect(pageStatus()).not.toContain('900');
  },
);
