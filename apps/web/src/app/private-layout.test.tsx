import { useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { getLibrary } from '@cuentos/contract/library';
import { queryClient } from '../lib/api/query-client.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { signInAs } from '../testing/sign-in-as.ts';
import { PrivateLayout } from './private-layout.tsx';
import { queryOf } from '../lib/api/query-of.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function Library() {
  useQuery(queryOf(getLibrary));
  return 'la biblioteca';
}

it('leads an account that is about to be erased to the screen where it can be kept', async () => {
  signInAs('a');
  fakeApi({
    'GET /api/user_book_parts/': { status: 409, body: { code: 'account_leaving', detail: 'x', request_id: 'r' } },
  });
  const children = [
    { path: '/user-library', Component: Library },
    { path: '/user-settings/data', element: 'mis datos' },
  ];
  const router = createMemoryRouter([{ Component: PrivateLayout, children }], { initialEntries: ['/user-library'] });
  render(<RouterProvider router={router} />);
  expect(await screen.findByText('mis datos')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/user-settings/data');
});

it('keeps the discount code of an address, also when the app itself leads there', async () => {
  signInAs('a');
  const children = ['/user-library', '/pocket'].map((path) => ({ path, element: path }));
  const router = createMemoryRouter([{ Component: PrivateLayout, children }], {
    initialEntries: ['/user-library?codigo=LLAVES20'],
  });
  render(<RouterProvider router={router} />);
  expect(sessionStorage.getItem('discount-code')).toBe('LLAVES20');
  await act(async () => router.navigate('/pocket?codigo=OTRO&x=1'));
  expect(sessionStorage.getItem('discount-code')).toBe('OTRO');
  await act(async () => router.navigate('/user-library'));
  expect(sessionStorage.getItem('discount-code')).toBe('OTRO');
  sessionStorage.clear();
});
